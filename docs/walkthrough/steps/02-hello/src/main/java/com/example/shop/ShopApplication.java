package com.example.shop;

import com.example.shop.order.NoSuchOrderException;
import com.example.shop.order.OrderModule;
import com.example.shop.order.OrderResource;
import org.jzenith.core.JZenith;
import org.jzenith.http.problem.Problem;
import org.jzenith.logging.LoggingPlugin;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.EmbeddedPostgresql;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** Starts the shop. */
public final class ShopApplication {

    private ShopApplication() {}

    public static void main(final String... args) {
        // Sends java.util.logging to SLF4J.
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        application(args).run();
    }

    /** The shop's parts, not started yet; the tests use it too. */
    public static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(
                                        HelloResource.class,
                                        OrderResource.class)
                                .withMapping(
                                        NoSuchOrderException.class,
                                        e -> Problem.of(404).withDetail(
                                                "There is no order "
                                                        + e.id() + ".")),
                        SecurityPlugin.create(),
                        LoggingPlugin.create(),
                        PostgresqlPlugin.create(),
                        EmbeddedPostgresql.create())
                .withSettings(ShopSettings.class)
                .withModules(new OrderModule());
    }
}
