package org.jzenith.dev;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jzenith.core.development.DevelopmentSession.Listener;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** The proxies at the configured addresses, which stay open while the application restarts. Safe for use by many threads. */
final class TcpProxies implements AutoCloseable {

    private static final long LIMIT_SECONDS = 10;

    private final Vertx vertx;
    private final BiConsumer<TcpProxy, Consumer<Upstream>> upstreams;
    private final Map<String, TcpProxy> open = new LinkedHashMap<>();

    /** @param upstreams says where the bytes of a proxy go, when the application is up to date */
    TcpProxies(final BiConsumer<TcpProxy, Consumer<Upstream>> upstreams) {
        this.upstreams = upstreams;
        this.vertx = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setWorkerPoolSize(1));
    }

    /**
     * Opens the proxy at a configured address if it is not open yet.
     *
     * @param use gets it before {@link #retain} can close it
     */
    synchronized void use(final Listener listener, final Consumer<TcpProxy> use) {
        use.accept(at(listener));
    }

    /** The proxy at a configured address, opened if it is not open yet. */
    private TcpProxy at(final Listener listener) {
        final String address = listener.host() + ":" + (listener.port() == 0 ? listener.name() : listener.port());
        final TcpProxy known = open.get(address);
        if (known != null) {
            return known;
        }
        closeAtPort(listener.port());
        final TcpProxy proxy = new TcpProxy(vertx, listener.host(), listener.port(), upstreams);
        final Thread thread = Thread.currentThread();
        final ClassLoader loader = thread.getContextClassLoader();
        // Vert.x and its threads keep the loader of the thread that listens, which is that of one start.
        thread.setContextClassLoader(TcpProxies.class.getClassLoader());
        try {
            proxy.open().toCompletionStage().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (final ExecutionException e) {
            throw new StartException(problem(listener, e.getCause() == null ? e : e.getCause()));
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException(problem(listener, e));
        } catch (final TimeoutException e) {
            throw new StartException(problem(listener, e));
        } finally {
            thread.setContextClassLoader(loader);
        }
        open.put(address, proxy);
        return proxy;
    }

    private static StartProblem problem(final Listener listener, final Throwable cause) {
        final boolean used = String.valueOf(cause.getMessage()).contains("already in use");
        final StartProblem problem = used
                ? StartProblem.of("Port " + listener.port() + " is already in use on "
                        + TcpProxy.reachable(listener.host()) + ".")
                : StartProblem.of("The development mode cannot listen on " + listener.host() + ":" + listener.port()
                        + ": " + cause.getMessage() + ".");
        return problem.from(listener.portOrigin())
                .remedy(
                        used
                                ? "Stop the other process or set " + listener.portKey() + "."
                                : "Set " + listener.hostKey() + " to an address of this machine.")
                .causedBy(cause);
    }

    /** The same port at another address of the machine would be in the way. */
    private void closeAtPort(final int port) {
        if (port > 0) {
            open.values().stream()
                    .filter(proxy -> proxy.port() == port)
                    .toList()
                    .forEach(this::close);
        }
    }

    synchronized boolean isEmpty() {
        return open.isEmpty();
    }

    /** Closes those that are not used. */
    synchronized void retain(final Supplier<Set<TcpProxy>> inUse) {
        final Set<TcpProxy> used = inUse.get();
        List.copyOf(open.values()).stream()
                .filter(proxy -> !used.contains(proxy))
                .forEach(this::close);
    }

    private void close(final TcpProxy proxy) {
        open.values().remove(proxy);
        await(proxy.close());
    }

    @Override
    public synchronized void close() {
        open.clear();
        await(vertx.close());
    }

    private static void await(final io.vertx.core.Future<Void> closed) {
        try {
            closed.toCompletionStage().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (final ExecutionException | TimeoutException e) {
            throw new IllegalStateException("A proxy does not close.", e);
        }
    }
}
