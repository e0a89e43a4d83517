package ${package};

import ${package}.order.NoSuchOrderException;
import ${package}.order.OrderModule;
import ${package}.order.OrderResource;
import org.jzenith.core.JZenith;
import org.jzenith.http.problem.Problem;
import org.jzenith.logging.LoggingPlugin;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.EmbeddedPostgresql;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
#if ($login == "true")
import org.jzenith.security.embedded.EmbeddedIdentityProvider;
import org.jzenith.security.jwt.JwtPlugin;
import org.jzenith.security.oidc.OidcPlugin;
#end
import org.slf4j.bridge.SLF4JBridgeHandler;

/** Starts the ${artifactId}. */
public final class ${className}Application {

    private ${className}Application() {}

    public static void main(final String... args) {
        // Sends java.util.logging to SLF4J.
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        application(args).run();
    }

    /** The ${artifactId}'s parts, not started yet; the tests use it too. */
    public static JZenith application(final String... args) {
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(OrderResource.class)
                                .withMapping(
                                        NoSuchOrderException.class,
                                        e -> Problem.of(404).withDetail(
                                                "There is no order "
                                                        + e.id() + ".")),
                        SecurityPlugin.create(),
#if ($login == "true")
                        JwtPlugin.create(),
                        OidcPlugin.create(),
                        EmbeddedIdentityProvider.create().withUser("ann", "admin").withUser("bob"),
#end
                        LoggingPlugin.create(),
                        PostgresqlPlugin.create(),
                        EmbeddedPostgresql.create())
                .withSettings(${className}Settings.class)
                .withModules(new OrderModule());
    }
}
