package org.jzenith.security.jwt.internal.bearer;

import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jzenith.security.authentication.WrongCredentialsException;

/** Computes the digests of tokens without allocating more than the digest. Safe for use by many threads. */
public final class TokenDigester {

    private static final int LENGTH = 32;
    private static final int DOTS_OF_JWT = 2;

    private final ThreadLocal<Workspace> workspaces = ThreadLocal.withInitial(Workspace::new);

    private static final class Workspace {

        private final byte[] token = new byte[BearerHeader.MAX_TOKEN];
        private final byte[] result = new byte[LENGTH];
        private final ByteBuffer words = ByteBuffer.wrap(result);
        private final MessageDigest sha256;

        Workspace() {
            try {
                sha256 = MessageDigest.getInstance("SHA-256");
            } catch (final NoSuchAlgorithmException e) {
                throw new IllegalStateException("The JVM has no SHA-256.", e);
            }
        }
    }

    /**
     * Computes the digest of a token.
     *
     * @param field the field that {@link BearerHeader#field} has returned
     * @param begin index of the token in it
     * @return the digest
     * @throws WrongCredentialsException if the token has a character that no token has (RFC 6750, 2.1)
     */
    public TokenDigest digest(final String field, final int begin) {
        final Workspace workspace = workspaces.get();
        final int length = field.length() - begin;
        int dots = 0;
        boolean base64Url = true;
        for (int i = 0; i < length; i++) {
            final char each = field.charAt(begin + i);
            if (each == '.') {
                dots++;
            } else if (!isBase64Url(each)) {
                base64Url = false;
                if (each != '~' && each != '+' && each != '/' && each != '=') {
                    throw new WrongCredentialsException("The token has an illegal character at index " + i + ".");
                }
            }
            workspace.token[i] = (byte) each;
        }
        workspace.sha256.update(workspace.token, 0, length);
        try {
            workspace.sha256.digest(workspace.result, 0, LENGTH);
        } catch (final DigestException e) {
            throw new IllegalStateException("A SHA-256 digest is not " + LENGTH + " bytes long.", e);
        }
        return new TokenDigest(
                workspace.words.getLong(0),
                workspace.words.getLong(8),
                workspace.words.getLong(16),
                workspace.words.getLong(24),
                base64Url && dots == DOTS_OF_JWT);
    }

    private static boolean isBase64Url(final char each) {
        return (each >= 'a' && each <= 'z')
                || (each >= 'A' && each <= 'Z')
                || (each >= '0' && each <= '9')
                || each == '-'
                || each == '_';
    }
}
