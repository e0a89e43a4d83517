package org.jzenith.javascript.internal.client;

import com.google.inject.AbstractModule;
import org.jzenith.javascript.script.ScriptApi;

/** Binds the object {@code http}. */
public final class ClientsModule extends AbstractModule {

    @Override
    protected void configure() {
        ScriptApi.binder(binder()).addBinding().to(ClientsApi.class);
    }
}
