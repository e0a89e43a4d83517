package org.jzenith.benchmark.baseline;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The SHA-256 of a token. */
record TokenDigest(long first, long second, long third, long fourth) {

    private static final ThreadLocal<MessageDigest> SHA_256 = ThreadLocal.withInitial(TokenDigest::sha256);

    static TokenDigest of(final String token) {
        final ByteBuffer hash = ByteBuffer.wrap(SHA_256.get().digest(token.getBytes(StandardCharsets.ISO_8859_1)));
        return new TokenDigest(hash.getLong(), hash.getLong(), hash.getLong(), hash.getLong());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("The JVM has no SHA-256.", e);
        }
    }

    /** All bits are equally random. */
    @Override
    public int hashCode() {
        return (int) first;
    }
}
