package org.jzenith.core.observe;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Observes the events of one family.
 *
 * <pre>{@code
 * Observers.binder(binder()).addBinding().to(AccessLog.class);
 * Observers.binder(binder()).addBinding().toInstance(EventObserver.ofKind("job", WorkEvent.Ended.class, event -> ..));
 * }</pre>
 *
 * <p>Called on the thread where an event happens, usually an event loop, and by many threads at once: it must not block. Exceptions that it
 * throws are logged and have no other effect. Several observers of an event are called one after another.
 *
 * @param <E> the family of events, or one event
 */
public interface EventObserver<E extends Event> {

    /**
     * Creates an observer from a function.
     *
     * @param events the type of the events to observe, as {@link #events} returns it
     * @param action receives each event
     * @param <E> the type of the events
     * @return an observer that needs no times
     */
    static <E extends Event> EventObserver<E> of(final Class<E> events, final Consumer<E> action) {
        return new FunctionObserver<>(events, null, false, action);
    }

    /**
     * Creates an observer of one kind of operations. It costs nothing for other kinds.
     *
     * <pre>{@code
     * EventObserver.ofKind("job", WorkEvent.Ended.class, event -> ..)
     * }</pre>
     *
     * @param kind the kind, as {@link Operation#kind} returns it
     * @param events the type of the events to observe, as {@link #events} returns it
     * @param action receives each event
     * @param <E> the type of the events
     * @return an observer that needs no times
     */
    static <E extends WorkEvent> EventObserver<E> ofKind(
            final String kind, final Class<E> events, final Consumer<E> action) {
        return new FunctionObserver<>(events, kind, false, action);
    }

    /**
     * Creates an observer from a function that reads the times of requests; see {@link #needsTimes}.
     *
     * @param events the type of the events to observe, as {@link #events} returns it
     * @param action receives each event
     * @param <E> the type of the events
     * @return an observer that needs the times
     */
    static <E extends Event> EventObserver<E> ofTimed(final Class<E> events, final Consumer<E> action) {
        return new FunctionObserver<>(events, null, true, action);
    }

    /**
     * Creates an observer that sees no event and costs nothing, for a feature that a setting turns off.
     *
     * @return a new observer
     */
    static EventObserver<?> ofNothing() {
        return FunctionObserver.ofNothing();
    }

    /**
     * Returns the type of the events to observe.
     *
     * @return an interface such as {@link RequestEvent}, one of its records, or {@link Event} for all events
     */
    Class<E> events();

    /**
     * Returns the kind of operations to observe. Read once, when the application starts.
     *
     * @return null for all kinds, and for other events
     */
    default @Nullable String kind() {
        return null;
    }

    /**
     * Asks for the {@link RequestTimes} of requests, which are not measured otherwise. Read once, when the application starts.
     *
     * @return true if this observer reads {@link RequestEvent.Answered#times} or {@link RequestEvent.Disposed#times}
     */
    default boolean needsTimes() {
        return false;
    }

    /**
     * Receives an event.
     *
     * @param event the event
     */
    void observe(E event);
}
