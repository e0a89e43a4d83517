package org.jzenith.core;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.reactivex.disposables.Disposable;
import io.reactivex.exceptions.Exceptions;
import io.reactivex.schedulers.Schedulers;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.internal.limit.FullHeapDetector;
import org.jzenith.core.internal.log.ApplicationLog;
import org.jzenith.core.internal.start.SecondSignal;
import org.jzenith.core.internal.vertx.VertxThreads;
import org.jzenith.core.plugin.ConfigurationProvider;
import org.jzenith.core.plugin.GracefulShutdown;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.core.rx.RxFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records everything that starts, and stops it in reverse order: drains, closes, and withdraws provided settings. A start that has failed
 * half-way is stopped like a running application. The stop goes on after a failure, and reports all failures at its end.
 */
final class Lifecycle {

    private static final Logger LOGGER = LoggerFactory.getLogger(ApplicationLog.NAME);

    /** The additional time after the drain time in which plugins end the remaining work. */
    private static final Duration DRAIN_GRACE = Duration.ofSeconds(2);

    /** The time limit for an interrupted start to stop everything that it had started. */
    private static final Duration ROLLBACK_LIMIT = Duration.ofSeconds(60);

    /** The time limit for an event loop to run an empty task, and for closing a plugin while an event loop is blocked. */
    private static final Duration EVENT_LOOP_LIMIT = Duration.ofSeconds(1);

    private final ApplicationState state;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final AtomicBoolean signal = new AtomicBoolean();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Deque<Provider> providers = new ArrayDeque<>();
    private final Deque<Plugin> prepared = new ConcurrentLinkedDeque<>();
    private final Deque<Plugin> opened = new ArrayDeque<>();
    private Duration stopDelay = Duration.ZERO;
    private Duration drainTimeout = Duration.ofSeconds(21);
    private Duration closeTimeout = Duration.ofSeconds(10);
    private @Nullable Blocking blocking;
    private @Nullable Vertx vertx;
    private @Nullable BlockedEventLoopDetector detector;
    private @Nullable FullHeapDetector heap;
    private boolean blocked;
    private boolean interrupted;
    private @Nullable Function<Plugin, Injector> injectors;
    private volatile @Nullable Thread shutdownHook;

    Lifecycle(final ApplicationState state) {
        this.state = state;
    }

    void setTimes(final JZenithConfiguration configuration) {
        stopDelay = configuration.stopDelay();
        drainTimeout = configuration
                .drainTimeout()
                .plus(configuration.idleGrace().multipliedBy(2)); // before and after a half-close
        closeTimeout = configuration.closeTimeout();
    }

    void setVertx(final Vertx started, final BlockedEventLoopDetector installed) {
        vertx = started;
        detector = installed;
        if (heap == null) {
            final FullHeapDetector watch = FullHeapDetector.start(installed.threads());
            VertxThreads.beforeClose(started, watch::allowEventLoopsToEnd);
            heap = watch;
        }
    }

    void setBlocking(final Blocking created) {
        blocking = created;
    }

    /** @param created the objects that each plugin sees */
    void setInjectors(final Function<Plugin, Injector> created) {
        injectors = created;
    }

    void providing(final Plugin plugin, final ConfigurationProvider provider, final Configuration given) {
        providers.push(new Provider(plugin.name(), provider, given));
    }

    /** Called by several threads, for each plugin after the plugins that it requires. */
    void preparing(final Plugin plugin) {
        prepared.push(plugin);
    }

    void opening(final Plugin plugin) {
        opened.push(plugin);
    }

    /** Lets a signal stop the application from now on, even while the current thread still starts it. */
    void begin() {
        final Thread starter = Thread.currentThread();
        final Thread hook = new Thread(() -> stopOnSignal(starter), "jzenith-shutdown");
        shutdownHook = hook;
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (final IllegalStateException e) {
            throw new StartException(StartProblem.of("The JVM is shutting down, so the application cannot start.")
                    .causedBy(e));
        }
    }

