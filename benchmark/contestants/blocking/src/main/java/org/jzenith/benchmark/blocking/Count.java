package org.jzenith.benchmark.blocking;

/** How many rows a client wants, by TechEmpower's rules: 1 to 500, anything that is not a number means 1. */
final class Count {

    private static final int MOST = 500;

    private Count() {}

    static int of(final String text) {
        long number = 0;
        for (int i = 0; i < text.length() && number <= MOST; i++) {
            final int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return 1;
            }
            number = number * 10 + digit;
        }
        return (int) Math.min(Math.max(number, 1), MOST);
    }
}
