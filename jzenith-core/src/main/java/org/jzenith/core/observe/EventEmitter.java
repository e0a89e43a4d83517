package org.jzenith.core.observe;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.CountedWarning;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For plugins: passes events to their observers. Safe for use by many threads.
 *
 * @param <E> the family of events
 */
public final class EventEmitter<E extends Event> {

    private static final Logger LOGGER = LoggerFactory.getLogger(Observers.class);

    private final Listening<?>[] listening;

    EventEmitter(final List<EventObserver<?>> observers) {
        this.listening = observers.stream().map(Listening::new).toArray(Listening<?>[]::new);
    }

    /**
     * Returns true if an observer of the events needs the times of requests.
     *
     * @return false if no observer asks for them
     */
    public boolean needsTimes() {
        return Arrays.stream(listening).anyMatch(each -> each.observer.needsTimes());
    }

    /**
     * Calls the observers of the event, on this thread. Exceptions of observers are logged. Only a {@link VirtualMachineError} is rethrown.
     *
     * @param event the event, which is passed to each observer of its type
     */
    public void emit(final E event) {
        for (final Listening<?> each : listening) {
            each.offer(event);
        }
    }

    private static final class Listening<T extends Event> {

        private final EventObserver<T> observer;
        private final Class<T> events;
        private final @Nullable String kind;
        private final CountedWarning failures;

        Listening(final EventObserver<T> observer) {
            this.observer = observer;
            this.events = observer.events();
            this.kind = observer.kind();
            this.failures = new CountedWarning(
                    LOGGER,
                    "The observer "
                            + FunctionObserver.codeOf(observer).getClass().getName() + " failed.");
        }

        void offer(final Event event) {
            if (events.isInstance(event)
                    && (kind == null || (event instanceof final WorkEvent work && kind.equals(work.kind())))) {
                try {
                    observer.observe(events.cast(event));
                } catch (final VirtualMachineError e) {
                    throw e;
                } catch (final Throwable e) {
                    failures.add(e);
                }
            }
        }
    }
}
