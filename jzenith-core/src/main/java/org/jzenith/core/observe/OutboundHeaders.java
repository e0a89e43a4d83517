package org.jzenith.core.observe;

import com.google.inject.Binder;
import com.google.inject.multibindings.Multibinder;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * For plugins: adds headers to calls of other services and to messages, such as those of a trace.
 *
 * <pre>{@code
 * OutboundHeaders.binder(binder()).addBinding().to(TraceHeaders.class);
 * }</pre>
 */
@FunctionalInterface
public interface OutboundHeaders {

    /**
     * Returns the set to which a module adds its headers.
     *
     * @param binder the binder of the module
     * @return the headers of the application
     */
    static Multibinder<OutboundHeaders> binder(final Binder binder) {
        return Multibinder.newSetBinder(binder, OutboundHeaders.class);
    }

    /**
     * Returns the headers that are not forwarded from the current request, because this object alone sets them.
     *
     * @return names in lower case
     */
    default Set<String> names() {
        return Set.of();
    }

    /**
     * Adds the headers of a call. Called on an event loop for each attempt, before it is sent, and by many threads at once.
     *
     * @param call the call; the same object for all its attempts and in all its {@link WorkEvent}s
     * @param headers takes the name and the value of a header; it replaces a header with the same name
     */
    void addTo(Operation call, BiConsumer<String, String> headers);

    /**
     * Adds the headers of a message that the current work or request sends, such as to a queue. Adds none by default.
     *
     * @param headers takes the name and the value of a header
     */
    default void addTo(final BiConsumer<String, String> headers) {}
}
