package org.jzenith.javascript.internal.api;

import com.google.inject.AbstractModule;
import com.google.inject.multibindings.Multibinder;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.javascript.internal.client.ClientsModule;
import org.jzenith.javascript.internal.sql.SqlScriptModule;
import org.jzenith.javascript.script.ScriptApi;

/** Binds the objects of handlers; those of {@code jzenith-sql} and {@code jzenith-rest-client} if they are on the class path. */
public final class ObjectsModule extends AbstractModule {

    @Override
    protected void configure() {
        final Multibinder<ScriptApi> apis = ScriptApi.binder(binder());
        apis.addBinding().toInstance(new IdentityApi());
        apis.addBinding().to(SettingsApi.class);
        apis.addBinding().to(FetchApi.class);
        if (MissingPlugins.isPresent("org.jzenith.sql.Database", ObjectsModule.class)) {
            install(new SqlScriptModule());
        }
        if (MissingPlugins.isPresent("org.jzenith.restclient.ClientBinding", ObjectsModule.class)) {
            install(new ClientsModule());
        }
    }
}
