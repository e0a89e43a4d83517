package org.jzenith.javascript.internal.request;

import com.google.inject.multibindings.Multibinder;
import org.jzenith.javascript.script.ScriptApi;

/** The objects beside the request that every application has. */
public final class RequestApis {

    private RequestApis() {}

    /**
     * Adds the objects.
     *
     * @param apis the objects of the application
     */
    public static void bind(final Multibinder<ScriptApi> apis) {
        apis.addBinding().toInstance(new LogApi());
        apis.addBinding().toInstance(new DeadlineApi());
    }
}
