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
 * The table of the resource methods of a listener. Inject it; for the listener of {@code RestPlugin.named("admin")}, inject it with
 * {@code @Named("admin")}. Safe for use by many threads.
 */
public interface ResourceMethods {

    /**
     * Finds the table of a listener.
     *
     * @param injector the application's injector
     * @param listener the name of the listener
     * @return empty if the listener has no resources, such as a listener of another kind of plugin
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
     * Returns all resource methods, and the sub-resource locators that may return objects of any class. If a locator declares a class or
     * interface with resource methods, the table has these methods instead of the locator.
     *
     * @return the methods, sorted by template and then by HTTP method; the list does not change
     * @throws IllegalStateException before {@code check} of the listener's plugin has succeeded; call this in {@code prepare} or later
     */
    List<MethodRoute> all();

    /**
     * Returns the exceptions that {@code withMapping(..)} maps for all of these methods.
     *
     * @return the status for each exception; empty if a function creates the response
     * @throws IllegalStateException as {@link #all} does
     */
    Map<Class<? extends Throwable>, OptionalInt> mappedFailures();

    /**
     * Returns the table that {@code --routes} prints: a line for each method, with its steps and the decision about access, and a line for
     * each route of a mount.
     *
     * @return several lines of text; the first line has the column titles
     * @throws IllegalStateException as {@link #all} does
     */
    @Override
    String toString();
}
