package org.jzenith.javascript.script;

import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;

/** A function that JavaScript calls. */
@FunctionalInterface
public interface ScriptFunction {

    /**
     * Runs the function on the event loop of the request.
     *
     * @param arguments the arguments that JavaScript passes; possibly fewer or more than you expect
     * @return a value that {@link ScriptRequest#value} accepts
     */
    @Nullable
    Object call(Value... arguments);
}
