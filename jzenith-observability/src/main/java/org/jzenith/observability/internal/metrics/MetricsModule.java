package org.jzenith.observability.internal.metrics;

import com.google.inject.AbstractModule;
import com.google.inject.Provider;
import com.google.inject.Provides;
import com.google.inject.multibindings.OptionalBinder;
import com.google.inject.multibindings.ProvidesIntoSet;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jzenith.core.Endpoints;
import org.jzenith.core.observe.ConnectionEvent;
import org.jzenith.core.observe.Event;
import org.jzenith.core.observe.EventLoopEvent;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.ExemplarSource;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.internal.operator.OperatorAccess;
import org.jzenith.http.request.Networks;
import org.jzenith.observability.internal.meter.ApplicationMeters;

/** Binds the observers, the registry and the handler. */
public final class MetricsModule extends AbstractModule {

    /** The name of the plugin, which is that of all its parts. */
    public static final String PLUGIN = "observability";

    /** Creates it. */
    public MetricsModule() {
        // its settings say all
    }

    @Override
    protected void configure() {
        bind(Scrapes.class).in(Singleton.class);
        OptionalBinder.newOptionalBinder(binder(), ExemplarSource.class);
        observe(RequestEvent.Answered.class, ApplicationMeters::answered);
        observe(RequestEvent.Disposed.class, ApplicationMeters::disposed);
        observe(ConnectionEvent.class, ApplicationMeters::connection);
        // not the others, which would be made for each statement
        observe(WorkEvent.Begun.class, ApplicationMeters::work);
        observe(WorkEvent.Retried.class, ApplicationMeters::work);
        observe(WorkEvent.Ended.class, ApplicationMeters::work);
        observe(WorkEvent.Rejected.class, ApplicationMeters::work);
        observe(EventLoopEvent.Blocked.class, ApplicationMeters::blocked);
    }

    private <E extends Event> void observe(final Class<E> events, final BiConsumer<ApplicationMeters, E> meter) {
        final Provider<MetricsConfiguration> settings = getProvider(MetricsConfiguration.class);
        final Provider<ApplicationMeters> meters = getProvider(ApplicationMeters.class);
        Observers.binder(binder()).addBinding().toProvider(() -> {
            if (!settings.get().enabled()) {
                return EventObserver.ofNothing();
            }
            final ApplicationMeters all = meters.get();
            return EventObserver.of(events, event -> meter.accept(all, event));
        });
    }

    @Provides
    @Singleton
    static ApplicationMeters meters(final MetricsConfiguration settings, final Optional<ExemplarSource> exemplars) {
        return new ApplicationMeters(
                settings.buckets(),
                settings.maxSeries(),
                settings.otlpEndpoint().map(endpoint -> OtlpPush.to(endpoint)).orElse(null),
                exemplars.orElse(null));
    }

    /** Returns a registry without effect if metrics are turned off. */
    @Provides
    @Singleton
    static MeterRegistry registry(final MetricsConfiguration settings, final Provider<ApplicationMeters> meters) {
        return settings.enabled() ? meters.get().registry() : new CompositeMeterRegistry();
    }

    @ProvidesIntoSet
    @Singleton
    static HttpMount mount(
            final MetricsConfiguration settings, final Endpoints endpoints, final Provider<Scrapes> scrapes) {
        final Optional<ListenerName> listener = listener(settings, endpoints);
        final MetricsHandler handler = new MetricsHandler(scrapes);
        final RequestHandler chosen =
                listener.equals(Optional.of(ListenerName.MAIN)) ? handler : new OperatorsMetricsHandler(handler);
        final HttpMount mount = HttpMount.at(settings.path(), PLUGIN, chosen)
                .protectedBy(OperatorAccess.forCollectors(
                        Networks.of(settings.scrapers().orElse(List.of()))));
        return settings.enabled()
                ? listener.map(mount::onListener).orElseGet(mount::onNoListener)
                : mount.onNoListener();
    }

    /**
     * Returns the plugin whose listener serves the metrics. The main listener, which strangers may reach, is never chosen without the
     * setting.
     *
     * @param settings of the metrics
     * @param endpoints with the names of the listeners
     */
    public static Optional<ListenerName> listener(final MetricsConfiguration settings, final Endpoints endpoints) {
        return settings.listener()
                .map(ListenerName::new)
                .or(() -> Optional.of(ListenerName.ADMIN).filter(ListenerName.all(endpoints)::contains));
    }
}
