package org.jzenith.core.configuration;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount of data: {@code 512}, {@code 64K}, {@code 10M}, {@code 1G}; the units are powers of 1024.
 *
 * @param bytes the amount in bytes, not negative
 */
public record DataSize(long bytes) {

    private static final Pattern FORM = Pattern.compile("(\\d{1,18})\\s*([KMG]?)(?:I?B)?");

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
        final Matcher matcher = FORM.matcher(text.strip().toUpperCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a size such as 512, 64K or 10M");
        }
        final int shift = switch (matcher.group(2)) {
            case "K" -> 10;
            case "M" -> 20;
            case "G" -> 30;
            default -> 0;
        };
        return new DataSize(Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << shift));
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
