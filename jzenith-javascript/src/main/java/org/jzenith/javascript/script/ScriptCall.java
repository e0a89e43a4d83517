package org.jzenith.javascript.script;

import java.util.Arrays;
import java.util.List;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;

/**
 * A value that a function of JavaScript creates. Converting it by {@link ScriptRequest#value}, or resolving a promise with it, enters
 * JavaScript once.
 *
 * @param function a function with one parameter, an array with the values; for instance an {@linkplain ScriptRequest#expression expression}
 * @param values each is null, a boolean, a string, a number that JavaScript represents exactly, or a {@link Value}
 */
public record ScriptCall(Value function, List<@Nullable Object> values) {

    /**
     * Creates a call.
     *
     * @param function a function with one parameter, an array with the values
     * @param values the values; the call keeps this array
     * @return the call
     */
    public static ScriptCall of(final Value function, final @Nullable Object... values) {
        return new ScriptCall(function, Arrays.asList(values));
    }
}
