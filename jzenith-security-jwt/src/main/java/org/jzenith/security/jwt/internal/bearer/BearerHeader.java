package org.jzenith.security.jwt.internal.bearer;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.security.authentication.WrongCredentialsException;

/** Finds the bearer token in the {@code Authorization} field (RFC 6750, 2.1). Tokens in the query or a form are not read. */
public final class BearerHeader {

    /** The largest token, in characters. */
    public static final int MAX_TOKEN = 8192;

    private static final String SCHEME = "Bearer";

    private BearerHeader() {}

    /**
     * Returns the field with the token.
     *
     * @param headers the headers of a request
     * @return null if the request has credentials of another scheme, or none
     * @throws WrongCredentialsException if the field is repeated, or the token is missing or too long
     */
    public static @Nullable String field(final MultiMap headers) {
        final List<String> fields = headers.getAll(HttpHeaders.AUTHORIZATION);
        if (fields.size() == 1) {
            final String field = fields.get(0);
            if (!isBearer(field)) {
                return null;
            }
            final int length = field.length() - begin(field);
            if (length <= 0) {
                throw new WrongCredentialsException("The Authorization field has no token.");
            }
            if (length > MAX_TOKEN) {
                throw new WrongCredentialsException(
                        "The token has " + length + " characters; the limit is " + MAX_TOKEN + ".");
            }
            return field;
        }
        for (final String field : fields) {
            if (isBearer(field)) {
                throw new WrongCredentialsException("The request has " + fields.size() + " Authorization fields.");
            }
        }
        return null;
    }

    /**
     * Returns the index of the token in a field.
     *
     * @param field begins with the scheme
     * @return the index of the first character of the token
     */
    public static int begin(final String field) {
        int begin = SCHEME.length();
        while (begin < field.length() && field.charAt(begin) == ' ') {
            begin++;
        }
        return begin;
    }

    private static boolean isBearer(final String field) {
        return field.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                && (field.length() == SCHEME.length() || field.charAt(SCHEME.length()) == ' ');
    }
}
