package org.jzenith.javascript.internal.sql;

import com.google.inject.AbstractModule;
import org.jzenith.javascript.script.ScriptApi;

/** Binds the object {@code sql}. */
public final class SqlScriptModule extends AbstractModule {

    @Override
    protected void configure() {
        ScriptApi.binder(binder()).addBinding().to(SqlApi.class);
    }
}
