package org.jzenith.core;

import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.EventLoopThread;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.internal.log.ApplicationLog;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.internal.vertx.VertxThreads;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.EventLoopEvent;
import org.jzenith.core.vertx.EventLoopContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports event loops of one application that are blocked for longer than {@code jzenith.blocked-threshold}, and interrupts
 * those that wait for longer than {@code jzenith.blocked-interrupt}. The blocked thread checker of Vert.x calls {@link
 * #blocked} on its own thread, several times within each threshold.
 */
final class BlockedEventLoopDetector {

    private static final Logger LOGGER = LoggerFactory.getLogger(ApplicationLog.NAME);

    /** If a call still waits after this number of interrupts, the report says that it cannot be interrupted. */
    private static final int MAX_INTERRUPTS = 2;

    private static final String REMEDY =
            "Do not block an event loop: return a Single, or annotate the method with @io.smallrye.common.annotation.Blocking.";

    private final Map<Thread, MonitoredEventLoop> loops = new ConcurrentHashMap<>();
    private final long thresholdNanos;
    private final long interruptNanos;
    private volatile @Nullable EventEmitter<EventLoopEvent> events;

    private BlockedEventLoopDetector(final JZenithConfiguration settings) {
        this.thresholdNanos = settings.blockedThreshold().toNanos();
        this.interruptNanos = settings.blockedInterrupt().toNanos();
    }

    /** Sets the observers of blocked event loops. They exist once the injector does, which is after the event loops have started. */
    void emitTo(final @Nullable EventEmitter<EventLoopEvent> emitter) {
        events = emitter;
    }

    /** Vert.x reports work that has taken this long. */
    static long firstReportMillis(final JZenithConfiguration settings) {
        return Math.min(
                settings.blockedThreshold().toMillis(),
                settings.blockedInterrupt().toMillis());
    }

    /** The interval at which Vert.x checks its threads. */
    static long checkMillis(final JZenithConfiguration settings) {
        return Math.max(5, Math.min(1000, firstReportMillis(settings) / 4));
    }

    static BlockedEventLoopDetector install(final Vertx vertx, final JZenithConfiguration settings) {
        final BlockedEventLoopDetector detector = new BlockedEventLoopDetector(settings);
        final long interval = TimeUnit.MILLISECONDS.toNanos(checkMillis(settings));
        VertxThreads.listenToBlocked(
                vertx, (thread, nanos, limit) -> detector.blocked(thread, nanos, nanos % limit < interval));
        EventLoopContext.onEach(vertx)
                .forEach(each -> each.eventLoop().execute(() -> {
                    final EventLoopThread attached = EventLoopThread.attach();
                    detector.loops.put(attached.thread(), new MonitoredEventLoop(attached, each.eventLoop()));
                }));
        return detector;
    }

    /** The threads of the event loops that have run their first task. */
    Set<Thread> threads() {
        return loops.keySet();
    }

    private void blocked(final Thread thread, final long nanos, final boolean anotherLimit) {
        try {
            final MonitoredEventLoop loop = loops.get(thread);
            if (loop != null) {
                check(loop, nanos);
            } else if (anotherLimit) {
                LOGGER.warn(
                        "The thread {} has worked on one task for {} ms.",
                        thread.getName(),
                        TimeUnit.NANOSECONDS.toMillis(nanos),
                        stackOf(thread));
            }
        } catch (final RuntimeException e) {
            LOGGER.warn("Cannot report a blocked event loop.", e);
        }
    }

    private void check(final MonitoredEventLoop loop, final long nanos) {
        final long begin = loop.workBegin();
        if (begin == 0) {
            return;
        }
        if (begin != loop.lastBegin) {
            loop.lastBegin = begin;
            loop.reportedNanos = 0;
            loop.interrupts = 0;
            loop.armedNanos = nanos;
            loop.attached.arm();
        }
        final boolean tooLong = nanos >= interruptNanos && nanos > loop.armedNanos && loop.isWaiting();
        if (!tooLong && loop.reportedNanos != 0 && nanos - loop.reportedNanos < thresholdNanos) {
            return;
        }
        final Throwable stack = stackOf(loop.attached.thread());
        final String report = loop.report(nanos, stack);
        final EventEmitter<EventLoopEvent> emitter = events;
        if (emitter != null) {
            emitter.emit(new EventLoopEvent.Blocked(
                    loop.attached.thread().getName(), Duration.ofNanos(nanos), loop.attached.context(), stack));
        }
        if (tooLong && loop.interrupt(() -> loop.workBegin() == begin)) {
            loop.interrupts++;
            LOGGER.error(
                    "{} {} {}",
                    report,
                    loop.interrupts > MAX_INTERRUPTS
                            ? "The thread waits in a call that cannot be interrupted. The event loop stays blocked until that call returns."
                            : "The thread is waiting, so jZenith interrupts it.",
                    REMEDY,
                    stack);
        } else {
            LOGGER.warn("{} {}", report, REMEDY, stack);
        }
        loop.reportedNanos = nanos;
    }

    /**
     * Runs an empty task on every event loop, and interrupts those that do not run it in time.
     *
     * @param limit the time limit for the task; it starts again after the interrupt
     * @return a sentence about each event loop that is still blocked, or has ended
     */
    List<String> interruptBlocked(final Duration limit) {
        final List<String> reports = new ArrayList<>();
        final Map<MonitoredEventLoop, CountDownLatch> tasks = new ConcurrentHashMap<>();
        for (final MonitoredEventLoop loop : loops.values()) {
            final CountDownLatch ran = new CountDownLatch(1);
            if (loop.execute(ran::countDown)) {
                tasks.put(loop, ran);
            } else {
                reports.add("The event loop " + loop.attached.thread().getName() + " has ended.");
            }
        }
        final List<MonitoredEventLoop> blocked = blockedOf(tasks, limit);
        for (final MonitoredEventLoop loop : blocked) {
            loop.attached.arm();
            final Throwable stack = stackOf(loop.attached.thread());
            LOGGER.error(
                    "{} The application is stopping, so jZenith interrupts the thread.",
                    loop.report(loop.nanos(), stack),
                    stack);
            loop.interrupt(() -> isBlocked(tasks, loop));
        }
        if (!blocked.isEmpty()) {
            blockedOf(tasks, limit)
                    .forEach(loop -> reports.add(loop.report(loop.nanos(), stackOf(loop.attached.thread()))));
        }
        return reports;
    }

    private static boolean isBlocked(
            final Map<MonitoredEventLoop, CountDownLatch> tasks, final MonitoredEventLoop loop) {
        final CountDownLatch ran = tasks.get(loop);
        return ran != null && ran.getCount() > 0;
    }

    private static List<MonitoredEventLoop> blockedOf(
            final Map<MonitoredEventLoop, CountDownLatch> tasks, final Duration limit) {
        final long end = System.nanoTime() + limit.toNanos();
        final List<MonitoredEventLoop> blocked = new ArrayList<>();
        tasks.forEach((loop, ran) -> {
            if (!isCounted(ran, end - System.nanoTime())) {
                blocked.add(loop);
            }
        });
        return blocked;
    }

    private static boolean isCounted(final CountDownLatch ran, final long nanos) {
        try {
            return ran.await(nanos, TimeUnit.NANOSECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return ran.getCount() == 0;
        }
    }

    private static Throwable stackOf(final Thread thread) {
        final Throwable stack = new Throwable("The stack of " + thread.getName());
        stack.setStackTrace(thread.getStackTrace());
        return stack;
    }

    /** One event loop. Only the checking thread uses the mutable fields. */
    private static final class MonitoredEventLoop {

        private final EventLoopThread attached;
        private final EventExecutor loop;
        private long lastBegin;
        private long reportedNanos;
        private long armedNanos;
        private int interrupts;

        MonitoredEventLoop(final EventLoopThread attached, final EventExecutor loop) {
            this.attached = attached;
            this.loop = loop;
        }

        /** Returns the time at which the current work started; 0 if there is none. */
        long workBegin() {
            return VertxThreads.workBegin(attached.thread());
        }

        long nanos() {
            final long begin = workBegin();
            return begin == 0 ? 0 : System.nanoTime() - begin;
        }

        /** Returns true if an interrupt would have an effect, which it has only on a waiting thread. */
        boolean isWaiting() {
            final Thread.State state = attached.thread().getState();
            return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
        }

        /**
         * Interrupts the thread if the condition is true. The next task of the event loop clears the interrupt, unless the end of the
         * request's work has done so before.
         */
        boolean interrupt(final BooleanSupplier condition) {
            final boolean interrupted = attached.interruptIf(condition);
            if (interrupted) {
                execute(attached::disarm);
            } else {
                attached.arm();
            }
            return interrupted;
        }

        boolean execute(final Runnable task) {
            try {
                loop.execute(task);
                return true;
            } catch (final RejectedExecutionException e) {
                return false;
            }
        }

        String report(final long nanos, final Throwable stack) {
            final @Nullable RequestContext context = attached.context();
            final @Nullable String frame = LogText.applicationFrame(stack);
            return "The event loop " + attached.thread().getName() + " has been blocked "
                    + (nanos == 0 ? "" : "for " + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms ") + "by "
                    + (context == null ? "work outside a request" : context.description())
                    + (frame == null ? "" : ", at " + frame)
                    + ". It serves nothing else meanwhile.";
        }
    }
}
