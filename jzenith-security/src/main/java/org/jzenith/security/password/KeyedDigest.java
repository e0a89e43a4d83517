package org.jzenith.security.password;

import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * HMAC-SHA256 with a random key of this process, so that a kept digest of a password is useless elsewhere. Safe for use by many threads.
 */
final class KeyedDigest {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    /** Initialized with the key; each use clones it. */
    private final Mac prototype;

    @Inject
    KeyedDigest() {
        final byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        try {
            prototype = Mac.getInstance(ALGORITHM);
            prototype.init(new SecretKeySpec(key, ALGORITHM));
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has HmacSHA256.", e);
        }
    }

    /** Returns the digest as text, with one byte in each character. */
    String of(final byte[] bytes) {
        try {
            return new String(((Mac) prototype.clone()).doFinal(bytes), StandardCharsets.ISO_8859_1);
        } catch (final CloneNotSupportedException e) {
            throw new IllegalStateException("The JDK's HMAC can be cloned.", e);
        }
    }
}
