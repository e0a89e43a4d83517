package org.jzenith.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Provides;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.util.List;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.Problem;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.dispatch.RequestHandler;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.health.HealthResource;
import org.jzenith.rest.json.Json;
import org.jzenith.rest.json.JsonConfiguration;
import org.jzenith.rest.server.RestServer;
import org.jzenith.rest.validation.RequestValidation;

/** The bindings behind the plugin. */
final class RestModule extends AbstractModule {

    private final Routes routes;

    RestModule(final Routes routes) {
        this.routes = routes;
    }

    @Override
    protected void configure() {
        install(Json.bindings());
        install(RequestValidation.bindings());
        install(new ContextBindings());
        bind(HealthResource.class);
        routes.bind(binder());
    }

    @Provides
    @Singleton
    Errors errors() {
        return new Errors(routes.mappings());
    }

    @Provides
    @Singleton
    RequestHandler requestHandler(
            final Injector injector,
            final RestConfiguration settings,
            final Errors errors,
            final ObjectMapper mapper,
            final RequestValidation validation,
            final Configuration configuration) {
        final RequestHandler.Parts parts = new RequestHandler.Parts(
                settings.health().enabled()
                        ? routes.withResources(List.of(HealthResource.class)).resources()
                        : routes.resources(),
                routes.instances(),
                routes.providers(injector),
                List.of(Json.body(mapper), validation.resolver()),
                routes.application(),
                errors);
        try {
            return RequestHandler.of(parts, handlerSettings(settings), injector);
        } catch (final IllegalArgumentException e) {
            throw new StartException(Problem.of("rest.trusted-proxies cannot be read: " + e.getMessage())
                    .from(configuration.origin("rest.trusted-proxies").orElse(null))
                    .remedy("Give IP addresses or networks such as 10.0.0.0/8.")
                    .causedBy(e));
        }
    }

    @Provides
    @Singleton
    static JsonConfiguration json(final RestConfiguration settings) {
        return settings.json();
    }

    private RequestHandler.Settings handlerSettings(final RestConfiguration settings) {
        return new RequestHandler.Settings(
                routes.basePath(settings.contextPath()),
                settings.maxBodySize().bytes(),
                settings.bodyTimeout(),
                settings.requestTimeout(),
                settings.maxRequestsInFlight(),
                settings.trustedProxies().orElse(List.of()),
                settings.serverHeader());
    }

    @Provides
    @Singleton
    RestServer restServer(
            final Vertx vertx,
            final RequestHandler handler,
            final RestConfiguration settings,
            final Configuration configuration) {
        return new RestServer(
                vertx,
                ServerOptions.of(settings),
                new RestServer.Settings(
                        settings.instances().orElse(Runtime.getRuntime().availableProcessors()),
                        settings.maxConnections(),
                        settings.headerTimeout(),
                        settings.idleTimeout()),
                handler::attach,
                configuration);
    }
}
