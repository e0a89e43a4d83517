package org.jzenith.security.password;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jzenith.security.authentication.WrongCredentialsException;

/**
 * A name and a password as a client has sent them (RFC 7617).
 *
 * @param name the name, without a colon; not verified
 * @param password the password; not verified
 */
record BasicCredentials(String name, String password) {

    private static final String SCHEME = "Basic";
    private static final int MAX_CHARACTERS = 8 * 1024;

    /** Returns true if an {@code Authorization} field has this scheme. */
    static boolean isIn(final String field) {
        return field.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                && (field.length() == SCHEME.length() || field.charAt(SCHEME.length()) == ' ');
    }

    /**
     * Reads a field with this scheme.
     *
     * @throws WrongCredentialsException if it is malformed
     */
    static BasicCredentials of(final String field) {
        if (field.length() > MAX_CHARACTERS) {
            throw new WrongCredentialsException("The credentials are longer than 8 KiB.");
        }
        final String text = decoded(field.substring(SCHEME.length()).strip());
        final int colon = text.indexOf(':');
        if (colon < 0) {
            throw new WrongCredentialsException("The credentials have no colon.");
        }
        if (colon == 0 || text.substring(0, colon).isBlank()) {
            throw new WrongCredentialsException("The credentials have no name.");
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new WrongCredentialsException("The credentials have a control character.");
        }
        return new BasicCredentials(text.substring(0, colon), text.substring(colon + 1));
    }

    private static String decoded(final String base64) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Base64.getDecoder().decode(base64)))
                    .toString();
        } catch (final IllegalArgumentException e) {
            throw new WrongCredentialsException("The credentials are not Base64.");
        } catch (final CharacterCodingException e) {
            throw new WrongCredentialsException("The credentials are not UTF-8.");
        }
    }

    /** Returns only the name. */
    @Override
    public String toString() {
        return name;
    }
}
