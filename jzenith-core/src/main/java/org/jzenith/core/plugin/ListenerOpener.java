package org.jzenith.core.plugin;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import io.reactivex.Completable;
import java.util.Map;
import org.jzenith.core.configuration.Configuration;

/** A {@link org.jzenith.core.Plugin} that accepts connections. */
@CheckReturnValue
public interface ListenerOpener {

    /**
     * Returns the settings of the listeners that the plugin opens. In development mode clients connect to the configured addresses while
     * the application itself listens elsewhere.
     *
     * @param configuration the settings as the plugin sees them
     * @return the prefix of the keys {@code host} and {@code port} of each listener, without qualifier, for example {@code rest}; by the
     *     listener's name in {@link org.jzenith.core.Endpoints}; empty if no listener has such keys
     */
    default Map<String, String> listeners(final Configuration configuration) {
        return Map.of();
    }

    /**
     * Opens the listener, so that clients can connect, and adds its address to the injected {@link org.jzenith.core.Endpoints}.
     *
     * @param injector the application's objects
     * @return completes when the listener is open; an error fails startup
     */
    Completable open(Injector injector);

    /**
     * Lets the listener respond. Called last of all, when the application is complete. Until then, the listener holds back requests, so
     * that clients get no response from an application that can still fail to start. Does not block.
     *
     * @param injector the application's objects
     */
    default void accept(final Injector injector) {}
}
