package org.jzenith.core;

import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.impl.VertxThread;
import io.vertx.core.impl.btc.BlockedThreadEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.EventLoopThread;
import org.jzenith.core.context.RequestContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after the event loops of one application: one that is held by its work for too long is reported, and
 * interrupted if it waits for something. Vert.x measures; it calls {@link #held} on its own thread, a few times for each
 * threshold.
 */
final class EventLoopWatch {

    private static final Logger LOGGER = LoggerFactory.getLogger(JZenith.class);

    /** A call that waits on after so many interrupts is not ended by one. */
    private static final int MAX_INTERRUPTS = 2;

    private static final String REMEDY =
            "Do not block an event loop: return a Single, or annotate the method with @Blocking.";

    private final Map<Thread, Watched> loops = new ConcurrentHashMap<>();
    private final long thresholdNanos;
    private final long interruptNanos;

    private EventLoopWatch(final JZenithConfiguration settings) {
        this.thresholdNanos = settings.blockedThreshold().toNanos();
        this.interruptNanos = settings.blockedInterrupt().toNanos();
    }

    /** Vert.x tells of work that has taken this long. */
    static long firstLookMillis(final JZenithConfiguration settings) {
        return Math.min(
                settings.blockedThreshold().toMillis(),
                settings.blockedInterrupt().toMillis());
    }

    /** Between two looks of Vert.x at its threads. */
    static long checkMillis(final JZenithConfiguration settings) {
        return Math.max(5, Math.min(1000, firstLookMillis(settings) / 4));
    }

    static EventLoopWatch over(final Vertx vertx, final JZenithConfiguration settings) {
        final EventLoopWatch watch = new EventLoopWatch(settings);
        final long interval = TimeUnit.MILLISECONDS.toNanos(checkMillis(settings));
        final VertxInternal internal = (VertxInternal) vertx;
        internal.blockedThreadChecker().setThreadBlockedHandler(event -> watch.held(event, interval));
        for (final EventExecutor loop : internal.getEventLoopGroup()) {
            loop.execute(() -> {
                final EventLoopThread attached = EventLoopThread.attach();
                watch.loops.put(attached.thread(), new Watched(attached, loop));
            });
        }
        return watch;
    }

    /** Nothing may be thrown here, as it would end the thread of Vert.x. */
    private void held(final BlockedThreadEvent event, final long interval) {
        try {
            final Watched loop = loops.get(event.thread());
            if (loop != null) {
                look(loop, event.duration());
            } else if (event.duration() % event.maxExecTime() < interval) {
                reportWorker(event);
            }
        } catch (final RuntimeException e) {
            LOGGER.warn("An event loop that is held cannot be reported.", e);
        }
    }

    private static void reportWorker(final BlockedThreadEvent event) {
        LOGGER.warn(
                "The thread {} has worked on one task for {} ms.",
                event.thread().getName(),
                TimeUnit.NANOSECONDS.toMillis(event.duration()),
                stackOf(event.thread()));
    }

    private void look(final Watched loop, final long nanos) {
        final long begin = loop.workBegin();
        if (begin == 0) {
            return;
        }
        if (begin != loop.seenBegin) {
            loop.seenBegin = begin;
            loop.reportedNanos = 0;
            loop.interrupts = 0;
            loop.armedNanos = nanos;
            loop.attached.arm();
        }
        final boolean tooLong = nanos >= interruptNanos && nanos > loop.armedNanos && loop.waits();
        if (!tooLong && loop.reportedNanos != 0 && nanos - loop.reportedNanos < thresholdNanos) {
            return;
        }
        final String report = loop.report(nanos);
        final Throwable stack = stackOf(loop.attached.thread());
        if (tooLong && loop.interrupt(() -> loop.workBegin() == begin)) {
            loop.interrupts++;
            LOGGER.error(
                    "{} {} {}",
                    report,
                    loop.interrupts > MAX_INTERRUPTS
                            ? "The thread waits in a call that cannot be interrupted, so nothing but its end helps."
                            : "The thread waits, so it is interrupted.",
                    REMEDY,
                    stack);
        } else {
            LOGGER.warn("{} {}", report, REMEDY, stack);
        }
        loop.reportedNanos = nanos;
    }

    /**
     * Asks every event loop for a sign of life, and interrupts those that give none.
     *
     * @param patience for the sign, and once more after the interrupt
     * @return a sentence about each event loop that is still held, or has ended
     */
    List<String> free(final Duration patience) {
        final List<String> reports = new ArrayList<>();
        final Map<Watched, CountDownLatch> signs = new ConcurrentHashMap<>();
        for (final Watched loop : loops.values()) {
            final CountDownLatch sign = new CountDownLatch(1);
            if (loop.executesNow(sign::countDown)) {
                signs.put(loop, sign);
            } else {
                reports.add("The event loop " + loop.attached.thread().getName() + " has ended.");
            }
        }
        final List<Watched> silent = silent(signs, patience);
        for (final Watched loop : silent) {
            loop.attached.arm();
            LOGGER.error(
                    "{} The application stops, so the thread is interrupted.",
                    loop.report(loop.nanos()),
                    stackOf(loop.attached.thread()));
            loop.interrupt(() -> isSilent(signs, loop));
        }
        if (!silent.isEmpty()) {
            silent(signs, patience).forEach(loop -> reports.add(loop.report(loop.nanos())));
        }
        return reports;
    }

    private static boolean isSilent(final Map<Watched, CountDownLatch> signs, final Watched loop) {
        final CountDownLatch sign = signs.get(loop);
        return sign != null && sign.getCount() > 0;
    }

    private static List<Watched> silent(final Map<Watched, CountDownLatch> signs, final Duration patience) {
        final long end = System.nanoTime() + patience.toNanos();
        final List<Watched> silent = new ArrayList<>();
        signs.forEach((loop, sign) -> {
            if (!isCounted(sign, end - System.nanoTime())) {
                silent.add(loop);
            }
        });
        return silent;
    }

    private static boolean isCounted(final CountDownLatch sign, final long nanos) {
        try {
            return sign.await(nanos, TimeUnit.NANOSECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return sign.getCount() == 0;
        }
    }

    private static Throwable stackOf(final Thread thread) {
        final Throwable stack = new Throwable("What " + thread.getName() + " does");
        stack.setStackTrace(thread.getStackTrace());
        return stack;
    }

    /** One event loop; its fields belong to the thread that looks. */
    private static final class Watched {

        private final EventLoopThread attached;
        private final EventExecutor loop;
        private long seenBegin;
        private long reportedNanos;
        private long armedNanos;
        private int interrupts;

        Watched(final EventLoopThread attached, final EventExecutor loop) {
            this.attached = attached;
            this.loop = loop;
        }

        /** When the present work began; 0 if there is none. */
        long workBegin() {
            return attached.thread() instanceof final VertxThread thread ? thread.startTime() : 0;
        }

        long nanos() {
            final long begin = workBegin();
            return begin == 0 ? 0 : System.nanoTime() - begin;
        }

        /** An interrupt ends waiting and nothing else. */
        boolean waits() {
            final Thread.State state = attached.thread().getState();
            return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
        }

        /** Forgets the interrupt at the next occasion; work for a request does so itself when it ends. */
        boolean interrupt(final BooleanSupplier condition) {
            final boolean interrupted = attached.interruptIf(condition);
            if (interrupted) {
                executesNow(attached::disarm);
            } else {
                attached.arm();
            }
            return interrupted;
        }

        boolean executesNow(final Runnable task) {
            try {
                loop.execute(task);
                return true;
            } catch (final RejectedExecutionException e) {
                return false;
            }
        }

        String report(final long nanos) {
            final @Nullable RequestContext context = attached.context();
            return "The event loop " + attached.thread().getName() + " has been held "
                    + (nanos == 0 ? "" : "for " + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms ") + "by "
                    + (context == null ? "work outside a request" : context.description())
                    + ", so nothing else on it is answered.";
        }
    }
}
