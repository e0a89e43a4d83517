package org.jzenith.http.internal.request;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds parameters in the query of a request target, which is of the form {@code application/x-www-form-urlencoded}. */
public final class QueryString {

    private QueryString() {}

    /**
     * Returns the first value of a parameter.
     *
     * @param uri a path with its query, as the server has checked it
     * @param name the name, not encoded
     * @return null if there is none
     */
    public static @Nullable String value(final String uri, final String name) {
        final List<String> values = values(uri, name);
        return values == null ? null : values.get(0);
    }

    /**
     * Returns all values of a parameter.
     *
     * @param uri a path with its query, as the server has checked it
     * @param name the name, not encoded
     * @return null if there is none
     */
    public static @Nullable List<String> values(final String uri, final String name) {
        List<String> values = null;
        for (int at = uri.indexOf('?') + 1; at > 0; at = uri.indexOf('&', at) + 1) {
            final int end = uri.indexOf('&', at);
            final String pair = uri.substring(at, end < 0 ? uri.length() : end);
            final int equals = pair.indexOf('=');
            if (Escapes.decoded(equals < 0 ? pair : pair.substring(0, equals), true)
                    .equals(name)) {
                values = values == null ? new ArrayList<>() : values;
                values.add(equals < 0 ? "" : Escapes.decoded(pair.substring(equals + 1), true));
            }
        }
        return values;
    }
}
