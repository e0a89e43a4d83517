package org.jzenith.benchmark.baseline;

import org.jspecify.annotations.Nullable;

/** Reads a count from a query string, by TechEmpower's rules: 1 to 500, anything that is not a number means 1. */
final class QueryString {

    private static final int MOST = 500;

    private QueryString() {}

    static int count(final @Nullable String query, final String name) {
        if (query == null) {
            return 1;
        }
        int start = query.startsWith(name) ? 0 : query.indexOf('&' + name) + 1;
        if (start == 0 && !query.startsWith(name)) {
            return 1;
        }
        start += name.length();
        int number = 0;
        for (int i = start; i < query.length() && query.charAt(i) != '&'; i++) {
            final int digit = query.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return 1;
            }
            number = Math.min(MOST, number * 10 + digit);
        }
        return Math.max(1, number);
    }
}
