package org.jzenith.dev.internal.proxy;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.HashMap;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The proxies at the configured addresses, which stay open while the application restarts. Safe for use by many threads. */
public final class TcpProxies implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.dev.internal.DevelopmentServer");
    private static final long LIMIT_SECONDS = 10;

    /** Hosts to which a proxy moves that was opened on this machine for a guessed address. */
    private static final Set<String> OF_GUESS = Set.of("0.0.0.0", "127.0.0.1");

    /** The time for which clients of a guessed address wait for a response once the application is open. */
    private static final long MOVE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Vertx vertx;
    private final BiConsumer<TcpProxy, Consumer<Upstream>> upstreams;
    private final Map<String, TcpProxy> open = new LinkedHashMap<>();

    /** The proxies at the guessed address, with the address to move to. */
    private final Map<TcpProxy, Move> moves = new HashMap<>();

    /** @param since the time at which the application was opened, of {@link System#nanoTime}; 0 while it is not open */
    private record Move(Listener listener, long since) {}

    /** @param upstreams says where the bytes of a proxy go, when the application is up to date */
    public TcpProxies(final BiConsumer<TcpProxy, Consumer<Upstream>> upstreams) {
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
    public synchronized void use(final Listener listener, final Consumer<TcpProxy> use) {
        use.accept(at(listener));
    }

    /** The proxy at a configured address, opened if it is not open yet. */
    private TcpProxy at(final Listener listener) {
        final String address = address(listener.host(), listener);
        final TcpProxy known = open.get(address);
        if (known != null) {
            moves.remove(known);
            return known;
        }
        final TcpProxy near = open.get(address(AllowedHosts.THIS_MACHINE, listener));
        if (near != null && listener.port() > 0 && OF_GUESS.contains(listener.host())) {
            moves.put(near, new Move(listener, 0)); // a request may wait there for this start
            return near;
        }
        final boolean closed = closeAtPort(listener.port());
        final TcpProxy proxy = new TcpProxy(vertx, listener.host(), listener.port(), upstreams);
        final Thread thread = Thread.currentThread();
        final ClassLoader loader = thread.getContextClassLoader();
        // Vert.x and its threads keep the loader of the thread that listens, which is that of one start.
        thread.setContextClassLoader(TcpProxies.class.getClassLoader());
        try {
            proxy.open(closed).toCompletionStage().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (final ExecutionException e) {
            throw new StartException(problem(listener, e.getCause() == null ? e : e.getCause()));
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException(problem(listener, e));
        } catch (final TimeoutException | RuntimeException e) { // such as for a port that is none
            throw new StartException(problem(listener, e));
        } finally {
            thread.setContextClassLoader(loader);
            if (proxy.port() == 0) {
                proxy.close(); // which may still be about to open
            }
        }
        open.put(address, proxy);
        warnIfExposed(proxy, listener);
        return proxy;
    }

    private static void warnIfExposed(final TcpProxy proxy, final Listener listener) {
        if (proxy.hosts().exposed()) {
            LOGGER.warn(
                    "The development mode listens on {}:{} because of {}. Other machines can call the application, and can"
                            + " read the source lines and stack traces of its errors. Set {}=localhost to serve this"
                            + " machine only.",
                    proxy.host(),
                    proxy.port(),
                    listener.hostKey(),
                    listener.hostKey());
        }
    }

    private static String address(final String host, final Listener listener) {
        return host + ":" + (listener.port() == 0 ? listener.name() : listener.port());
    }

    /** Lets those that listen on this machine only listen where they are to, when their clients are served. */
    public synchronized void move() {
        List.copyOf(moves.entrySet()).forEach(entry -> {
            final TcpProxy proxy = entry.getKey();
            final Move move = entry.getValue();
            if (move.since == 0) {
                moves.put(proxy, new Move(move.listener, System.nanoTime()));
            } else if (proxy.isIdle() || System.nanoTime() - move.since > MOVE_NANOS) {
                moves.remove(proxy);
                open.values().remove(proxy);
                final String before = proxy.host();
                if (await(proxy.move(move.listener.host()))) {
                    open.put(address(move.listener.host(), move.listener), proxy);
                    warnIfExposed(proxy, move.listener);
                } else {
                    await(proxy.move(before));
                    open.put(address(before, move.listener), proxy);
                    LOGGER.warn(
                            "The development mode cannot listen on {}:{}, and keeps listening on {}.",
                            move.listener.host(),
                            move.listener.port(),
                            before);
                }
            }
        });
    }

    private static StartProblem problem(final Listener listener, final Throwable cause) {
        final boolean used = TcpProxy.isUsed(cause);
        final StartProblem problem = used
                ? StartProblem.of("Port " + listener.port() + " is already in use on "
                        + TcpProxy.reachable(listener.host()) + ".")
                : StartProblem.of("The development mode cannot listen on " + listener.host() + ":" + listener.port()
                        + ": " + cause.getMessage() + ".");
        return problem.from(listener.portOrigin())
                .remedy(
                        used
                                ? "Stop the other process or set " + listener.portKey() + "."
                                : "Set " + listener.hostKey() + " to an address of this machine, and "
                                        + listener.portKey() + " to a free port.")
                .causedBy(cause);
    }

    /** Closes the proxies at the same port of other addresses, which would be in the way. Returns true if there was one. */
    private boolean closeAtPort(final int port) {
        final List<TcpProxy> atPort = port == 0
                ? List.of()
                : open.values().stream().filter(proxy -> proxy.port() == port).toList();
        atPort.forEach(this::close);
        return !atPort.isEmpty();
    }

    public synchronized boolean isEmpty() {
        return open.isEmpty();
    }

    /** Closes those that are not used. */
    public synchronized void retain(final Supplier<Set<TcpProxy>> inUse) {
        final Set<TcpProxy> used = inUse.get();
        List.copyOf(open.values()).stream()
                .filter(proxy -> !used.contains(proxy))
                .forEach(this::close);
    }

    private void close(final TcpProxy proxy) {
        open.values().remove(proxy);
        moves.remove(proxy);
        if (!await(proxy.close())) {
            throw new IllegalStateException("A proxy does not close.");
        }
    }

    @Override
    public synchronized void close() {
        open.clear();
        moves.clear();
        if (!await(vertx.close())) {
            throw new IllegalStateException("The proxies do not close.");
        }
    }

    private static boolean await(final Future<?> done) {
        try {
            done.toCompletionStage().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
            return true;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        } catch (final ExecutionException | TimeoutException e) {
            LOGGER.debug("A proxy is not ready.", e);
            return false;
        }
    }
}