    /** Called when all listeners are open. From now on, a non-daemon thread keeps the JVM running until the stop has ended. */
    void running() {
        synchronized (signal) {
            if (signal.get()) {
                throw new StartException(signalled());
            }
            state.enter(ApplicationState.Phase.RUNNING);
        }
        final Thread keepAlive = new Thread(this::awaitStopped, "jzenith-keep-alive");
        keepAlive.setDaemon(false);
        keepAlive.start();
    }

    static StartProblem signalled() {
        return StartProblem.of("The process received a signal while the application was starting.");
    }

    private void stopOnSignal(final Thread starter) {
        log(() -> LOGGER.info("Stopping. A second signal ends the JVM at once."));
        shutdownHook = null;
        SecondSignal.install();
        final boolean starting;
        synchronized (signal) {
            signal.set(true);
            starting = state.phase() == ApplicationState.Phase.STARTING;
            if (starting) {
                // The starting thread is interrupted, and stops what it has started.
                starter.interrupt();
            }
        }
        if (starting) {
            awaitRollback();
        } else {
            stop();
        }
    }

    /**
     * Logs a line during the stop. Other shutdown hooks run at the same time, and one of them can close the log's output, as Maven's does
     * for applications in its JVM. Then the line is lost, but the stop goes on.
     */
    private static void log(final Runnable line) {
        try {
            line.run();
        } catch (final RuntimeException e) {
            System.err.println("A log line could not be written while the application was stopping: " + e);
        }
    }

