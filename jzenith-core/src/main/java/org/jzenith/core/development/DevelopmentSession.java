package org.jzenith.core.development;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;

/**
 * The development mode, as one start of an application sees it. A session belongs to the context class loader of the thread that starts the
 * application, so other applications in the same JVM have none. Safe for use by many threads.
 */
public interface DevelopmentSession {

    /** Implemented by the class loader of an application in development mode. */
    interface Holder {

        /**
         * Returns the session of the classes of this loader.
         *
         * @return always the same
         */
        DevelopmentSession session();
    }

    /**
     * A listener that an application is about to open.
     *
     * @param name the name of the plugin, for example {@code rest.admin}
     * @param hostKey the setting of its address
     * @param host the configured address; {@code localhost} if none is set
     * @param portKey the setting of its port
     * @param port the configured port; 0 for any free port
     * @param portOrigin the source of the port as an operator knows it
     */
    record Listener(String name, String hostKey, String host, String portKey, int port, String portOrigin) {}

    /**
     * A report on a failed request, for a developer.
     *
     * @param stackTrace the stack trace as text
     * @param page HTML with the stack trace; null if the client does not prefer HTML
     */
    record FailureReport(String stackTrace, @Nullable String page) {}

    /**
     * Returns the session of the calling thread.
     *
     * @return empty outside of the development mode
     */
    static Optional<DevelopmentSession> current() {
        @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
        while (loader != null) {
            if (loader instanceof final Holder holder) {
                return Optional.of(holder.session());
            }
            loader = loader.getParent();
        }
        return Optional.empty();
    }

    /**
     * Takes over the configured addresses, and returns other addresses for the application. The configured addresses stay open while the
     * application restarts.
     *
     * @param listeners the listeners that the application will open
     * @return settings that override every source
     * @throws StartException if an address is not available
     */
    Map<String, String> takeOver(List<Listener> listeners);

    /**
     * Called when all listeners of an application are open.
     *
     * @param endpoints name and address of each listener
     * @param stop stops the application and returns when it has stopped
     * @return name and address under which clients reach each listener
     */
    Map<String, URI> opened(Map<String, URI> endpoints, Runnable stop);

    /**
     * Creates a report on a failed request, for the developer who sent it.
     *
     * @param failure the cause of the failure
     * @param id the id of the failure in the log
     * @param request the method and the path
     * @param hosts the values of the {@code Host} header
     * @param accept the values of the {@code Accept} header
     * @return the report; empty if the development mode does not serve the application under this host
     */
    Optional<FailureReport> report(
            Throwable failure, String id, String request, List<String> hosts, List<String> accept);

    /**
     * Keeps a resource that survives restarts of the application. The first call starts it, later calls return the same
     * object, and the end of development mode closes it. Its class must not belong to the application itself, because each
     * restart loads the application's classes again.
     *
     * @param key the name of the resource, the same at each start
     * @param type the class of the resource
     * @param start starts the resource
     * @param <T> the class of the resource
     * @return the running resource
     */
    <T extends AutoCloseable> T keep(String key, Class<T> type, Supplier<T> start);
}
