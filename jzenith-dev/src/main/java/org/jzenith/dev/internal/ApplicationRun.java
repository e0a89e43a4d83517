package org.jzenith.dev.internal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.development.DevelopmentSession;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.dev.internal.failure.Failure;
import org.jzenith.dev.internal.failure.FailurePage;
import org.jzenith.dev.internal.project.LogbackConfiguration;
import org.jzenith.dev.internal.project.Project;
import org.jzenith.dev.internal.proxy.FailureAnswer;
import org.jzenith.dev.internal.proxy.TcpProxies;
import org.jzenith.dev.internal.proxy.TcpProxy;
import org.jzenith.dev.internal.proxy.Upstream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One start of the application: its class loader, the thread of its {@code main}, and what it has opened. */
final class ApplicationRun implements DevelopmentSession {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.dev.internal.DevelopmentServer");

    /** Settings for a quick stop: during development, clients and their requests are not worth waiting for. */
    private static final Map<String, String> FAST_STOP = Map.of(
            "jzenith.idle-grace", "0s",
            "jzenith.stop-delay", "0s",
            "jzenith.drain-timeout", "200ms");

    private static final long START_LIMIT_SECONDS = 120;
    private static final long LOOK_MILLIS = 100;
    private static final long END_LIMIT_MILLIS = 2_000;

    private final int number;
    private final Project project;
    private final TcpProxies proxies;
    private final KeptResources kept;
    private final ApplicationClassLoader loader;
    private final Thread main;
    private final CountDownLatch decided = new CountDownLatch(1);
    private final Map<String, TcpProxy> takenOver = new HashMap<>();
    private final Map<TcpProxy, Integer> ports = new HashMap<>();
    private final Deque<Runnable> stops = new ArrayDeque<>();
    private @Nullable Throwable failure;
    private @Nullable StartException refused;
    private boolean stopped;

    ApplicationRun(
            final int number,
            final Project project,
            final ClassLoader libraries,
            final TcpProxies proxies,
            final KeptResources kept) {
        this.number = number;
        this.project = project;
        this.proxies = proxies;
        this.kept = kept;
        this.loader = new ApplicationClassLoader(project.folders(), libraries, this);
        this.main = new Thread(this::callMain, "main");
        main.setContextClassLoader(loader);
        main.setDaemon(true);
    }

    /**
     * Starts the application.
     *
     * @param givenUp true once the start is no longer wanted; polled repeatedly
     * @return the reason why it does not run, or null if it does
     */
    @Nullable
    Throwable start(final BooleanSupplier givenUp) {
        main.start();
        final long begin = System.nanoTime();
        try {
            while (!decided.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                if (givenUp.getAsBoolean()) {
                    return new CancellationException("The start of the application was cancelled.");
                }
                if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(START_LIMIT_SECONDS)) {
                    return notStarted();
                }
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return e;
        }
        synchronized (this) {
            return failure;
        }
    }

    /** Shows where main is, as the trace of what it has not thrown. */
    private StartException notStarted() {
        final String what = "The main method of " + project.mainClass() + " has not started an application within "
                + START_LIMIT_SECONDS + " s.";
        final IllegalStateException late = new IllegalStateException(what);
        final StackTraceElement[] trace = main.getStackTrace();
        late.setStackTrace(trace);
        return new StartException(StartProblem.of(what)
                .from(trace.length == 0 ? place() : trace[0].toString())
                .remedy("Make main call run(), or save a file to try again.")
                .causedBy(late));
    }

    private String place() {
        return "the main method of " + project.mainClass();
    }

    private void callMain() {
        try {
            LogbackConfiguration.callConfigurator(loader);
            final Method method =
                    Class.forName(project.mainClass(), true, loader).getDeclaredMethod("main", String[].class);
            method.setAccessible(true);
            method.invoke(null, (Object) project.arguments().toArray(String[]::new));
            returned();
        } catch (final InvocationTargetException e) {
            fail(e.getCause() == null ? e : e.getCause());
        } catch (final ReflectiveOperationException | RuntimeException | Error e) {
            fail(e);
        }
    }

    private synchronized void returned() {
        if (decided.getCount() > 0) {
            fail(new StartException(StartProblem.of(
                            "The main method of " + project.mainClass() + " has ended without starting an application.")
                    .from(place())
                    .remedy("In this method, call run() on the result of JZenith.application(..).")));
        }
    }

