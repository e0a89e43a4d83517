package org.jzenith.core.internal.log;

import java.util.Collections;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Escapes text from clients before it is logged. A line break in such text would forge a line of the log, and an escape
 * sequence would control the terminal that shows it. Escape such text, and exceptions whose message can hold it.
 *
 * <p>Escaped are the control characters of Unicode (line breaks, tabs and ESC among them), its line and paragraph
 * separators, and the characters that change the direction of text: {@code \n}, {@code \r}, {@code \t} or, for the
 * others, {@code \}{@code u001b}. All methods are safe for use by many threads.
 */
public final class LogText {

    /** Packages of the JDK, of jZenith and of the libraries that it is created from. */
    private static final List<String> LIBRARIES = List.of(
            "java.",
            "javax.",
            "jakarta.",
            "jdk.",
            "sun.",
            "com.sun.",
            "org.jzenith.core.",
            "org.jzenith.http.",
            "org.jzenith.jobs.",
            "org.jzenith.json.",
            "org.jzenith.rest.",
            "org.jzenith.restclient.",
            "org.jzenith.sql.",
            "org.jzenith.postgresql.",
            "org.jzenith.test.",
            "io.reactivex.",
            "org.reactivestreams.",
            "io.vertx.",
            "io.netty.",
            "org.jboss.",
            "com.google.",
            "com.fasterxml.",
            "org.hibernate.",
            "org.jooq.",
            "org.flywaydb.",
            "org.postgresql.",
            "io.smallrye.",
            "org.slf4j.",
            "ch.qos.logback.",
            "org.apache.",
            "org.junit.");

    private static final int DEPTH = 32;

    private LogText() {}

    /**
     * The line of the application's own code that an exception comes from: the first of its stack trace that is neither of
     * the JDK nor of jZenith or a library that it is created from; if there is none, that of its cause, and so on.
     *
     * @param error any exception
     * @return the line of a stack trace, such as {@code shop.OrderService.get(OrderService.java:41)}; null if no line
     *     of the application is in the traces
     */
    public static @Nullable String applicationFrame(final Throwable error) {
        Throwable each = error;
        for (int depth = 0; each != null && depth < DEPTH; depth++) {
            final String frame = applicationFrame(each.getStackTrace());
            if (frame != null) {
                return frame;
            }
            each = each.getCause();
        }
        return null;
    }

    private static @Nullable String applicationFrame(final StackTraceElement[] trace) {
        for (final StackTraceElement frame : trace) {
            final String type = frame.getClassName();
            if (LIBRARIES.stream().noneMatch(type::startsWith) && !type.contains("$$")) {
                final String file = frame.getFileName() == null ? "unknown source" : frame.getFileName();
                return type + "." + frame.getMethodName() + "(" + file
                        + (frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber()) + ")";
            }
        }
        return null;
    }

    /**
     * Escapes text, so that it stays on one line.
     *
     * @param text any text
     * @return the same text if nothing in it must be escaped
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
                appendEscape(escaped, c);
            }
        }
        return escaped.toString();
    }

    /**
     * Appends the escape sequence of JSON and Java for a character, such as {@code \}{@code u00e9}.
     *
     * @param target gets six characters of ASCII
     * @param c any UTF-16 code unit
     */
    public static void appendEscape(final StringBuilder target, final char c) {
        target.append("\\u").append(HexFormat.of().toHexDigits(c));
    }

    /** Returns false for characters that start a line, control a terminal or change the direction of text. */
    public static boolean isHarmless(final char c) {
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
     * Escapes the messages of an exception, of its causes and of its suppressed exceptions.
     *
     * @param error any exception
     * @return the same exception if nothing in it must be escaped; otherwise one with the same stack traces and escaped
     *     messages
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

    /** Replaces an exception in the log. Causes can form a cycle. */
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
