package org.jzenith.rest.access;

import com.google.inject.Binding;
import com.google.inject.Injector;
import com.google.inject.Key;
import java.util.Optional;
import org.jzenith.http.handler.MountPart;

/**
 * Knows who may call the {@linkplain org.jzenith.http.handler.MountRoute routes of mounts}. A plugin that enforces access binds this
 * interface, so that other plugins can list the routes and describe the API. Safe for use by many threads.
 */
public interface MountAccess {

    /**
     * Finds the binding of an application.
     *
     * @param injector the application's injector
     * @return empty if no plugin enforces access to mounts
     */
    static Optional<MountAccess> of(final Injector injector) {
        return Optional.ofNullable(injector.getExistingBinding(Key.get(MountAccess.class)))
                .map(Binding::getProvider)
                .map(bound -> bound.get());
    }

    /**
     * Returns who may call a route.
     *
     * @param listener the name of the plugin with the listener
     * @param part the route
     * @return empty if there is no decision
     */
    Optional<RouteAccess> access(String listener, MountPart part);

    /**
     * Describes the decision about a route and the origin of the decision.
     *
     * @param listener the name of the plugin with the listener
     * @param part the route
     * @return one line, for example {@code roles admin, by the route in users.js:12}; empty if there is no decision
     */
    String description(String listener, MountPart part);
}
