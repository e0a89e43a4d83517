package org.jzenith.core.observe;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An observer that is a function. Not a record, because each observer is a different element of the set. */
final class FunctionObserver<E extends Event> implements EventObserver<E> {

    /** An event that never happens. */
    private static final class NoEvent implements Event {}

    private final Class<E> events;
    private final @Nullable String kind;
    private final boolean timed;
    private final Consumer<E> action;

    FunctionObserver(
            final Class<E> events, final @Nullable String kind, final boolean timed, final Consumer<E> action) {
        this.events = events;
        this.kind = kind;
        this.timed = timed;
        this.action = action;
    }

    /** Returns the object whose class names the observer in a log. */
    static Object codeOf(final EventObserver<?> observer) {
        return observer instanceof final FunctionObserver<?> function ? function.action : observer;
    }

    static EventObserver<?> ofNothing() {
        return new FunctionObserver<>(NoEvent.class, null, false, nothing -> {});
    }

    @Override
    public Class<E> events() {
        return events;
    }

    @Override
    public @Nullable String kind() {
        return kind;
    }

    @Override
    public boolean needsTimes() {
        return timed;
    }

    @Override
    public void observe(final E event) {
        action.accept(event);
    }
}
