package org.jzenith.javascript.internal.request;

import java.util.Arrays;
import org.graalvm.polyglot.Value;
import org.jzenith.javascript.internal.realm.ScriptException;

/** Errors of JavaScript as exceptions of Java. */
final class ScriptErrors {

    private ScriptErrors() {}

    /**
     * Returns the exception for an error.
     *
     * @param error any value, the name and message, the stack, and the Java exception behind it or undefined,
     *     and the error itself
     * @return that exception with the JavaScript stack of its first throw, or one with the JavaScript stack only
     */
    static Throwable of(final Value... error) {
        final String stack = error[2].asString();
        if (error[3].isHostObject() && error[3].asHostObject() instanceof final Throwable known) {
            if (Arrays.stream(known.getSuppressed()).noneMatch(ScriptException.class::isInstance)) {
                known.addSuppressed(new ScriptException(error[1].asString(), stack, null));
            }
            return known;
        }
        return new ScriptException(error[1].asString(), stack, error.length > 4 ? error[4] : null);
    }
}
