package org.jzenith.test.internal.leak;

import jakarta.inject.Inject;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.observe.EventLoopEvent;
import org.jzenith.core.observe.EventObserver;

/**
 * The event loops of one application that its own code has blocked. A report of the application alone does not count, because
 * a loop that gets no processor time looks the same; so the thread is observed for some time more. Safe for use by many
 * threads.
 */
public final class BlockedEventLoops implements EventObserver<EventLoopEvent.Blocked> {

    private static final int FRAMES = 50;
    private static final int SAMPLES = 5;
    private static final long PAUSE_MILLIS = 40;

    /** The reports, by the work that blocks. */
    private final Map<String, String> blocked = new LinkedHashMap<>();

    private long thresholdNanos;

    /**
     * A look at a thread.
     *
     * @param frames the methods of the application in its stack
     * @param cpuNanos the processor time that it has had
     */
    private record Sample(Thread.State state, List<StackTraceElement> stack, Set<String> frames, long cpuNanos) {

        static Sample of(final Thread thread, final ThreadMXBean cpu) {
            final Thread.State state = thread.getState();
            final StackTraceElement[] stack = thread.getStackTrace();
            return new Sample(state, List.of(stack), frames(stack), cpu.getThreadCpuTime(thread.getId()));
        }

        private static Set<String> frames(final StackTraceElement... stack) {
            return Arrays.stream(stack)
                    .filter(frame -> applicationFrame(frame) != null)
                    .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                    .collect(Collectors.toCollection(LinkedHashSet::new));
        }

        boolean isRunnable() {
            return state == Thread.State.RUNNABLE;
        }
    }

    private static @Nullable String applicationFrame(final StackTraceElement... stack) {
        final Throwable of = new Throwable();
        of.setStackTrace(stack);
        return LogText.applicationFrame(of);
    }

    /** @param settings of the application that is about to start */
    @Inject
    synchronized void configure(final JZenithConfiguration settings) {
        thresholdNanos = settings.blockedThreshold().toNanos();
    }

    @Override
    public Class<EventLoopEvent.Blocked> events() {
        return EventLoopEvent.Blocked.class;
    }

    /** Called on the thread that watches the event loops. */
    @Override
    public synchronized void observe(final EventLoopEvent.Blocked event) {
        final String frame = applicationFrame(event.stack().getStackTrace());
        if (frame != null
                && Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().equals(event.thread()))
                        .anyMatch(thread ->
                                isBlocked(thread, Sample.frames(event.stack().getStackTrace()), event.duration()))) {
            final RequestContext request = event.request();
            final String work = request == null ? "work outside a request" : request.description();
            blocked.put(
                    event.thread() + work,
                    "The event loop " + event.thread() + " was blocked for "
                            + event.duration().toMillis() + " ms or longer by " + work + ", at " + frame + "."
                            + Arrays.stream(event.stack().getStackTrace())
                                    .limit(FRAMES)
                                    .map(each -> "\n      at " + each)
                                    .collect(Collectors.joining()));
        }
    }

    /**
     * True if the thread stays in these methods; a thread of another application may have the same name, but does not. If it
     * computes, only its processor time counts, which the observed time estimates for the time before.
     */
    private boolean isBlocked(final Thread thread, final Set<String> methods, final Duration duration) {
        final ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
        final Set<String> inAll = new LinkedHashSet<>(methods);
        final long begin = System.nanoTime();
        final Sample first = Sample.of(thread, cpu);
        Sample last = first;
        boolean alwaysWaits = true;
        boolean neverMoves = true;
        for (int i = 1; i < SAMPLES && !inAll.isEmpty(); i++) {
            if (!isPaused()) {
                return false;
            }
            last = Sample.of(thread, cpu);
            inAll.retainAll(last.frames);
            alwaysWaits &= !last.isRunnable();
            neverMoves &= last.stack.equals(first.stack);
        }
        final double share = (double) (last.cpuNanos - first.cpuNanos) / (System.nanoTime() - begin);
        final boolean computes = share * duration.toNanos() > 0.7 * thresholdNanos;
        final boolean isInCall =
                neverMoves && !first.stack.isEmpty() && first.stack.get(0).isNativeMethod();
        inAll.retainAll(first.frames);
        return !inAll.isEmpty() && (alwaysWaits || computes || isInCall);
    }

    private static boolean isPaused() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            return true;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Fails if an event loop was blocked since the last call. */
    public synchronized void check() {
        final List<String> found = List.copyOf(blocked.values());
        blocked.clear();
        if (!found.isEmpty()) {
            throw new AssertionError(String.join("\n", found)
                    + "\nReturn a Single, or annotate the method with @io.smallrye.common.annotation.Blocking. For a test that blocks on "
                    + "purpose, call JZenithExtension.withoutEventLoopCheck().");
        }
    }
}
