package org.jzenith.benchmark.javascript;

import com.google.inject.AbstractModule;
import com.google.inject.multibindings.ProvidesIntoSet;
import org.jzenith.core.JZenith;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;

/** Starts the endpoints in Java. */
public final class JavaEndpoints {

    private JavaEndpoints() {}

    /**
     * The program.
     *
     * @param args settings such as {@code --rest.port=9090}
     */
    public static void main(final String... args) {
        JZenith.application(args)
                .withPlugins(RestPlugin.withResources(), PostgresqlPlugin.create())
                .withModules(new AbstractModule() {
                    @Override
                    protected void configure() {
                        bind(EndpointsMount.class);
                        bind(Worlds.class);
                    }

                    @ProvidesIntoSet
                    HttpMount mount(final EndpointsMount mount) {
                        return HttpMount.at("/", "endpoints", mount);
                    }
                })
                .run();
    }
}
