package org.jzenith.rest.express;

import org.jspecify.annotations.Nullable;

/** Reads query strings that mean what they say; others are RESTEasy's. */
final class Query {

    private Query() {}

    /** Whether it is nothing but {@code name=value} pairs without escapes. */
    static boolean isPlain(final String uri, final int start) {
        boolean named = false;
        boolean empty = true;
        for (int i = start; i < uri.length(); i++) {
            final char c = uri.charAt(i);
            if (c == '%' || c == '+') {
                return false;
            } else if (c == '&') {
                if (!named) {
                    return false;
                }
                named = false;
                empty = true;
            } else if (c == '=' && !named) {
                if (empty) {
                    return false;
                }
                named = true;
            } else {
                empty = false;
            }
        }
        return named;
    }

    /** Whether RESTEasy, too, looks for it as it is written. */
    static boolean isPlainName(final String name) {
        return !name.isEmpty() && name.chars().noneMatch(c -> c == '%' || c == '+' || c == '=');
    }

    /** The value of the first pair with a name; null if there is none. */
    static @Nullable String value(final String uri, final int start, final String name) {
        int at = start;
        while (at < uri.length()) {
            final int next = uri.indexOf('&', at);
            final int end = next < 0 ? uri.length() : next;
            final int value = at + name.length() + 1;
            if (value <= end && uri.charAt(value - 1) == '=' && uri.startsWith(name, at)) {
                return uri.substring(value, end);
            }
            at = end + 1;
        }
        return null;
    }
}
