package org.jzenith.core.configuration;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A size of data, such as {@code 512}, {@code 64K}, {@code 10M} or {@code 1G}; the units are powers of 1024.
 *
 * @param bytes the amount in bytes, not negative
 */
public record DataSize(long bytes) {

    private static final String UNITS = "BKMG";
    private static final Pattern FORM = Pattern.compile("([0-9]+)\\s*(?:([KMG])(?:I?B)?|B)?", Pattern.CASE_INSENSITIVE);

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
        final Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a size such as 512, 64K or 10M");
        }
        final @Nullable String unit = form.group(2);
        final int shift = unit == null ? 0 : 10 * UNITS.indexOf(Character.toUpperCase(unit.charAt(0)));
        try {
            return new DataSize(Math.multiplyExact(Long.parseLong(form.group(1)), 1L << shift));
        } catch (final ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is larger than " + Long.MAX_VALUE + " bytes", e);
        }
    }

    /**
     * Returns the size for settings that take an {@code int}.
     *
     * @return the bytes, at most {@link Integer#MAX_VALUE}
     */
    public int toInt() {
        return (int) Math.min(bytes, Integer.MAX_VALUE);
    }

    /** Returns the size in its largest whole unit. */
    @Override
    public String toString() {
        final int unit = bytes == 0 ? 0 : Math.min(3, Long.numberOfTrailingZeros(bytes) / 10);
        return (bytes >> (10 * unit)) + (unit == 0 ? "" : UNITS.substring(unit, unit + 1));
    }
}
