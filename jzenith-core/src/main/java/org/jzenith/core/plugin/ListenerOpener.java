package org.jzenith.core.plugin;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import io.reactivex.Completable;
import java.util.Optional;

/** A {@link org.jzenith.core.Plugin} that accepts connections. */
@CheckReturnValue
public interface ListenerOpener {

    /**
     * Returns the settings of the listener that the plugin opens. In development mode clients connect to the configured address while the
     * application itself listens elsewhere.
     *
     * @return the prefix of the keys {@code host} and {@code port}, without qualifier, for example {@code rest}; empty if it cannot be
     *     configured that way
     */
    default Optional<String> listener() {
        return Optional.empty();
    }

    /**
     * Opens the listener, so that clients can connect, and adds its address to the injected {@link org.jzenith.core.Endpoints}.
     *
     * @param injector the application's objects
     * @return completes when the listener is open; an error fails the start
     */
    Completable open(Injector injector);

    /**
     * Lets the listener answer. Called last of all, when the application is complete. Until then a listener holds what
     * clients send, so that no response comes from an application whose start may still fail. Does not block.
     *
     * @param injector the application's objects
     */
    default void accept(final Injector injector) {}
}
