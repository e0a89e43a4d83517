package org.jzenith.rest;

import com.google.inject.AbstractModule;
import com.google.inject.Provider;
import jakarta.inject.Singleton;
import org.jzenith.json.Json;
import org.jzenith.json.JsonConfiguration;
import org.jzenith.rest.health.HealthResource;
import org.jzenith.rest.validation.RequestValidation;

/** The bindings behind the plugin. */
final class RestModule extends AbstractModule {

    private final RestComponents components;

    RestModule(final RestComponents components) {
        this.components = components;
    }

    @Override
    protected void configure() {
        install(Json.bindings());
        install(RequestValidation.bindings());
        install(new ContextBindings(components.application()));
        bind(HealthResource.class);
        bind(RestRuntime.class).in(Singleton.class);
        final Provider<RestRuntime> runtime = getProvider(RestRuntime.class);
        bind(HealthResource.Readers.class).toInstance(address -> runtime.get().showsHealthTo(address));
        final Provider<RestConfiguration> settings = getProvider(RestConfiguration.class);
        bind(JsonConfiguration.class).toProvider(() -> settings.get().json());
        components.bind(binder());
    }
}
