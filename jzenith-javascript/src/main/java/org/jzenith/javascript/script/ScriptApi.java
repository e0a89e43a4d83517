package org.jzenith.javascript.script;

import com.google.inject.Binder;
import com.google.inject.multibindings.Multibinder;

/**
 * An object that JavaScript handlers receive as a member of their first argument:
 *
 * <pre>{@code
 * ScriptApi.binder(binder()).addBinding().to(SqlApi.class);      // get('/', ({ sql }) => ...)
 * }</pre>
 *
 * <p>jZenith calls it on the event loop of a request, so it must not block.
 */
public interface ScriptApi {

    /**
     * Returns the name of the member.
     *
     * @return a JavaScript identifier; differs from the names of all other objects
     */
    String name();

    /**
     * Creates the object for one request when the handler reads the member for the first time.
     *
     * @param request the request
     * @return a value that {@link ScriptRequest#value} accepts, such as one from {@link ScriptRequest#function}
     */
    Object create(ScriptRequest request);

    /**
     * Returns the binder to which a module adds its objects.
     *
     * @param binder the module's binder
     * @return the set of all objects
     */
    static Multibinder<ScriptApi> binder(final Binder binder) {
        return Multibinder.newSetBinder(binder, ScriptApi.class);
    }
}
