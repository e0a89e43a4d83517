package org.jzenith.core.internal.limit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Shortens keys that clients choose, so that few keys cannot fill the memory. */
public final class BoundedKey {

    private static final int LONGEST = 64;

    private BoundedKey() {}

    /**
     * Shortens a key.
     *
     * @param key a text of any length
     * @return the same if it has at most 64 characters, otherwise its SHA-256, which no such key equals
     */
    public static String of(final String key) {
        return key.length() <= LONGEST ? key : "sha256:" + sha256(key);
    }

    /**
     * Returns a digest.
     *
     * @param key a text of any length
     * @return its SHA-256 as 64 hexadecimal digits
     */
    public static String sha256(final String key) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }
}
