package org.jzenith.benchmark.service;

import org.jzenith.observability.ObservabilityPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.authorization.Access;
import org.jzenith.security.jwt.JwtPlugin;
import org.jzenith.tracing.TracingPlugin;

/** Starts the application of {@link SumApplication} with authentication, metrics and traces. */
public final class ObservedApplication {

    private ObservedApplication() {}

    /**
     * The program.
     *
     * @param args settings such as {@code --rest.port=9090}
     */
    public static void main(final String... args) {
        SumApplication.application(args)
                .withPlugins(
                        SecurityPlugin.create().withPath("/", Access.roles("user"), "rest"),
                        JwtPlugin.create(),
                        RestPlugin.named("admin"),
                        ObservabilityPlugin.create(),
                        TracingPlugin.create())
                .withConfiguration("tracing.service-name", "service")
                .run();
    }
}
