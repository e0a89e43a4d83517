package org.jzenith.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Provides;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.util.List;
import org.jzenith.core.Endpoints;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.rest.dispatch.RequestHandler;
import org.jzenith.rest.dispatch.Routes;
import org.jzenith.rest.error.ErrorMapping;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.health.HealthResource;
import org.jzenith.rest.json.Json;
import org.jzenith.rest.json.JsonConfiguration;
import org.jzenith.rest.server.RestServer;
import org.jzenith.rest.validation.RequestValidation;

/** The bindings behind the plugin. */
final class RestModule extends AbstractModule {

    private final Routes routes;
    private final List<ErrorMapping> mappings;

    RestModule(final Routes routes, final List<ErrorMapping> mappings) {
        this.routes = routes;
        this.mappings = mappings;
    }

    @Override
    protected void configure() {
        install(routes.bindings());
        install(Json.bindings());
        install(RequestValidation.bindings());
        bind(HealthResource.class);
        bind(Errors.class).toInstance(new Errors(mappings));
    }

    @Provides
    @Singleton
    RequestHandler requestHandler(
            final Injector injector,
            final RestConfiguration settings,
            final Errors errors,
            final ObjectMapper mapper,
            final RequestValidation validation) {
        final Routes all = settings.health().enabled() ? routes.withResources(List.of(HealthResource.class)) : routes;
        final List<Object> house = List.of(errors.mapper(), Json.body(mapper), validation.resolver());
        return RequestHandler.of(all, house, injector, settings.contextPath());
    }

    @Provides
    @Singleton
    static JsonConfiguration json(final RestConfiguration settings) {
        return settings.json();
    }

    @Provides
    @Singleton
    RestServer restServer(
            final Vertx vertx,
            final RequestHandler handler,
            final RestConfiguration settings,
            final Configuration configuration,
            final Endpoints endpoints) {
        return new RestServer(
                vertx,
                ServerOptions.of(settings),
                settings.instances().orElse(Runtime.getRuntime().availableProcessors()),
                handler,
                configuration,
                endpoints);
    }
}
