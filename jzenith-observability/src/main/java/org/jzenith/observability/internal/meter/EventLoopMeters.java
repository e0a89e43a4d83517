package org.jzenith.observability.internal.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Vertx;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jzenith.core.observe.EventLoopEvent;
import org.jzenith.core.vertx.EventLoopContext;

/** Measures the delay of tasks on each event loop, and its CPU time. Safe for use by many threads. */
final class EventLoopMeters {

    private static final long INTERVAL_MILLIS = 100;
    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Meters meters;
    private final Timer delays;
    private final Counter blocked;
    private final List<Probe> probes = new ArrayList<>();

    EventLoopMeters(final Meters meters) {
        this.meters = meters;
        this.delays = meters.timer(Metric.EVENT_LOOP_DELAY);
        this.blocked = meters.counter(Metric.EVENT_LOOP_BLOCKED);
    }

    /** Starts to measure; called once. */
    synchronized void begin(final Vertx vertx) {
        for (final EventLoopContext each : EventLoopContext.onEach(vertx)) {
            final Probe probe = new Probe(each);
            probes.add(probe);
            each.runUnlessTerminated(probe::begin);
        }
    }

    /** Counts a report of a blocked event loop. */
    void blocked(final EventLoopEvent.Blocked event) {
        blocked.increment();
    }

    /** Ends the measurement. */
    synchronized void close() {
        probes.forEach(Probe::close);
    }

    /** A task that an event loop runs again and again. */
    private final class Probe implements Runnable {

        private final EventLoopContext loop;
        private volatile long dueNanos;
        private volatile long lagNanos;
        private volatile long timer;
        private volatile boolean closed;

        Probe(final EventLoopContext loop) {
            this.loop = loop;
        }

        void begin() {
            final String name = Thread.currentThread().getName();
            final long id = Thread.currentThread().getId();
            schedule();
            meters.gauge(Metric.EVENT_LOOP_LAG, () -> lag() / NANOS, name);
            meters.functionCounter(Metric.EVENT_LOOP_CPU, () -> cpuNanos(id) / NANOS, name);
        }

        @Override
        public void run() {
            final long late = Math.max(0, System.nanoTime() - dueNanos);
            lagNanos = late;
            delays.record(late, TimeUnit.NANOSECONDS);
            if (!closed) {
                schedule();
            }
        }

        void close() {
            closed = true;
            loop.cancelTimer(timer);
        }

        private void schedule() {
            dueNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(INTERVAL_MILLIS);
            timer = loop.setTimer(INTERVAL_MILLIS, this);
        }

        /** Returns the delay of the latest task, or of the one that is due. */
        private double lag() {
            return closed ? 0 : Math.max(lagNanos, System.nanoTime() - dueNanos);
        }
    }

    private static double cpuNanos(final long thread) {
        return Math.max(0, ManagementFactory.getThreadMXBean().getThreadCpuTime(thread));
    }
}
