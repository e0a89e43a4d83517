package org.jzenith.core;

import com.google.inject.Injector;
import io.reactivex.Completable;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.Problem;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.rx.RxFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers what was started and undoes it. The stop of a running application and of one that failed half-way is the
 * same: whatever is remembered is drained, closed and withdrawn, newest first; everything is tried.
 */
final class Lifecycle {

    private static final Logger LOGGER = LoggerFactory.getLogger(JZenith.class);

    /** Plugins end by themselves what is left after the drain time; this is how long they may take to notice. */
    private static final Duration DRAIN_GRACE = Duration.ofSeconds(2);

    /** How long a signal waits for a start to undo what it has done. */
    private static final Duration UNDO_PATIENCE = Duration.ofSeconds(60);

    /** How long an event loop may take to give a sign of life, and a close to end on one that gives none. */
    private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(1);

    private final ApplicationState state;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final AtomicBoolean signal = new AtomicBoolean();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Deque<Supplied> supplied = new ArrayDeque<>();
    private final Deque<Plugin> prepared = new ConcurrentLinkedDeque<>();
    private final Deque<Plugin> opened = new ArrayDeque<>();
    private Duration stopDelay = Duration.ZERO;
    private Duration drainTimeout = Duration.ofSeconds(21);
    private Duration closeTimeout = Duration.ofSeconds(10);
    private @Nullable Vertx vertx;
    private @Nullable EventLoopWatch eventLoops;
    private boolean held;
    private @Nullable Injector injector;
    private volatile @Nullable Thread shutdownHook;

    Lifecycle(final ApplicationState state) {
        this.state = state;
    }

    void remember(final JZenithConfiguration configuration) {
        stopDelay = configuration.stopDelay();
        drainTimeout = configuration.drainTimeout().plus(configuration.idleGrace());
        closeTimeout = configuration.closeTimeout();
    }

    void remember(final Vertx started, final EventLoopWatch watch) {
        vertx = started;
        eventLoops = watch;
    }

    void remember(final Injector created) {
        injector = created;
    }

    void supplying(final Plugin plugin, final Configuration asked) {
        supplied.push(new Supplied(plugin, asked));
    }

    /** Called by several threads, but for a plugin only after those that it requires. */
    void preparing(final Plugin plugin) {
        prepared.push(plugin);
    }

    void opening(final Plugin plugin) {
        opened.push(plugin);
    }

    /** From now on a signal stops the application, also while it is still starting on the current thread. */
    void begin() {
        final Thread starter = Thread.currentThread();
        final Thread hook = new Thread(() -> stopOnSignal(starter), "jzenith-shutdown");
        shutdownHook = hook;
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (final IllegalStateException e) {
            throw new StartException(Problem.of("The JVM is going down, so nothing can be started.")
                    .causedBy(e));
        }
    }

    /** The application is open: from now on it keeps the JVM alive until it has stopped. */
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

    static Problem signalled() {
        return Problem.of("A signal came while the application was starting.");
    }

    private void stopOnSignal(final Thread starter) {
        LOGGER.info("Stopping; a second signal forces the end.");
        shutdownHook = null;
        SecondSignal.halts();
        final boolean starting;
        synchronized (signal) {
            signal.set(true);
            starting = state.phase() == ApplicationState.Phase.STARTING;
            if (starting) {
                // The starting thread notices, and undoes what it has done.
                starter.interrupt();
            }
        }
        if (starting) {
            awaitUndone();
        } else {
            stop();
        }
    }

    /** Not for ever: a starting thread that is itself ending the JVM would never come. */
    private void awaitUndone() {
        try {
            if (!stopped.await(UNDO_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                LOGGER.warn("The start did not notice the signal; what it has started is left as it is.");
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
        // A thread that was interrupted can stop an application too, and must be able to wait for that.
        boolean interrupted = Thread.interrupted();
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
                interrupted |= isInterruptedBefore(stopDelay);
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
        final Injector objects = injector;
        if (objects != null) {
            for (final Plugin plugin : opened) {
                attempt(plugin.name() + " announce stop", () -> plugin.announceStop(objects), DRAIN_GRACE, failures);
            }
        }
    }

    private static boolean isInterruptedBefore(final Duration delay) {
        try {
            TimeUnit.MILLISECONDS.sleep(delay.toMillis());
            return false;
        } catch (final InterruptedException e) {
            return true;
        }
    }

    private void stopPlugins(final List<String> failures) {
        final Injector objects = injector;
        if (objects != null) {
            while (!opened.isEmpty()) {
                final Plugin plugin = opened.pop();
                attempt(
                        plugin.name() + " drain",
                        () -> plugin.drain(objects),
                        drainTimeout.plus(DRAIN_GRACE),
                        failures);
            }
            while (!prepared.isEmpty()) {
                final Plugin plugin = prepared.pop();
                attempt(plugin.name() + " close", () -> plugin.close(objects), closeLimit(failures), failures);
            }
        }
        final Vertx loops = vertx;
        if (loops != null) {
            attempt("Vert.x close", () -> RxFuture.completable(loops::close), closeLimit(failures), failures);
        }
        while (!supplied.isEmpty()) {
            final Supplied last = supplied.pop();
            final Plugin plugin = last.plugin();
            attempt(plugin.name() + " withdraw", () -> plugin.withdraw(last.asked()), closeTimeout, failures);
        }
    }

    /** What closes needs the event loops. One that is held is interrupted; if it stays so, nothing waits for it. */
    private Duration closeLimit(final List<String> failures) {
        final EventLoopWatch watch = eventLoops;
        if (watch != null && !held) {
            final List<String> stillHeld = watch.free(SIGN_OF_LIFE);
            held = !stillHeld.isEmpty();
            failures.addAll(stillHeld);
        }
        return held && closeTimeout.compareTo(SIGN_OF_LIFE) > 0 ? SIGN_OF_LIFE : closeTimeout;
    }

    private static void attempt(
            final String what, final Supplier<Completable> action, final Duration limit, final List<String> failures) {
        try {
            await(action, limit);
        } catch (final Throwable e) {
            LOGGER.debug("{} failed", what, e);
            failures.add(what + ": " + e);
        }
    }

    /** Waits for the end of an action, which runs elsewhere, so that the limit holds for one that blocks as well. */
    static void await(final Supplier<Completable> action, final Duration limit) throws TimeoutException {
        final Completable elsewhere = Completable.defer(action::get).subscribeOn(Schedulers.io());
        if (!elsewhere.blockingAwait(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new TimeoutException("not done within " + limit.toMillis() + " ms");
        }
    }

    static void refuseEventLoop(final String verb) {
        if (Context.isOnEventLoopThread()) {
            throw new IllegalStateException("An application cannot be " + verb
                    + " on an event loop, because that would block it. Use a thread of your own.");
        }
    }

    private static void removeHook(final Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException e) {
            LOGGER.trace("The JVM is going down already.", e);
        }
    }

    private record Supplied(Plugin plugin, Configuration asked) {}
}
