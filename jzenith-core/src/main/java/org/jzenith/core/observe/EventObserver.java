package org.jzenith.core.observe;

/**
 * Observes the events of one family.
 *
 * <pre>{@code
 * Observers.binder(binder()).addBinding().to(AccessLog.class);
 * }</pre>
 *
 * <p>Called on the thread where an event happens, usually an event loop, and by many threads at once: it must not block. Exceptions that it
 * throws are logged and have no other effect. Several observers of an event are called one after another.
 *
 * @param <E> the family of events, or one event
 */
public interface EventObserver<E extends Event> {

    /**
     * Returns the type of the events to observe.
     *
     * @return an interface such as {@link RequestEvent}, one record of it, or {@link Event} for all
     */
    Class<E> events();

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
