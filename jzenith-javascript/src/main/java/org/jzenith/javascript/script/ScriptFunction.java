package org.jzenith.javascript.script;

import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;

/** A function that JavaScript calls. */
@FunctionalInterface
public interface ScriptFunction {

    /**
     * Runs the function on the event loop of the request.
     *
     * @param arguments as JavaScript passes them; may be fewer or more than expected
     * @return what {@link ScriptRequest#value} takes
     */
    @Nullable
    Object call(Value... arguments);
}
