package org.jzenith.rest;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Provides;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import org.jzenith.core.Endpoints;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.rest.dispatch.RequestHandler;
import org.jzenith.rest.dispatch.Routes;
import org.jzenith.rest.server.RestServer;

/** The bindings behind the plugin. */
final class RestModule extends AbstractModule {

    private final Routes routes;

    RestModule(final Routes routes) {
        this.routes = routes;
    }

    @Override
    protected void configure() {
        install(routes.bindings());
    }

    @Provides
    @Singleton
    RequestHandler requestHandler(final Injector injector, final RestConfiguration settings) {
        return RequestHandler.of(routes, injector, settings.contextPath());
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
