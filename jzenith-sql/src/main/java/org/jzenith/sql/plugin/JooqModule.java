package org.jzenith.sql.plugin;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import jakarta.inject.Singleton;
import java.util.Map;
import org.jooq.DSLContext;
import org.jzenith.sql.jooq.Jooq;

/** Bindings of types that refer to jOOQ; used only if jOOQ is on the class path. */
final class JooqModule extends AbstractModule {

    static final Map<Class<?>, String> REMEDIES = Map.of(
            Jooq.class,
            "It runs the queries on the Database with the same name.",
            DSLContext.class,
            "Its Jooq renders all statements with its own settings. If you need a DSLContext for another purpose, bind "
                    + "it with @Named.");

    @Override
    protected void configure() {
        bind(Jooq.class).in(Singleton.class);
    }

    /** Provides jOOQ's context on demand: an application without jOOQ queries does not load it. */
    @Provides
    DSLContext dsl(final Jooq jooq) {
        return jooq.dsl();
    }
}
