package org.jzenith.observability.internal.recent;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Durations and texts as the page shows them. */
final class DisplayText {

    private static final double HUNDREDTHS = 100;
    private static final int LONGEST = 500;

    private DisplayText() {}

    /** Returns milliseconds with two decimals. */
    static double millis(final long nanos) {
        return Math.round(nanos / (TimeUnit.MILLISECONDS.toNanos(1) / HUNDREDTHS)) / HUNDREDTHS;
    }

    /** Returns the time since then in milliseconds. */
    static double millisSince(final long nanoTime) {
        return millis(System.nanoTime() - nanoTime);
    }

    /** Returns a duration for a sentence. */
    static String text(final long nanos) {
        final double seconds = nanos / (double) TimeUnit.SECONDS.toNanos(1);
        final double days = seconds / TimeUnit.DAYS.toSeconds(1);
        if (days >= 1) {
            return String.format(Locale.ROOT, "%.1f days", days);
        }
        return seconds >= 1
                ? String.format(Locale.ROOT, "%.1f s", seconds)
                : String.format(Locale.ROOT, "%.0f ms", seconds * TimeUnit.SECONDS.toMillis(1));
    }

    /** Rounds to two decimals. */
    static double rounded(final double value) {
        return Math.round(value * HUNDREDTHS) / HUNDREDTHS;
    }

    /** Returns a number of something, with its plural. */
    static String count(final long number, final String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /** Returns the class and message of a failure. */
    static String text(final Throwable error) {
        final String name = error.getClass().getSimpleName();
        final String message = error.getMessage();
        return message == null ? name : name + ": " + shorten(message).replaceAll("\\.$", "");
    }

    /** Cuts a text that is too long to keep. */
    private static String shorten(final String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "..";
    }
}
