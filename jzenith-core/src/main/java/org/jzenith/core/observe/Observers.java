package org.jzenith.core.observe;

import com.google.inject.Binder;
import com.google.inject.TypeLiteral;
import com.google.inject.multibindings.Multibinder;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The observers of an application. Code that emits events gets its emitter once, and keeps it:
 *
 * <pre>{@code
 * private final @Nullable EventEmitter<RequestEvent> requests = observers.of(RequestEvent.class);
 * ..
 * if (requests != null) requests.emit(new RequestEvent.Matched(plugin, request, route, handler));
 * }</pre>
 *
 * <p>Injectable, safe for use by many threads.
 */
public final class Observers {

    private final List<EventObserver<?>> all;

    /**
     * Creates the observers; called by jZenith.
     *
     * @param all the bound observers
     */
    @Inject
    public Observers(final Set<EventObserver<?>> all) {
        this.all = List.copyOf(all);
    }

    /**
     * Returns the binder to which a module adds its observers.
     *
     * @param binder the module's binder
     * @return the set of all observers
     */
    public static Multibinder<EventObserver<?>> binder(final Binder binder) {
        return Multibinder.newSetBinder(binder, new TypeLiteral<EventObserver<?>>() {});
    }

    /**
     * Returns the observers of a family of events.
     *
     * @param family the family, for example {@link RequestEvent}
     * @param <E> the family
     * @return null if no observer sees any event of the family
     */
    public <E extends Event> @Nullable EventEmitter<E> of(final Class<E> family) {
        return of(family, null);
    }

    /**
     * Returns the observers of one kind of operations.
     *
     * @param kind the kind, as {@link Operation#kind} returns it
     * @return null if no observer sees any event of these operations
     */
    public @Nullable WorkEmitter ofWork(final String kind) {
        return of(WorkEvent.class, kind) == null ? null : new WorkEmitter(this, kind);
    }

    /** @param kind the kind of operations; null for all kinds */
    <E extends Event> @Nullable EventEmitter<E> of(final Class<E> family, final @Nullable String kind) {
        final List<EventObserver<?>> interested = all.stream()
                .filter(observer ->
                        observer.events().isAssignableFrom(family) || family.isAssignableFrom(observer.events()))
                .filter(observer -> kind == null || observer.kind() == null || kind.equals(observer.kind()))
                .toList();
        return interested.isEmpty() ? null : new EventEmitter<>(interested);
    }
}
