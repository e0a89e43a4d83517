package org.jzenith.observability.metrics;

import java.util.function.Consumer;
import org.jzenith.core.observe.Event;
import org.jzenith.core.observe.EventObserver;

/**
 * Passes the events of one type to a meter. Not a record, because observers of nothing are different elements of a set.
 *
 * @param <E> the observed type
 */
final class MetricsObserver<E extends Event> implements EventObserver<E> {

    private final Class<E> events;
    private final Consumer<E> meter;

    /**
     * Creates an observer.
     *
     * @param meter records an event, on any thread
     */
    MetricsObserver(final Class<E> events, final Consumer<E> meter) {
        this.events = events;
        this.meter = meter;
    }

    /** An event that never happens, so that its observer costs nothing. */
    private static final class Nothing implements Event {}

    /** Returns an observer that sees no event, for metrics that are turned off. */
    static EventObserver<?> ofNothing() {
        return new MetricsObserver<>(Nothing.class, nothing -> {});
    }

    @Override
    public Class<E> events() {
        return events;
    }

    @Override
    public void observe(final E event) {
        meter.accept(event);
    }
}
