package org.jzenith.core;

import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.name.Names;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A running application. Safe for use by many threads; stopping it twice is harmless.
 *
 * <pre>{@code
 * try (RunningApplication application = JZenith.application().withPlugins(RestPlugin.withResources(Orders.class)).run()) {
 *     System.out.println(application.uri());
 * }
 * }</pre>
 */
public final class RunningApplication implements AutoCloseable {

    private final @Nullable Lifecycle lifecycle;
    private final @Nullable Injector injector;

    RunningApplication(final @Nullable Lifecycle lifecycle, final @Nullable Injector injector) {
        this.lifecycle = lifecycle;
        this.injector = injector;
    }

    /** Returns a stopped application, after a run that only printed something or ran in development mode. */
    static RunningApplication stopped() {
        return new RunningApplication(null, null);
    }

    /**
     * Returns the application's objects.
     *
     * @return the injector
     * @throws IllegalStateException if nothing was started because of {@code --help}, {@code --explain-config},
     *     {@code --check} or a plugin's option
     */
    public Injector injector() {
        if (injector == null) {
            throw new IllegalStateException(
                    "The application did not start, because of --help, --explain-config, --check or a plugin's option.");
        }
        return injector;
    }

    /**
     * Returns one of the application's objects.
     *
     * @param type a bound type
     * @param <T> the type
     * @return the object
     */
    public <T> T get(final Class<T> type) {
        return injector().getInstance(type);
    }

    /**
     * Returns one of the objects of a plugin with a qualifier.
     *
     * @param type a type that the plugin binds
     * @param qualifier the qualifier, for example {@code replica}
     * @param <T> the type
     * @return the object
     */
    public <T> T get(final Class<T> type, final String qualifier) {
        return injector().getInstance(Key.get(type, Names.named(qualifier)));
    }

    /**
     * Returns the addresses at which the application can be reached.
     *
     * @return name and address of each listener, with the port that is bound
     */
    public Map<String, URI> endpoints() {
        return get(Endpoints.class).all();
    }

    /**
     * Returns the address of the first listener.
     *
     * @return an address such as {@code http://localhost:8080}
     * @throws IllegalStateException if no plugin opened a listener
     */
    public URI uri() {
        return endpoints().values().stream()
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No plugin of this application has opened a listener."));
    }

    /**
     * Returns the port of the first listener.
     *
     * @return a port
     * @throws IllegalStateException if no plugin opened a listener
     */
    public int port() {
        return uri().getPort();
    }

    /**
     * Shuts the application down gracefully: reports not ready, stops accepting requests, drains, closes the plugins and closes Vert.x.
     * Returns when everything is closed, even if another thread started the stop. A failure is logged, and the stop goes on.
     *
     * @throws IllegalStateException if called on an event loop, which it would block
     */
    public void stop() {
        if (lifecycle != null) {
            lifecycle.stop();
        }
    }

    /** Calls {@link #stop()}. */
    @Override
    public void close() {
        stop();
    }
}
