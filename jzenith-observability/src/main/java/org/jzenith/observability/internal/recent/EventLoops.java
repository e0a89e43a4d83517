package org.jzenith.observability.internal.recent;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.EventLoopEvent;
import org.jzenith.core.vertx.EventLoopContext;

/** The delay of tasks and the CPU time of each event loop, and the last twenty reports of blocked ones. */
final class EventLoops implements Section {

    private static final int MINUTES = 60;
    private static final int MOST_REPORTS = 20;
    private static final int MOST_FRAMES = 30;
    private static final int PERCENT = 100;
    private static final long LAG_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long RECENT_NANOS = TimeUnit.MINUTES.toNanos(2);

    /** Replaced when the event loops are known. */
    private volatile List<Probe> probes = List.of();

    private final Deque<Report> reports = new ArrayDeque<>();

    /** A report of a blocked event loop; the last one of a task has the whole duration. */
    private record Report(long atMillis, long atNanos, EventLoopEvent.Blocked event) {

        String cause() {
            final String task = event.request() == null ? "work outside a request" : Pools.caller(event.request());
            return "for " + DisplayText.text(event.duration().toNanos()) + " by " + task + ", at " + place() + ".";
        }

        /** Returns the first frame that belongs neither to the JDK nor to a library below jZenith. */
        private String place() {
            final StackTraceElement[] stack = event.stack().getStackTrace();
            return Arrays.stream(stack)
                    .filter(frame ->
                            !frame.getClassName().matches("(java|jdk|sun|io\\.netty|io\\.vertx|io\\.reactivex)\\..*"))
                    .findFirst()
                    .or(() -> Arrays.stream(stack).findFirst())
                    .map(EventLoops::text)
                    .orElse("an unknown place");
        }
    }

    void begin(final Vertx vertx) {
        probes = EventLoopContext.onEach(vertx).stream().map(Probe::new).toList();
    }

    /** Measures one event loop by a task a second. */
    private static final class Probe {

        private final EventLoopContext loop;
        private final TimeRing<AtomicLong> lags = new TimeRing<>(MINUTES, Duration.ofMinutes(1), AtomicLong::new);
        private volatile String thread = "";
        private volatile long threadId;

        /** The time at which the task was given to the event loop; zero if it has run. */
        private final AtomicLong pendingNanos = new AtomicLong();

        private volatile long lagNanos;
        private long cpuNanos;
        private long cpuAtNanos;
        private volatile double busy;

        Probe(final EventLoopContext loop) {
            this.loop = loop;
        }

        void sample() {
            record(lag());
            final long now = System.nanoTime();
            if (pendingNanos.compareAndSet(0, now)) {
                loop.runUnlessTerminated(this::run);
            }
            if (threadId != 0) {
                final long cpu = ManagementFactory.getThreadMXBean().getThreadCpuTime(threadId);
                busy = cpuAtNanos == 0 ? 0 : (double) (cpu - cpuNanos) / (now - cpuAtNanos);
                cpuNanos = cpu;
                cpuAtNanos = now;
            }
        }

        private void run() {
            thread = Thread.currentThread().getName();
            threadId = Thread.currentThread().getId();
            lagNanos = System.nanoTime() - pendingNanos.getAndSet(0);
            record(lagNanos);
        }

        private void record(final long nanos) {
            lags.current().accumulateAndGet(nanos, Math::max);
        }

        /** Returns the delay of the last task, or that of the present one if it is longer already. */
        long lag() {
            final long pending = pendingNanos.get();
            return pending == 0 ? lagNanos : Math.max(lagNanos, System.nanoTime() - pending);
        }

        private long max(final int minutes) {
            return lags.used(minutes).stream().mapToLong(AtomicLong::get).max().orElse(0);
        }

        JsonObject json() {
            final JsonArray line = new JsonArray();
            for (final AtomicLong lag : lags.last(MINUTES)) {
                line.add(lag == null ? 0 : DisplayText.millis(lag.get()));
            }
            return new JsonObject()
                    .put("thread", thread)
                    .put("lag", DisplayText.millis(lag()))
                    .put("maxLag", DisplayText.millis(max(2)))
                    .put("maxLagOfHour", DisplayText.millis(max(MINUTES)))
                    .put("busy", DisplayText.rounded(busy))
                    .put("line", line);
        }
    }

    void blocked(final EventLoopEvent.Blocked event) {
        final Report report = new Report(System.currentTimeMillis(), System.nanoTime(), event);
        synchronized (reports) {
            final Report before = reports.peekFirst();
            if (before != null && isLonger(event, before)) {
                reports.removeFirst();
            }
            reports.addFirst(report);
            if (reports.size() > MOST_REPORTS) {
                reports.removeLast();
            }
        }
    }

    /** Returns true for another report of the same task. */
    private static boolean isLonger(final EventLoopEvent.Blocked event, final Report before) {
        return before.event.thread().equals(event.thread())
                && before.event.request() == event.request()
                && before.event.duration().compareTo(event.duration()) < 0;
    }

    @Override
    public String name() {
        return "eventLoops";
    }

    @Override
    public void sample() {
        probes.forEach(Probe::sample);
    }

    @Override
    public JsonObject json() {
        final JsonArray loops = new JsonArray();
        probes.forEach(probe -> loops.add(probe.json()));
        final JsonArray blocked = new JsonArray();
        all().forEach(report -> blocked.add(new JsonObject()
                .put("at", report.atMillis)
                .put("thread", report.event.thread())
                .put("cause", report.cause())
                .put("stack", stack(report.event.stack()))));
        return new JsonObject().put("loops", loops).put("blocked", blocked);
    }

    private List<Report> all() {
        synchronized (reports) {
            return List.copyOf(reports);
        }
    }

    /** Returns a frame without its module and class loader. */
    private static String text(final StackTraceElement frame) {
        return frame.getClassName() + "." + frame.getMethodName() + "(" + frame.getFileName() + ":"
                + frame.getLineNumber() + ")";
    }

    private static String stack(final Throwable stack) {
        return Arrays.stream(stack.getStackTrace())
                .limit(MOST_FRAMES)
                .map(EventLoops::text)
                .collect(Collectors.joining("\n"));
    }

    @Override
    public List<Finding> findings() {
        final List<Finding> all = new ArrayList<>();
        final long now = System.nanoTime();
        final @Nullable Report last = all().stream().findFirst().orElse(null);
        if (last != null && now - last.atNanos < RECENT_NANOS) {
            all.add(new Finding(
                    last.event.request() != null,
                    name(),
                    "The event loop " + last.event.thread() + " was blocked "
                            + (now - last.atNanos < TimeUnit.SECONDS.toNanos(2)
                                    ? ""
                                    : DisplayText.text(now - last.atNanos) + " ago ")
                            + last.cause()));
        }
        probes.stream()
                .filter(probe -> probe.max(2) > LAG_NANOS && last == null)
                .limit(1)
                .forEach(probe -> all.add(Finding.warning(
                        name(),
                        "Tasks of the event loop " + probe.thread + " started up to " + DisplayText.text(probe.max(2))
                                + " late in the last minutes; the event loop is " + Math.round(probe.busy * PERCENT)
                                + " % busy.")));
        return all;
    }
}
