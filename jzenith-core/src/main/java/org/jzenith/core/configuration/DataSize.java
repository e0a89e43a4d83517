package org.jzenith.core.configuration;

import java.util.Locale;

/**
 * An amount of data: {@code 512}, {@code 64K}, {@code 10M}, {@code 1G}; the units are powers of 1024.
 *
 * @param bytes the amount in bytes, not negative
 */
public record DataSize(long bytes) {

    /**
     * Checks the amount.
     *
     * @param bytes the amount in bytes, not negative
     */
    public DataSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size is not negative");
        }
    }

    /**
     * Reads a size.
     *
     * @param text digits and optionally one of the units B, K, M, G (also KB, KiB ...), in any case
     * @return the size
     * @throws IllegalArgumentException if the text has another form or is larger than a long
     */
    public static DataSize of(final String text) {
        final String stripped = text.strip();
        int end = 0;
        while (end < stripped.length() && isDigit(stripped.charAt(end))) {
            end++;
        }
        final int shift = shift(stripped.substring(end).strip());
        if (end == 0 || shift < 0) {
            throw new IllegalArgumentException("'" + text + "' is not a size such as 512, 64K or 10M");
        }
        try {
            return new DataSize(Math.multiplyExact(Long.parseLong(stripped.substring(0, end)), 1L << shift));
        } catch (final ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is larger than " + Long.MAX_VALUE + " bytes", e);
        }
    }

    private static int shift(final String unit) {
        return switch (unit.length() > 3 ? "?" : asciiUpperCase(unit)) {
            case "", "B" -> 0;
            case "K", "KB", "KIB" -> 10;
            case "M", "MB", "MIB" -> 20;
            case "G", "GB", "GIB" -> 30;
            default -> -1;
        };
    }

    private static String asciiUpperCase(final String text) {
        return text.toUpperCase(Locale.ROOT);
    }

    private static boolean isDigit(final char character) {
        return character >= '0' && character <= '9';
    }

    /**
     * The size for settings that take an {@code int}.
     *
     * @return the bytes, at most {@link Integer#MAX_VALUE}
     */
    public int toInt() {
        return (int) Math.min(bytes, Integer.MAX_VALUE);
    }

    /** The size in its largest whole unit. */
    @Override
    public String toString() {
        if (bytes > 0 && bytes % (1L << 30) == 0) {
            return (bytes >> 30) + "G";
        }
        if (bytes > 0 && bytes % (1L << 20) == 0) {
            return (bytes >> 20) + "M";
        }
        if (bytes > 0 && bytes % (1L << 10) == 0) {
            return (bytes >> 10) + "K";
        }
        return Long.toString(bytes);
    }
}