    /** Waits for a limited time, because a starting thread that called System.exit itself waits for this hook. */
    private void awaitRollback() {
        try {
            if (!stopped.await(ROLLBACK_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                LOGGER.warn(
                        "Startup did not end within {} s of the signal. The JVM exits without closing the plugins that have started.",
                        ROLLBACK_LIMIT.toSeconds());
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    boolean isSignalled() {
        return signal.get();
    }

    private void awaitStopped() {
        try {
            stopped.await();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void stop() {
        refuseEventLoop("stopped");
        if (!stopping.compareAndSet(false, true)) {
            awaitStopped();
            return;
        }
        // An interrupted thread can stop an application as well, so the interrupt is cleared here and restored at the
        // end.
        interrupted = Thread.interrupted();
        final long start = System.nanoTime();
        final boolean wasRunning = state.phase() == ApplicationState.Phase.RUNNING;
        state.enter(ApplicationState.Phase.STOPPING);
        final List<String> failures = new ArrayList<>();
        try {
            final Thread hook = shutdownHook;
            if (hook != null) {
                removeHook(hook);
            }
            if (wasRunning) {
                announceStop(failures);
                interrupted |= awaitStopDelay(stopDelay);
            }
            stopPlugins(failures);
        } finally {
            state.enter(ApplicationState.Phase.STOPPED);
            stopped.countDown();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        if (!failures.isEmpty()) {
            LOGGER.warn("Stopped with {} failure(s): {}", failures.size(), String.join("; ", failures));
        } else if (wasRunning) {
            LOGGER.info("Stopped after {} ms.", (System.nanoTime() - start) / 1_000_000);
        }
    }

    private void announceStop(final List<String> failures) {
        final Function<Plugin, Injector> objects = injectors;
        if (objects != null) {
            for (final Plugin plugin : opened) {
                if (plugin instanceof final GracefulShutdown shutdown) {
                    attempt(
                            plugin.name() + " announce stop",
                            () -> shutdown.announceStop(objects.apply(plugin)),
                            DRAIN_GRACE,
                            failures);
                }
            }
        }
    }

    /** Returns true if the thread was interrupted. */
    private static boolean awaitStopDelay(final Duration delay) {
        try {
            TimeUnit.MILLISECONDS.sleep(delay.toMillis());
            return false;
        } catch (final InterruptedException e) {
            return true;
        }
    }

    private void stopPlugins(final List<String> failures) {
        final Function<Plugin, Injector> objects = injectors;
        if (objects != null) {
            while (!opened.isEmpty()) {
                final Plugin plugin = opened.pop();
                if (plugin instanceof final GracefulShutdown shutdown) {
                    attempt(
                            plugin.name() + " drain",
                            () -> shutdown.drain(objects.apply(plugin)),
                            drainTimeout.plus(DRAIN_GRACE),
                            failures);
                }
            }
            while (!prepared.isEmpty()) {
                final Plugin plugin = prepared.pop();
                attempt(
                        plugin.name() + " close",
                        () -> plugin.close(objects.apply(plugin)),
                        closeLimit(failures),
                        failures);
            }
        }
        final Blocking work = blocking;
        if (work != null) {
            attempt("blocking work close", () -> Completable.fromAction(work::close), closeTimeout, failures);
        }
        final Vertx loops = vertx;
        if (loops != null) {
            attempt("Vert.x close", () -> RxFuture.completable(loops::close), closeLimit(failures), failures);
        }
        final FullHeapDetector watch = heap;
        if (watch != null) {
            watch.close();
        }
        while (!providers.isEmpty()) {
            final Provider last = providers.pop();
            attempt(
                    last.plugin() + " stop",
                    () -> last.provider().withdrawConfiguration(last.given()),
                    closeTimeout,
                    failures);
        }
    }

    /**
     * Returns the time limit for closing a plugin. Closing needs the event loops, so blocked ones are interrupted first. If one stays
     * blocked, the limit is one second.
     */
    private Duration closeLimit(final List<String> failures) {
        final BlockedEventLoopDetector installed = detector;
        if (installed != null && !blocked) {
            final List<String> stillBlocked = installed.interruptBlocked(EVENT_LOOP_LIMIT);
            blocked = !stillBlocked.isEmpty();
            failures.addAll(stillBlocked);
        }
        return blocked && closeTimeout.compareTo(EVENT_LOOP_LIMIT) > 0 ? EVENT_LOOP_LIMIT : closeTimeout;
    }

    private void attempt(
            final String what, final Supplier<Completable> action, final Duration limit, final List<String> failures) {
        try {
            await(action, limit);
        } catch (final InterruptedException e) {
            interrupted = true;
            failures.add(what + ": interrupted");
        } catch (final Throwable e) {
            failures.add(what + ": " + e);
            log(() -> LOGGER.debug("{} failed", what, e));
        }
    }

    /**
     * Runs an action on another thread and waits for its end, so that the time limit also applies to an action that blocks. The other
     * thread is a thread of RxJava, which another application may have used before. Meanwhile it has the context class loader of this
     * thread.
     *
     * @throws InterruptedException if this thread is interrupted; the action is disposed
     */
    static void await(final Supplier<Completable> action, final Duration limit)
            throws TimeoutException, InterruptedException {
        final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
        final Completable elsewhere =
                withContextClassLoader(Completable.defer(action::get), loader).subscribeOn(Schedulers.io());
        final CountDownLatch ended = new CountDownLatch(1);
        final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        final Disposable running = elsewhere.subscribe(ended::countDown, error -> {
            failure.set(error);
            ended.countDown();
        });
        try {
            if (!ended.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new TimeoutException("not done within " + limit.toMillis() + " ms");
            }
        } finally {
            running.dispose();
        }
        final Throwable error = failure.get();
        if (error != null) {
            throw Exceptions.propagate(error);
        }
    }

    /** Subscribes with a class loader as the thread's context class loader. */
    private static Completable withContextClassLoader(final Completable source, final @Nullable ClassLoader loader) {
        return Completable.unsafeCreate(observer -> {
            final Thread thread = Thread.currentThread();
            final @Nullable ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(loader);
            try {
                source.subscribe(observer);
            } catch (final LinkageError | VirtualMachineError e) {
                // RxJava throws what it takes for fatal instead of signalling it.
                observer.onError(e);
                if (e instanceof final VirtualMachineError fatal) {
                    throw fatal;
                }
            } finally {
                thread.setContextClassLoader(before);
            }
        });
    }

    static void refuseEventLoop(final String verb) {
        if (Context.isOnEventLoopThread()) {
            throw new IllegalStateException("An application cannot be " + verb
                    + " on an event loop, because that would block the event loop. Use another thread.");
        }
    }

    private static void removeHook(final Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException e) {
            LOGGER.trace("The JVM is already shutting down.", e);
        }
    }

    /** A plugin that provided settings, and the configuration that was passed to it. */
    private record Provider(String plugin, ConfigurationProvider provider, Configuration given) {}
}
