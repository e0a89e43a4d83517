package org.jzenith.security.jwt.internal.bearer;

/**
 * The SHA-256 of a token, by which caches know it.
 *
 * @param first bytes 0 to 7
 * @param second bytes 8 to 15
 * @param third bytes 16 to 23
 * @param fourth bytes 24 to 31
 * @param isJwt true if the token has the form of a signed JWT: three parts in base64url
 */
public record TokenDigest(long first, long second, long third, long fourth, boolean isJwt) {

    /** All bits of a digest are equally random. */
    @Override
    public int hashCode() {
        return (int) first;
    }
}
