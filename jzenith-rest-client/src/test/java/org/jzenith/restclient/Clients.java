package org.jzenith.restclient;

import com.google.inject.Module;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.observe.Observers;
import org.jzenith.rest.RestPlugin;
import org.jzenith.restclient.observe.OutboundEvent;

/** An application with a client of the name stock, and its events. */
final class Clients implements AutoCloseable {

    private final RunningApplication application;
    private final List<OutboundEvent> events = new CopyOnWriteArrayList<>();

    private Clients(final Map<String, ?> settings, final RestClient client, final Class<?> resource) {
        final Module observer =
                binder -> Observers.binder(binder).addBinding().toInstance(new EventObserver<OutboundEvent>() {
                    @Override
                    public Class<OutboundEvent> events() {
                        return OutboundEvent.class;
                    }

                    @Override
                    public void observe(final OutboundEvent event) {
                        events.add(event);
                    }
                });
        final JZenith recipe = JZenith.application()
                .withoutConfigurationFiles()
                .withPlugins(RestPlugin.withResources(resource), client)
                .withModules(observer)
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.idle-grace", "0s")
                .withOverridingConfiguration("jzenith.event-loops", 2);
        settings.forEach((key, value) ->
                recipe.withOverridingConfiguration(key.startsWith("rest.") ? key : "rest-client.stock." + key, value));
        this.application = recipe.run();
    }

    static Clients of(final Map<String, ?> settings) {
        return of(settings, ArticlesApi.class, ArticlesResource.class);
    }

    static Clients of(final Map<String, ?> settings, final Class<?> api, final Class<?> resource) {
        return of(settings, RestClientPlugin.of(api, "stock"), resource);
    }

    /** @param client of the name stock */
    static Clients of(final Map<String, ?> settings, final RestClient client, final Class<?> resource) {
        return new Clients(settings, client, resource);
    }

    ArticlesApi articles() {
        return application.get(ArticlesApi.class);
    }

    RunningApplication application() {
        return application;
    }

    List<OutboundEvent> events() {
        return events;
    }

    /** The number of places in use. */
    long used() {
        return application.get(Gauges.class).all().stream()
                .filter(gauge -> gauge.name().equals("rest-client.stock.calls"))
                .mapToLong(Gauge::used)
                .sum();
    }

    @Override
    public void close() {
        application.close();
    }
}
