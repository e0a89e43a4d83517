package org.jzenith.observability.admin;

import java.util.function.Consumer;
import org.jzenith.core.observe.Event;
import org.jzenith.core.observe.EventObserver;

/**
 * Passes the events of one type to their section. Not a record, because observers of nothing are different elements of a set.
 *
 * @param <E> the observed type
 */
final class RecentObserver<E extends Event> implements EventObserver<E> {

    private final Class<E> events;
    private final Consumer<E> section;

    RecentObserver(final Class<E> events, final Consumer<E> section) {
        this.events = events;
        this.section = section;
    }

    /** An event that never happens, so that its observer costs nothing. */
    private static final class Nothing implements Event {}

    /** Returns an observer that sees no event, for a page that is turned off. */
    static EventObserver<?> ofNothing() {
        return new RecentObserver<>(Nothing.class, nothing -> {});
    }

    @Override
    public Class<E> events() {
        return events;
    }

    @Override
    public boolean needsTimes() {
        return true;
    }

    @Override
    public void observe(final E event) {
        section.accept(event);
    }
}