    private synchronized void fail(final Throwable cause) {
        if (decided.getCount() > 0) {
            failure = cause;
            decided.countDown();
        } else if (!stopped) { // otherwise the stop has interrupted it
            LOGGER.error("The main method of {} failed after startup.", project.mainClass(), cause);
        }
    }

    @Override
    public Map<String, String> takeOver(final List<Listener> listeners) {
        final Map<String, String> settings = new LinkedHashMap<>(FAST_STOP);
        for (final Listener listener : listeners) {
            try {
                proxies.use(listener, proxy -> {
                    synchronized (this) {
                        if (takenOver.containsValue(proxy) && !takenOver.containsKey(listener.name())) {
                            throw new StartException(StartProblem.of(
                                            listener.portKey() + " is the port of another listener of the application.")
                                    .from(listener.portOrigin())
                                    .remedy("Set " + listener.portKey() + " to a free port."));
                        }
                        takenOver.put(listener.name(), proxy);
                    }
                });
            } catch (final StartException e) {
                synchronized (this) {
                    refused = e;
                }
                throw e;
            }
            settings.put(listener.hostKey(), "127.0.0.1");
            settings.put(listener.portKey(), "0");
        }
        return settings;
    }

    /** Returns the problem of a configured address that cannot be used; null if there is none. */
    synchronized @Nullable StartException refused() {
        return refused;
    }

    @Override
    public synchronized Map<String, URI> opened(final Map<String, URI> endpoints, final Runnable stop) {
        if (stopped) {
            throw new IllegalStateException("The development mode has already stopped this run of the application.");
        }
        stops.push(stop);
        final Map<String, URI> addresses = new LinkedHashMap<>();
        endpoints.forEach((name, address) -> {
            final TcpProxy proxy = takenOver.get(name);
            if (proxy != null) {
                ports.put(proxy, address.getPort());
                addresses.put(name, proxy.address(address));
            }
        });
        decided.countDown();
        return addresses;
    }

    @Override
    public Optional<FailureReport> report(
            final Throwable cause,
            final String id,
            final String request,
            final List<String> hosts,
            final List<String> accept) {
        synchronized (this) {
            if (hosts.isEmpty()
                    || takenOver.values().stream()
                            .noneMatch(proxy -> hosts.stream().allMatch(proxy.hosts()::allowsHost))) {
                return Optional.empty();
            }
        }
        return Optional.of(new FailureReport(
                Failure.stackTrace(cause),
                FailureAnswer.isForBrowser(accept)
                        ? FailurePage.ofRequest(Failure.ofRequest(project, cause, id, request))
                        : null));
    }

    @Override
    public <T extends AutoCloseable> T keep(final String key, final Class<T> type, final Supplier<T> start) {
        return kept.keep(key, type, start);
    }

    /** Returns the destination of connections to a proxy; null until an application listens for it. */
    synchronized Upstream.@Nullable Available upstream(final TcpProxy proxy) {
        final Integer port = ports.get(proxy);
        return port == null ? null : new Upstream.Available(number, port);
    }

    synchronized Set<TcpProxy> proxies() {
        return new HashSet<>(takenOver.values());
    }

    /**
     * Stops everything that was started, and returns when it has stopped.
     *
     * @param last true if no other start follows; main is then not awaited, because it may be the one that ends the JVM
     */
    void stop(final boolean last) {
        synchronized (this) {
            stopped = true;
        }
        final Set<Thread> threads = threadsWithLoader();
        while (true) {
            final Runnable stop;
            synchronized (this) {
                stop = stops.poll();
            }
            if (stop == null) {
                break;
            }
            try {
                stop.run();
            } catch (final RuntimeException | Error e) { // such as of a class that was deleted meanwhile
                LOGGER.warn("The application did not stop cleanly.", e);
            }
        }
        main.interrupt();
        if (!last) {
            awaitMain();
        }
        threads.addAll(threadsWithLoader());
        threads.forEach(thread -> thread.setContextClassLoader(loader.getParent()));
    }

    private void awaitMain() {
        if (main.isAlive()) {
            try {
                main.join(END_LIMIT_MILLIS);
                if (main.isAlive()) {
                    LOGGER.warn(
                            "The main method of {} still runs {} ms after its thread was interrupted, so the classes of this run"
                                    + " stay in memory. Return from main when its thread is interrupted.",
                            project.mainClass(),
                            END_LIMIT_MILLIS);
                }
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns the threads that have inherited the class loader. Threads of pools outlive the application. */
    private Set<Thread> threadsWithLoader() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getContextClassLoader() == loader)
                .collect(Collectors.toCollection(HashSet::new));
    }
}
