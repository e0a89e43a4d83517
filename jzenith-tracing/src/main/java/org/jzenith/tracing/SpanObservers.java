package org.jzenith.tracing;

import com.google.inject.Binder;
import com.google.inject.Provider;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jzenith.core.observe.Event;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.tracing.internal.configuration.TracingConfiguration;

/** Adds observers that start or end spans. */
final class SpanObservers {

    private SpanObservers() {}

    /**
     * Adds an observer that gets events only if tracing is on.
     *
     * @param spans the spans, created only if tracing is on
     * @param observer starts or ends a span
     */
    static <E extends Event, S> void bind(
            final Binder binder, final Class<E> events, final Provider<S> spans, final BiConsumer<S, E> observer) {
        bindIf(TracingModule::isOn, binder, events, spans, observer);
    }

    /**
     * Adds an observer that gets events only if the settings meet a condition.
     *
     * @param condition tests the settings
     */
    static <E extends Event, S> void bindIf(
            final Predicate<TracingConfiguration> condition,
            final Binder binder,
            final Class<E> events,
            final Provider<S> spans,
            final BiConsumer<S, E> observer) {
        final Provider<TracingConfiguration> settings = binder.getProvider(TracingConfiguration.class);
        Observers.binder(binder).addBinding().toProvider(() -> {
            if (!condition.test(settings.get())) {
                return EventObserver.ofNothing();
            }
            final S all = spans.get();
            return EventObserver.of(events, event -> observer.accept(all, event));
        });
    }
}
