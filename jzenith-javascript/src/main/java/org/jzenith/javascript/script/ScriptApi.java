package org.jzenith.javascript.script;

import com.google.inject.Binder;
import com.google.inject.multibindings.Multibinder;

/**
 * An object that handlers in JavaScript find in their first argument under its name:
 *
 * <pre>{@code
 * ScriptApi.binder(binder()).addBinding().to(SqlApi.class);      // get('/', ({ sql }) => ...)
 * }</pre>
 *
 * <p>Called on the event loop of a request; must not block.
 */
public interface ScriptApi {

    /**
     * Returns the name of the member.
     *
     * @return an identifier that no other object has
     */
    String name();

    /**
     * Creates the object for one request, when its handler reads it for the first time.
     *
     * @param request the request
     * @return what {@link ScriptRequest#value} takes; {@link ScriptRequest#function} creates functions
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
