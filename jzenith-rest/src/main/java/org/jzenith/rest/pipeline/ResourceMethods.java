package org.jzenith.rest.pipeline;

import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.name.Names;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jzenith.http.handler.ListenerName;

/**
 * The table of the resource methods of a listener. Injected; that of {@code RestPlugin.named("admin")} with
 * {@code @Named("admin")}. Safe for use by many threads.
 */
public interface ResourceMethods {

    /**
     * Finds the table of a listener.
     *
     * @param injector the application's objects
     * @param listener its name
     * @return empty if the listener has no resources, as that of another kind of plugin
     */
    static Optional<ResourceMethods> of(final Injector injector, final ListenerName listener) {
        if (!listener.isOfHttp()) {
            return Optional.empty();
        }
        final Key<ResourceMethods> key = listener.qualifier().isEmpty()
                ? Key.get(ResourceMethods.class)
                : Key.get(ResourceMethods.class, Names.named(listener.qualifier()));
        return Optional.ofNullable(injector.getExistingBinding(key))
                .map(bound -> bound.getProvider().get());
    }

    /**
     * Returns all resource methods, and the sub-resource locators that may return objects of any class. A locator that declares a
     * class or interface with resource methods is replaced by these.
     *
     * @return sorted by template, then by HTTP method; does not change
     * @throws IllegalStateException before {@code check} of the listener's plugin has succeeded; ask in {@code prepare} or later
     */
    List<MethodRoute> all();

    /**
     * Returns the exceptions that {@code withMapping(..)} maps for all of these methods.
     *
     * @return the status for each exception; empty if a function makes the response
     * @throws IllegalStateException as {@link #all} does
     */
    Map<Class<? extends Throwable>, OptionalInt> mappedFailures();

    /**
     * Returns the table that {@code --routes} prints: a line for each method, with its steps and the decision about access, and one for each
     * route of a mount.
     *
     * @return several lines of text, the first with titles
     * @throws IllegalStateException as {@link #all} does
     */
    @Override
    String toString();
}
