package org.jzenith.example.benchmark;

/** The number of rows that a client requests, by TechEmpower's rules: 1 to 500, and 1 if it is not a number. */
public record Count(int value) {

    private static final int MOST = 500;

    /**
     * Reads a query parameter.
     *
     * @param text the parameter's value
     * @return a count from 1 to 500
     */
    public static Count valueOf(final String text) {
        long number = 0;
        for (int i = 0; i < text.length() && number <= MOST; i++) {
            final int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return new Count(1);
            }
            number = number * 10 + digit;
        }
        return new Count((int) Math.min(Math.max(number, 1), MOST));
    }
}
