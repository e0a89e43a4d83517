package org.jzenith.core.log;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Text for the log that a client may have had a hand in. A line break in it would forge a line of the log, an escape
 * sequence would drive the terminal that shows it. Whoever logs such text, or an exception whose message may hold it,
 * escapes it here.
 *
 * <p>Escaped are the control characters of Unicode (line breaks, tabs and ESC among them), its line and paragraph
 * separators, and the characters that change the direction of text: {@code \n}, {@code \r}, {@code \t} or, for the
 * others, {@code \}{@code u001b}. All methods are safe for use by many threads.
 */
public final class LogText {

    private LogText() {}

    /**
     * Text that stays on its line.
     *
     * @param text whatever it holds
     * @return the same text if it is harmless already
     */
    public static String escape(final String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isHarmless(text.charAt(i))) {
                return escape(text, i);
            }
        }
        return text;
    }

    private static String escape(final String text, final int harmless) {
        final StringBuilder escaped = new StringBuilder(text.length() + 16).append(text, 0, harmless);
        for (int i = harmless; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (isHarmless(c)) {
                escaped.append(c);
            } else if (c == '\n') {
                escaped.append("\\n");
            } else if (c == '\r') {
                escaped.append("\\r");
            } else if (c == '\t') {
                escaped.append("\\t");
            } else {
                escaped.append(String.format("\\u%04x", (int) c));
            }
        }
        return escaped.toString();
    }

    private static boolean isHarmless(final char c) {
        if (c < 0x7f) {
            return c >= ' ';
        }
        return c > 0x9f
                && c != 0x061c
                && c != 0x200e
                && c != 0x200f
                && (c < 0x2028 || c > 0x202e)
                && (c < 0x2066 || c > 0x2069);
    }

    /**
     * An exception whose message stays on its line, and those of its causes too.
     *
     * @param error whatever it says
     * @return the same exception if it is harmless already; otherwise one with the same stack traces and escaped messages
     */
    public static Throwable escape(final Throwable error) {
        return isHarmless(error, seen()) ? error : new EscapedException(error, seen());
    }

    private static Set<Throwable> seen() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    private static boolean isHarmless(final @Nullable Throwable first, final Set<Throwable> seen) {
        for (Throwable error = first; error != null && seen.add(error); error = error.getCause()) {
            final String message = error.getMessage();
            if (!isSame(message) || !isSame(error.getLocalizedMessage()) || !isSame(error.toString())) {
                return false;
            }
            for (final Throwable suppressed : error.getSuppressed()) {
                if (!isHarmless(suppressed, seen)) {
                    return false;
                }
            }
        }
        return true;
    }

    @SuppressWarnings("ReferenceEquality") // what is harmless is not copied
    private static boolean isSame(final @Nullable String text) {
        return text == null || escape(text) == text;
    }

    /** Stands in the log for an exception whose message does not. Causes may form a circle. */
    private static final class EscapedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        EscapedException(final Throwable original, final Set<Throwable> seen) {
            super(escape(original.toString()), inner(original.getCause(), seen));
            setStackTrace(original.getStackTrace());
            for (final Throwable suppressed : original.getSuppressed()) {
                final Throwable copy = inner(suppressed, seen);
                if (copy != null) {
                    addSuppressed(copy);
                }
            }
        }

        private static @Nullable Throwable inner(final @Nullable Throwable error, final Set<Throwable> seen) {
            return error == null || !seen.add(error) ? null : new EscapedException(error, seen);
        }
    }
}
