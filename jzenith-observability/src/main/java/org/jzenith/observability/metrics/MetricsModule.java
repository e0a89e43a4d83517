package org.jzenith.observability.metrics;

import com.google.inject.AbstractModule;
import com.google.inject.Provider;
import com.google.inject.Provides;
import com.google.inject.multibindings.ProvidesIntoSet;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.function.BiConsumer;
import org.jzenith.core.Endpoints;
import org.jzenith.core.observe.ConnectionEvent;
import org.jzenith.core.observe.Event;
import org.jzenith.core.observe.EventLoopEvent;
import org.jzenith.core.observe.JobEvent;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.PoolEvent;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.core.observe.SecurityEvent;
import org.jzenith.core.observe.StatementEvent;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.RequestHandler;

/** Binds the observers, the registry and the handler. */
final class MetricsModule extends AbstractModule {

    private static final String MAIN = "rest";
    private static final String OPERATORS = "rest.admin";

    @Override
    protected void configure() {
        observe(RequestEvent.Answered.class, (all, event) -> all.requests().answered(event));
        observe(RequestEvent.Disposed.class, (all, event) -> all.requests().disposed(event));
        observe(StatementEvent.Done.class, (all, event) -> all.statements().done(event));
        observe(PoolEvent.class, (all, event) -> all.pools().pool(event));
        observe(ConnectionEvent.class, (all, event) -> all.pools().connection(event));
        observe(JobEvent.class, (all, event) -> all.jobs().happened(event));
        observe(SecurityEvent.Refused.class, (all, event) -> all.security().refused(event));
        observe(SecurityEvent.Denied.class, (all, event) -> all.security().denied(event));
        observe(EventLoopEvent.Blocked.class, (all, event) -> all.eventLoops().blocked());
    }

    private <E extends Event> void observe(final Class<E> events, final BiConsumer<ApplicationMeters, E> meter) {
        final Provider<MetricsConfiguration> settings = getProvider(MetricsConfiguration.class);
        final Provider<ApplicationMeters> meters = getProvider(ApplicationMeters.class);
        Observers.binder(binder()).addBinding().toProvider(() -> {
            if (!settings.get().enabled()) {
                return Observer.ofNothing();
            }
            final ApplicationMeters all = meters.get();
            return new Observer<>(events, event -> meter.accept(all, event));
        });
    }

    @Provides
    @Singleton
    static ApplicationMeters meters(final MetricsConfiguration settings) {
        return new ApplicationMeters(settings);
    }

    /** Returns a registry without effect if metrics are turned off. */
    @Provides
    @Singleton
    static MeterRegistry registry(final MetricsConfiguration settings, final Provider<ApplicationMeters> meters) {
        return settings.enabled() ? meters.get().registry() : new CompositeMeterRegistry();
    }

    @Provides
    @Singleton
    static Scrapes scrapes(final ApplicationMeters meters) {
        return new Scrapes(meters.registry());
    }

    @ProvidesIntoSet
    @Singleton
    static HttpMount mount(
            final MetricsConfiguration settings, final Endpoints endpoints, final Provider<Scrapes> scrapes) {
        final String listener = listener(settings, endpoints.listeners());
        final MetricsHandler handler = new MetricsHandler(scrapes);
        final RequestHandler chosen = listener.equals(MAIN) ? handler : new OperatorsMetricsHandler(handler);
        return HttpMount.at(settings.path(), MetricsPlugin.NAME, chosen).onListenerOf(listener);
    }

    /** Returns the plugin whose listener serves the metrics; an empty name, which is that of none, if they are turned off. */
    private static String listener(final MetricsConfiguration settings, final List<String> listeners) {
        if (!settings.enabled()) {
            return "";
        }
        return settings.listener().orElse(listeners.contains(OPERATORS) ? OPERATORS : MAIN);
    }
}
