package org.jzenith.javascript.internal.realm;

import org.graalvm.polyglot.PolyglotException;

/**
 * The abnormal end of a turn.
 *
 * @param kind the cause
 * @param exception the error, with the JavaScript stack
 */
public record ScriptFailure(Kind kind, ScriptException exception) {

    /** The causes. */
    public enum Kind {
        /** The turn was longer than {@code javascript.max-turn}. */
        INTERRUPTED,
        /** The realm was replaced, because another turn could not be interrupted. */
        REPLACED,
        /** JavaScript has thrown an error, or the engine has failed. */
        ERROR
    }

    /** @param interrupted the watch has interrupted the turn */
    static ScriptFailure of(final PolyglotException e, final boolean interrupted) {
        final Kind kind =
                e.isCancelled() ? Kind.REPLACED : interrupted || e.isInterrupted() ? Kind.INTERRUPTED : Kind.ERROR;
        return new ScriptFailure(kind, ScriptException.of(e));
    }

    /** Returns the failure of a request whose realm is replaced. */
    static ScriptFailure replaced() {
        return new ScriptFailure(
                Kind.REPLACED, new ScriptException("The JavaScript realm of this request was replaced.", "", null));
    }
}
