package org.jzenith.rest;

import com.google.inject.AbstractModule;
import com.google.inject.Provider;
import jakarta.inject.Singleton;
import jakarta.ws.rs.container.ResourceContext;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.Providers;
import jakarta.ws.rs.sse.Sse;
import java.util.Map;
import java.util.Set;
import org.jzenith.core.observe.GaugeSource;
import org.jzenith.http.internal.listener.ListenerGauges;
import org.jzenith.json.Json;
import org.jzenith.json.internal.configuration.JsonConfiguration;
import org.jzenith.rest.internal.configuration.RestConfiguration;
import org.jzenith.rest.internal.deployment.Components;
import org.jzenith.rest.internal.deployment.HealthResource;
import org.jzenith.rest.internal.json.JsonBodyConfiguration;
import org.jzenith.rest.internal.limit.RateLimitConfiguration;
import org.jzenith.rest.internal.multipart.MultipartConfiguration;
import org.jzenith.rest.internal.patch.PatchConfiguration;
import org.jzenith.rest.internal.sse.SseConfiguration;
import org.jzenith.rest.link.Links;
import org.jzenith.rest.pipeline.ResourceMethods;

/** The Guice bindings of a REST plugin. */
final class RestModule extends AbstractModule {

    private static final String OF_REQUEST =
            "It belongs to the current request. To change it, pass a ContainerRequestFilter to withProviders(..).";

    /** The remedies for an application that binds a type that is bound here. */
    static final Map<Class<?>, String> REMEDIES = Map.ofEntries(
            Map.entry(Application.class, "Pass it to RestPlugin.withApplication(..)."),
            Map.entry(Configuration.class, "It is the configuration of Jakarta REST."),
            Map.entry(UriInfo.class, OF_REQUEST),
            Map.entry(HttpHeaders.class, OF_REQUEST),
            Map.entry(Request.class, OF_REQUEST),
            Map.entry(SecurityContext.class, OF_REQUEST),
            Map.entry(ResourceInfo.class, "It describes the method of the current request."),
            Map.entry(ResourceContext.class, "It creates sub-resources of the current request."),
            Map.entry(Providers.class, "Pass providers to RestPlugin.withProviders(..)."),
            Map.entry(Sse.class, "Inject it: it creates events and broadcasters."),
            Map.entry(ResourceMethods.class, "Inject it: it lists the resource methods of the listener."),
            Map.entry(Links.class, "Inject it: it creates the URIs of resource methods."),
            Map.entry(HealthResource.class, "Set rest.health.enabled=false to have no resource at /health."),
            Map.entry(
                    JsonConfiguration.class,
                    "Set its values in the configuration, for example rest.json.reject-unknown-fields."),
            Map.entry(
                    Set.class,
                    "Add an element to the set with Multibinder.newSetBinder(..). To change the ObjectMapper, add "
                            + "the result of Json.adjust(..)."));

    private final Components components;

    RestModule(final Components components) {
        this.components = components;
    }

    @Override
    protected void configure() {
        install(Json.bindings());
        install(new ContextBindings(components.application()));
        bind(HealthResource.class);
        bind(RestRuntime.class).in(Singleton.class);
        final Provider<RestRuntime> runtime = getProvider(RestRuntime.class);
        bind(ResourceMethods.class).to(RestRuntime.class);
        bind(Links.class);
        bind(HealthResource.Readers.class)
                .toInstance(address -> runtime.get().listeners().showsHealthTo(address));
        GaugeSource.binder(binder())
                .addBinding()
                .toInstance(new ListenerGauges(() -> runtime.get().listenersIfBuilt()));
        final Provider<RestConfiguration> settings = getProvider(RestConfiguration.class);
        bind(JsonConfiguration.class).to(JsonBodyConfiguration.class);
        bind(JsonBodyConfiguration.class).toProvider(() -> settings.get().json());
        bind(MultipartConfiguration.class).toProvider(() -> settings.get().multipart());
        bind(SseConfiguration.class).toProvider(() -> settings.get().sse());
        bind(RateLimitConfiguration.class).toProvider(() -> settings.get().rateLimit());
        bind(PatchConfiguration.class).toProvider(() -> settings.get().patch());
        RestFeatures.all().forEach(this::install);
    }
}
