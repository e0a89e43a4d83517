package org.jzenith.observability.metrics;

import java.util.function.Consumer;
import org.jzenith.core.observe.Event;
import org.jzenith.core.observe.EventObserver;

/**
 * Passes the events of one type to a meter.
 *
 * @param events the observed type
 * @param meter records an event, on any thread
 * @param <E> the observed type
 */
record Observer<E extends Event>(Class<E> events, Consumer<E> meter) implements EventObserver<E> {

    /** Never happens, so that an observer of it costs nothing. */
    private static final class Nothing implements Event {}

    /** Returns an observer that sees no event, for metrics that are turned off. */
    static EventObserver<?> ofNothing() {
        return new Observer<>(Nothing.class, nothing -> {});
    }

    @Override
    public void observe(final E event) {
        meter.accept(event);
    }
}
