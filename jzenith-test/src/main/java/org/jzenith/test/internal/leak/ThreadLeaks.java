package org.jzenith.test.internal.leak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds threads that an application started and that have not ended after its stop. */
public final class ThreadLeaks {

    private static final int FRAMES = 12;

    /** Threads that belong to the JVM, to JUnit or to a library as a whole and not to one application. */
    private static final Pattern SHARED = Pattern.compile(
            "Rx(CachedThreadScheduler|ComputationThreadPool|SingleScheduler|SchedulerPurge|CachedWorkerPoolEvictor)-.*"
                    + "|globalEventExecutor-.*"
                    + "|HttpClient-.*"
                    + "|PostgreSQL-JDBC-.*"
                    + "|prometheus-metrics-scheduler-.*"
                    + "|ForkJoinPool.*"
                    + "|process reaper.*"
                    + "|Keep-Alive-Timer"
                    + "|(junit|surefire|logback)-.*");

    private final Set<Thread> before;
    private @Nullable Set<Thread> atPause;

    private ThreadLeaks(final Set<Thread> before) {
        this.before = new HashSet<>(before);
    }

    public static ThreadLeaks beforeStart() {
        return new ThreadLeaks(Thread.getAllStackTraces().keySet());
    }

    /** Threads that start from now until {@link #resume} are not the application's, because no test uses it. */
    public void pause() {
        atPause = Thread.getAllStackTraces().keySet();
    }

    /** Does nothing without {@link #pause}. */
    public void resume() {
        final Set<Thread> known = atPause;
        if (known != null) {
            final Set<Thread> others = new HashSet<>(Thread.getAllStackTraces().keySet());
            others.removeAll(known);
            before.addAll(others);
            atPause = null;
        }
    }

    /** The threads that have not ended, each with its stack. The calling thread stops the application, so it belongs to the test. */
    public List<String> left() {
        final Thread caller = Thread.currentThread();
        final List<String> left = new ArrayList<>();
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            if (!before.contains(thread) && thread != caller && thread.isAlive() && !isShared(thread)) {
                left.add("thread '" + thread.getName() + "'" + (thread.isDaemon() ? " (daemon)" : "") + stack(stack));
            }
        });
        return left;
    }

    private static boolean isShared(final Thread thread) {
        final ThreadGroup group = thread.getThreadGroup();
        return group == null
                || group.getParent() == null
                || group.getName().equals("InnocuousThreadGroup")
                || SHARED.matcher(thread.getName()).matches();
    }

    private static String stack(final StackTraceElement... stack) {
        final StringBuilder text = new StringBuilder();
        Arrays.stream(stack)
                .limit(FRAMES)
                .forEach(frame -> text.append("\n      at ").append(frame));
        return text.toString();
    }
}
