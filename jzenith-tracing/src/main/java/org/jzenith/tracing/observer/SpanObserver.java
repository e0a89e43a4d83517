package org.jzenith.tracing.observer;

import com.google.inject.Binder;
import com.google.inject.Provider;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jzenith.core.observe.Event;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;

/**
 * Passes the events of one type on. Not a record, because observers of nothing are different elements of a set.
 *
 * @param <E> the observed type
 */
final class SpanObserver<E extends Event> implements EventObserver<E> {

    private final Class<E> events;
    private final Consumer<E> spans;

    SpanObserver(final Class<E> events, final Consumer<E> spans) {
        this.events = events;
        this.spans = spans;
    }

    /**
     * Adds an observer, which sees nothing if tracing is off.
     *
     * @param spans made if tracing is on
     * @param observer begins or ends a span
     */
    static <E extends Event, S> void bind(
            final Binder binder, final Class<E> events, final Provider<S> spans, final BiConsumer<S, E> observer) {
        bindIf(TracingModule::isOn, binder, events, spans, observer);
    }

    /**
     * Adds an observer, which sees nothing unless the settings ask for it.
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
                return ofNothing();
            }
            final S all = spans.get();
            return new SpanObserver<>(events, event -> observer.accept(all, event));
        });
    }

    /** An event that never happens, so that its observer costs nothing. */
    private static final class NoEvent implements Event {}

    private static EventObserver<?> ofNothing() {
        return new SpanObserver<>(NoEvent.class, nothing -> {});
    }

    @Override
    public Class<E> events() {
        return events;
    }

    @Override
    public void observe(final E event) {
        spans.accept(event);
    }
}
