package org.jzenith.benchmark.service;

import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;

/** Starts the service; the system property {@code benchmark.routes} says how many further routes of each kind it has. */
public final class ServiceApplication {

    private ServiceApplication() {}

    /**
     * The program.
     *
     * @param args settings such as {@code --rest.port=9090}
     */
    public static void main(final String... args) {
        JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(
                                        GreetingResource.class,
                                        ParametersResource.class,
                                        OrderResource.class,
                                        ErrorResource.class,
                                        ItemResource.class,
                                        RowResource.class,
                                        EventResource.class)
                                .withResources(GeneratedRoutes.templated())
                                .withResources(GeneratedRoutes.literal())
                                .withProviders(KeyFilter.class, SecurityHeadersFilter.class)
                                .withProviders((Object[]) GeneratedRoutes.filters())
                                .withMapping(OutOfStockException.class, 409, "This article is out of stock."),
                        PostgresqlPlugin.create())
                .withConfiguration("rest.server-header", "service")
                .run();
    }
}
