package org.jzenith.rest;

import com.google.inject.AbstractModule;
import com.google.inject.Provider;
import jakarta.inject.Singleton;
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
        install(new ContextBindings(routes.application()));
        bind(HealthResource.class);
        bind(House.class).in(Singleton.class);
        final Provider<House> house = getProvider(House.class);
        bind(HealthResource.Readers.class).toInstance(address -> house.get().showsHealthTo(address));
        final Provider<RestConfiguration> settings = getProvider(RestConfiguration.class);
        bind(JsonConfiguration.class).toProvider(() -> settings.get().json());
        routes.bind(binder());
    }
}
