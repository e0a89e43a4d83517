package org.jzenith.core.context;

import com.google.inject.Binder;
import com.google.inject.TypeLiteral;
import com.google.inject.multibindings.Multibinder;
import jakarta.inject.Inject;
import java.util.Set;

/**
 * For plugins: the context elements of an application's requests. Servers create the contexts of their requests here.
 *
 * <p>Injectable and thread-safe.
 */
public final class ContextElements {

    private final ContextElement<?>[] elements;

    /**
     * Creates the elements; called by jZenith.
     *
     * @param elements the bound elements; those that are not used are left out
     */
    @Inject
    public ContextElements(final Set<ContextElement<?>> elements) {
        this.elements = elements.stream().filter(ContextElement::isUsed).toArray(ContextElement<?>[]::new);
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
     * Creates a context; it is current on no thread yet.
     *
     * @param id the id of the request as it appears in logs
     * @param accessors the accessors of {@link RequestContext#create}; they are entered before the elements
     * @return a new context, with the elements of the application
     */
    public RequestContext create(final String id, final ThreadLocalAccessor... accessors) {
        return new RequestContext(id, 0, ThreadLocalAccessors.of(accessors), elements);
    }

    /**
     * Creates a context with a deadline; it is current on no thread yet.
     *
     * @param id the id of the request as it appears in logs
     * @param limitNanos the time until the deadline, from its first use; zero for none
     * @param accessor an accessor of {@link RequestContext#create}; it is entered before the elements
     * @return a new context, with the elements of the application
     */
    public RequestContext create(final String id, final long limitNanos, final ThreadLocalAccessor accessor) {
        return new RequestContext(id, limitNanos, accessor, elements);
    }
}
