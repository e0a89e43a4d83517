package org.jzenith.javascript.internal.realm;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.SourceSection;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;

/** An error of JavaScript, whose stack trace has the JavaScript frames only. */
public final class ScriptException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** A line of a JavaScript stack: {@code at name (file:line:column)} or {@code at file:line:column}. */
    private static final Pattern FRAME = Pattern.compile("\\s*at (?:(.*?) \\()?(.*?):(\\d{1,9})(?::\\d+)?\\)?");

    private static final int LONGEST_FRAME = 1_000;

    private final transient @Nullable Value error;

    /** The file, line and column of the error; empty if unknown. */
    private String location = "";

    /**
     * Creates an error.
     *
     * @param message the name and message of the JavaScript error
     * @param stack the lines of the JavaScript stack, without the message; may be empty
     * @param error the value that JavaScript has thrown; null if there is none
     */
    public ScriptException(final String message, final String stack, final @Nullable Value error) {
        super(message);
        this.error = error;
        setStackTrace(frames(stack));
    }

    /**
     * Returns what JavaScript has thrown.
     *
     * @return a value of the realm in which the error happened; null if there is none
     */
    public @Nullable Value error() {
        return error;
    }

    static ScriptException of(final PolyglotException e) {
        final ScriptException made = new ScriptException(String.valueOf(e.getMessage()), "", null);
        if (e.isInternalError() || e.isHostException()) {
            made.initCause(e);
        }
        SourceSection origin = e.getSourceLocation();
        final List<StackTraceElement> frames = new ArrayList<>();
        for (final PolyglotException.StackFrame frame : e.getPolyglotStackTrace()) {
            final SourceSection section = frame.isGuestFrame() ? frame.getSourceLocation() : null;
            if (section != null && !section.getSource().isInternal()) {
                frames.add(element(frame.getRootName(), fileName(section.getSource()), section.getStartLine()));
                origin = origin == null ? section : origin;
            }
        }
        if (origin != null && !origin.getSource().isInternal()) {
            made.location = fileName(origin.getSource()) + ":" + origin.getStartLine() + ":" + origin.getStartColumn();
        }
        made.setStackTrace(frames.toArray(new StackTraceElement[0]));
        return made;
    }

    private static StackTraceElement[] frames(final String stack) {
        final List<StackTraceElement> frames = new ArrayList<>();
        for (final String line : stack.split("\n", -1)) {
            final Matcher frame = FRAME.matcher(line);
            if (line.length() <= LONGEST_FRAME && frame.matches()) {
                frames.add(element(frame.group(1), frame.group(2), Integer.parseInt(frame.group(3))));
            }
        }
        return frames.toArray(new StackTraceElement[0]);
    }

    private static StackTraceElement element(final @Nullable String function, final String file, final int line) {
        return new StackTraceElement(
                "javascript", function == null || function.isEmpty() ? "anonymous" : function, fileName(file), line);
    }

    private static String fileName(final Source source) {
        return fileName(source.getPath() == null ? source.getName() : source.getPath());
    }

    private static String fileName(final String path) {
        return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    }

    /**
     * Returns the innermost file and line, and the column if it is known.
     *
     * @return such as {@code users.js:12:5}; empty if unknown
     */
    public String location() {
        if (!location.isEmpty()) {
            return location;
        }
        final StackTraceElement[] frames = getStackTrace();
        return frames.length == 0 ? "" : frames[0].getFileName() + ":" + frames[0].getLineNumber();
    }
}
