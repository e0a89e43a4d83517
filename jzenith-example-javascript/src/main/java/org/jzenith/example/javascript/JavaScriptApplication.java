package org.jzenith.example.javascript;

import org.jzenith.core.JZenith;
import org.jzenith.javascript.JavaScriptPlugin;
import org.jzenith.logging.LoggingPlugin;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.EmbeddedPostgresql;
import org.jzenith.rest.RestPlugin;

/** Starts the prices and reviews: in Java at {@code /prices} and {@code /reviews}, in JavaScript below {@code /js}. */
public final class JavaScriptApplication {

    private JavaScriptApplication() {}

    /**
     * Runs the example.
     *
     * @param args settings such as {@code --rest.port=9090}; {@code --help} shows all
     */
    public static void main(final String... args) {
        application(args).run();
    }

    /**
     * Returns the application, not yet started. The tests use it, too.
     *
     * @param args the command line
     * @return the application
     */
    public static JZenith application(final String... args) {
        return routes(args).withPlugins(PostgresqlPlugin.create(), EmbeddedPostgresql.create());
    }

    private static JZenith routes(final String... args) {
        // region application
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(
                                PriceListResource.class, ReviewResource.class),
                        JavaScriptPlugin.at("/js", "handlers"),
                        LoggingPlugin.create());
        // endregion
    }
}
