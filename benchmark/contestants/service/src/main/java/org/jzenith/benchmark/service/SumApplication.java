package org.jzenith.benchmark.service;

import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;

/** Starts an application with all that a real service has on. A further feature is one line here, and one in the baseline. */
public final class SumApplication {

    private SumApplication() {}

    /**
     * The program.
     *
     * @param args settings such as {@code --rest.port=9090}
     */
    public static void main(final String... args) {
        application(args).run();
    }

    static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(GreetingResource.class, OrderResource.class, StoredItemResource.class)
                                .withProviders(TokenFilter.class)
                                .withProviders(VersionFilter.class),
                        PostgresqlPlugin.create())
                .withSettings(SumSettings.class)
                .withConfiguration("rest.server-header", "service");
    }
}
