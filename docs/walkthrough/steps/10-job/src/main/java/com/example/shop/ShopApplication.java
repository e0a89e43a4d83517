package com.example.shop;

import com.example.shop.article.ArticleModule;
import com.example.shop.article.ArticleResource;
import com.example.shop.article.NoSuchArticleException;
import com.example.shop.article.NotEnoughStockException;
import com.example.shop.order.NoSuchOrderException;
import com.example.shop.order.OrderExpiry;
import com.example.shop.order.OrderModule;
import com.example.shop.order.OrderNotOpenException;
import com.example.shop.order.OrderResource;
import com.example.shop.order.PaymentTooLateException;
import java.net.URI;
import java.time.Duration;
import org.jzenith.core.JZenith;
import org.jzenith.http.problem.Problem;
import org.jzenith.jobs.Jobs;
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
                                        OrderResource.class,
                                        ArticleResource.class)
                                .withMapping(
                                        NoSuchOrderException.class,
                                        e -> Problem.of(404).withDetail(
                                                "There is no order "
                                                        + e.id() + "."))
                                .withMapping(
                                        OrderNotOpenException.class,
                                        e -> Problem.of(409).withDetail("The order is " + e.status() + "."))
                                .withMapping(
                                        PaymentTooLateException.class,
                                        409,
                                        "The order waited too long for its payment.")
                                .withMapping(
                                        NoSuchArticleException.class,
                                        e -> Problem.of(422).withDetail(
                                                "There is no article '"
                                                        + e.article() + "'."))
                                .withMapping(
                                        NotEnoughStockException.class,
                                        ShopApplication::notEnough),
                        SecurityPlugin.create(),
                        LoggingPlugin.create(),
                        PostgresqlPlugin.create(),
                        EmbeddedPostgresql.create(),
                        Jobs.of(Jobs.every(
                                Duration.ofMinutes(1),
                                "expire-orders",
                                OrderExpiry.class,
                                OrderExpiry::run)))
                .withSettings(ShopSettings.class)
                .withModules(new OrderModule(), new ArticleModule());
    }

    private static Problem notEnough(final NotEnoughStockException e) {
        return Problem.of(409)
                .withType(URI.create(
                        "https://shop.example.com/problems/not-enough-stock"))
                .withTitle("Not enough in stock")
                .withDetail("There are only " + e.stock() + " pieces of '"
                        + e.article() + "'.")
                .withMember("article", e.article())
                .withMember("stock", e.stock());
    }
}
