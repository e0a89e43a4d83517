package org.jzenith.rest;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import jakarta.inject.Singleton;
import org.jzenith.rest.error.Errors;
import org.jzenith.rest.health.HealthResource;
import org.jzenith.rest.json.Json;
import org.jzenith.rest.json.JsonConfiguration;
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
        bind(House.class).in(Singleton.class);
        routes.bind(binder());
    }

    @Provides
    @Singleton
    Errors errors() {
        return new Errors(routes.mappings());
    }

    @Provides
    @Singleton
    static JsonConfiguration json(final RestConfiguration settings) {
        return settings.json();
    }
}
