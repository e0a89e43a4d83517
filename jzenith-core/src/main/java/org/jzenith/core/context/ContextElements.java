package org.jzenith.core.context;

import com.google.inject.Binder;
import com.google.inject.TypeLiteral;
import com.google.inject.multibindings.Multibinder;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * For plugins: the context elements of an application's requests. Servers create the contexts of their requests here.
 *
 * <p>Injectable and thread-safe.
 */
public final class ContextElements {

    static final ContextElements NONE = new ContextElements(Set.of());

    private final ContextElement<?>[] elements;
    private final List<String> mdcKeys;

    /**
     * Creates the elements; called by jZenith.
     *
     * @param elements the bound elements; those whose {@link ContextElement#isUsed} is false are left out
     */
    @Inject
    public ContextElements(final Set<ContextElement<?>> elements) {
        final List<ContextElement<?>> used = new ArrayList<>();
        final List<String> keys = new ArrayList<>();
        keys.add(RequestContext.MDC_KEY);
        for (final ContextElement<?> each : elements) {
            if (each.isUsed()) {
                used.add(each);
                keys.addAll(each.mdcKeys());
            }
        }
        this.elements = used.toArray(new ContextElement<?>[0]);
        this.mdcKeys = List.copyOf(keys);
    }

    /**
     * Binds the scope of {@link RequestScoped}. Called by the framework.
     *
     * @param binder the binder of its module
     */
    public static void bindRequestScope(final Binder binder) {
        binder.bindScope(RequestScoped.class, new RequestScope());
    }

    /**
     * Returns the binder to which a module adds its elements.
     *
     * @param binder the module's binder
     * @return the set of all elements; they are entered in its order and left in reverse
     */
    public static Multibinder<ContextElement<?>> binder(final Binder binder) {
        return Multibinder.newSetBinder(binder, new TypeLiteral<ContextElement<?>>() {});
    }

    /**
     * Creates a context. It is not current on any thread yet.
     *
     * @param id the id of the request as it appears in logs
     * @param accessors the accessors of {@link RequestContext#create}; they are entered before the elements
     * @return a new context, with the elements of the application
     */
    public RequestContext create(final String id, final ThreadLocalAccessor... accessors) {
        return new RequestContext(id, 0, ThreadLocalAccessors.of(accessors), orNull());
    }

    /**
     * Creates a context with a deadline. It is not current on any thread yet.
     *
     * @param id the id of the request as it appears in logs
     * @param limitNanos the time until the deadline, in nanoseconds from its first use; zero for no deadline
     * @param accessor an accessor of {@link RequestContext#create}; it is entered before the elements
     * @return a new context, with the elements of the application
     */
    public RequestContext create(final String id, final long limitNanos, final ThreadLocalAccessor accessor) {
        return new RequestContext(id, limitNanos, accessor, orNull());
    }

    private @Nullable ContextElements orNull() {
        return elements.length == 0 ? null : this;
    }

    /** Returns the values of the elements on this thread; null if there are none. */
    @Nullable
    Object @Nullable [] capture(final RequestContext request) {
        @Nullable Object @Nullable [] captured = null;
        for (int i = 0; i < elements.length; i++) {
            final Object value = elements[i].capture(request);
            if (value != null) {
                if (captured == null) {
                    captured = new Object[elements.length];
                }
                captured[i] = value;
            }
        }
        return captured;
    }

    /**
     * Captures the MDC entries that the application has added on this thread, without those that {@link RequestContext#run} sets.
     *
     * @return null if the application has added nothing
     */
    @Nullable
    Map<String, String> captureMdc() {
        final Map<String, String> copy = MDC.getCopyOfContextMap();
        if (copy == null) {
            return null;
        }
        mdcKeys.forEach(copy::remove);
        return copy.isEmpty() ? null : copy;
    }

    void enter(final RequestContext request, final @Nullable Object @Nullable [] captured) {
        for (int i = 0; i < elements.length; i++) {
            enter(elements[i], request, captured == null ? null : captured[i]);
        }
    }

    @SuppressWarnings("unchecked")
    private static <V> void enter(
            final ContextElement<V> element, final RequestContext request, final @Nullable Object captured) {
        element.enter(request, (V) captured);
    }

    void leave(final RequestContext request) {
        for (int i = elements.length - 1; i >= 0; i--) {
            elements[i].leave(request);
        }
    }
}
