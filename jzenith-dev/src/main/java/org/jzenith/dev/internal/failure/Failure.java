package org.jzenith.dev.internal.failure;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.dev.internal.project.Project;

/**
 * The reason for which the application does not run the current sources.
 *
 * @param id distinguishes it from others
 * @param title one sentence
 * @param reasons the reasons, at least one
 * @param hint further advice, or null
 */
public record Failure(
        String id,
        String title,
        List<Reason> reasons,
        @Nullable String hint) {

    private static final int LINES_AROUND = 4;
    private static final int TAB = 8;

    /**
     * One thing that is wrong.
     *
     * @param message the compiler's message
     * @param file relative to the project, or null if no file is known
     * @param line the line, from 1; 0 if it is unknown
     * @param column the column, from 1; 0 if it is unknown
     * @param excerpt the lines around it
     * @param stackTrace or null
     */
    public record Reason(
            String message,
            @Nullable String file,
            long line,
            long column,
            List<SourceLine> excerpt,
            @Nullable String stackTrace) {

        String place() {
            return file == null ? "" : line == 0 ? file : file + ":" + line;
        }
    }

    /** A line of a source and its number. */
    record SourceLine(long number, String text) {}

    public static Failure of(final Project project, final List<Diagnostic<? extends JavaFileObject>> diagnostics) {
        final List<Reason> reasons = new ArrayList<>();
        for (final Diagnostic<? extends JavaFileObject> diagnostic : diagnostics) {
            final JavaFileObject source = diagnostic.getSource();
            final Path file =
                    source == null || !source.toUri().getScheme().equals("file") ? null : Path.of(source.toUri());
            final long line = Math.max(0, diagnostic.getLineNumber());
            reasons.add(new Reason(
                    diagnostic.getMessage(Locale.ENGLISH),
                    file == null ? null : project.shown(file),
                    line,
                    Math.max(0, diagnostic.getColumnNumber()),
                    file == null ? List.of() : excerpt(project, file, line),
                    null));
        }
        return new Failure(newId(), "The sources do not compile.", reasons, null);
    }

    public static Failure ofStart(final Project project, final Throwable cause, final boolean data) {
        final List<Reason> reasons = new ArrayList<>();
        if (cause instanceof final StartException problems) {
            for (final StartProblem problem : problems.problems()) {
                final Throwable behind = problem.cause();
                reasons.add(reason(project, problem.toString(), behind));
            }
        } else {
            // The error says only that a class cannot be used; its cause says why.
            final Throwable behind =
                    cause instanceof ExceptionInInitializerError && cause.getCause() != null ? cause.getCause() : cause;
            reasons.add(reason(project, behind.toString(), behind));
        }
        return new Failure(
                newId(),
                "The application did not start.",
                reasons,
                data && reasons.stream().anyMatch(Failure::isAboutData)
                        ? "To start again with an empty database, type r and Enter in the terminal. If the database has its"
                                + " own directory, stop the development mode, delete the directory, and start again."
                        : null);
    }

    public static Failure ofRequest(
            final Project project, final Throwable cause, final String id, final String request) {
        return new Failure(
                id,
                request + " failed.",
                List.of(reason(project, cause.toString(), cause)),
                "The log has this failure under the id " + id + ".");
    }

    private static boolean isAboutData(final Reason reason) {
        return reason.message.toLowerCase(Locale.ROOT).contains("migration");
    }

    public static Failure of(final String title, final String message) {
        return new Failure(newId(), title, List.of(new Reason(message, null, 0, 0, List.of(), null)), null);
    }

    private static String newId() {
        return UUID.randomUUID().toString();
    }

    private static Reason reason(final Project project, final String message, final @Nullable Throwable cause) {
        if (cause != null) {
            for (final StackTraceElement frame : cause.getStackTrace()) {
                final Path file = project.source(frame.getClassName(), frame.getFileName());
                if (file != null && frame.getLineNumber() > 0) {
                    return new Reason(
                            message,
                            project.shown(file),
                            frame.getLineNumber(),
                            0,
                            excerpt(project, file, frame.getLineNumber()),
                            stackTrace(cause));
                }
            }
        }
        return new Reason(message, null, 0, 0, List.of(), cause == null ? null : stackTrace(cause));
    }

    public static String stackTrace(final Throwable cause) {
        final StringWriter text = new StringWriter();
        cause.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static List<SourceLine> excerpt(final Project project, final Path file, final long line) {
        final List<SourceLine> excerpt = new ArrayList<>();
        try {
            final List<String> lines = new String(Files.readAllBytes(file), project.encoding())
                    .lines()
                    .toList();
            for (long i = Math.max(1, line - LINES_AROUND); i <= Math.min(lines.size(), line + LINES_AROUND); i++) {
                excerpt.add(new SourceLine(i, lines.get((int) i - 1)));
            }
        } catch (final IOException e) {
            return List.of(); // it was deleted meanwhile
        }
        return line == 0 ? List.of() : excerpt;
    }

    /** Replaces tabs by the number of spaces that the compiler counts for them. */
    private static String withoutTabs(final String line) {
        final StringBuilder text = new StringBuilder();
        line.chars()
                .forEach(each -> text.append(
                        each == '\t' ? " ".repeat(TAB - text.length() % TAB) : String.valueOf((char) each)));
        return text.toString();
    }

    /** Returns the text for the terminal: each error with its place and its line. */
    public String text() {
        final StringBuilder text = new StringBuilder(title);
        for (final Reason reason : reasons) {
            text.append('\n');
            if (reason.file != null) {
                text.append(reason.place()).append(": ");
            }
            text.append(reason.message.stripTrailing());
            for (final SourceLine line : reason.excerpt) {
                if (line.number == reason.line) {
                    text.append("\n    ").append(withoutTabs(line.text));
                    if (reason.column > 0) {
                        text.append("\n    ")
                                .append(" ".repeat((int) reason.column - 1))
                                .append('^');
                    }
                }
            }
        }
        return hint == null ? text.toString() : text.append('\n').append(hint).toString();
    }
}
