package org.jzenith.core.internal.start;

import java.lang.StackWalker.StackFrame;
import java.net.URL;
import java.security.CodeSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.development.DevelopmentSession;
import org.jzenith.core.problem.StartException;

/**
 * The class that created a builder. If a builder was created in {@code main}, and {@code main} ends without having called {@code run()}, a
 * message appears when the JVM exits; the application would otherwise end silently.
 *
 * <p>There is no message where this can be intended: when a test or a tool creates the builder, when {@code main} fails, and when the JVM
 * is ended by a signal or by {@code System.exit} while {@code main} runs. The development mode has its own message after each start.
 *
 * <p>The JVM still exits with code 0: a shutdown hook could change that only by {@code Runtime.halt}, which would cut off the other hooks.
 */
public final class BuilderOrigin {

    private static final StackWalker FRAMES = StackWalker.getInstance(
            Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_REFLECT_FRAMES));

    private final @Nullable Class<?> madeBy;
    private @Nullable Thread hook;
    private @Nullable MainThread main;

    private BuilderOrigin(final @Nullable Class<?> madeBy) {
        this.madeBy = madeBy;
    }

    /**
     * Returns the origin of a builder; called by the public method that creates it.
     *
     * @param builder its class
     */
    public static BuilderOrigin ofCaller(final Class<?> builder) {
        final List<StackFrame> frames = FRAMES.walk(all -> all.dropWhile(frame ->
                        frame.getDeclaringClass() == BuilderOrigin.class || frame.getDeclaringClass() == builder)
                .toList());
        if (frames.isEmpty()) {
            return new BuilderOrigin(null);
        }
        final StackFrame caller = frames.get(0);
        final BuilderOrigin origin = new BuilderOrigin(caller.getDeclaringClass());
        if (isInMain(frames) && DevelopmentSession.current().isEmpty()) {
            origin.expectRun(caller.toStackTraceElement());
        }
        return origin;
    }

    /** Returns true if all code between the builder and {@code main} is the application's own, rather than that of a test or a tool. */
    private static boolean isInMain(final List<StackFrame> frames) {
        final @Nullable URL own = location(frames.get(0).getDeclaringClass());
        for (final StackFrame frame : frames) {
            final @Nullable URL other = location(frame.getDeclaringClass());
            if (own == null || other == null || !own.toString().equals(other.toString())) {
                return false;
            }
            if (frame.getMethodName().equals("main")) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable URL location(final Class<?> type) {
        final @Nullable CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null ? null : source.getLocation();
    }

    private void expectRun(final StackTraceElement caller) {
        final MainThread current = MainThread.ofCurrent();
        // A tool that runs main, such as exec:java, ends the group of its threads before the JVM ends.
        final Thread added = new Thread(rootGroup(), () -> report(current, caller), "jzenith-never-run");
        try {
            Runtime.getRuntime().addShutdownHook(added);
        } catch (final IllegalStateException e) {
            return; // the JVM ends already
        }
        hook = added;
        main = current;
        current.expect();
    }

    private static ThreadGroup rootGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    private static void report(final MainThread main, final StackTraceElement caller) {
        if (main.hasEndedNormally()) {
            System.err.println("The application was never run: main ended without calling run().\n"
                    + "It was created at " + caller + ".\n"
                    + "Call run() on the result of JZenith.application(..).");
        }
    }

    /** The class that called {@code JZenith.application(..)}; null if it is not known. */
    @Nullable
    public Class<?> madeBy() {
        return madeBy;
    }

    /** The name of that class; empty if it is not known. */
    public String madeByName() {
        return madeBy == null ? "" : madeBy.getName();
    }

    /** Notes that the builder is run. */
    public synchronized void noteRun() {
        final Thread added = hook;
        final MainThread running = main;
        hook = null;
        if (added == null || running == null) {
            return;
        }
        try {
            Runtime.getRuntime().removeShutdownHook(added);
        } catch (final IllegalStateException e) {
            running.note(); // the JVM ends already, and the hook must be silent
        }
        running.expectOneLess();
    }

    /** Notes that startup failed. If its exception leaves {@code main}, the report is printed without the name of the thread. */
    public synchronized void noteFailure() {
        if (main != null) {
            main.printReport();
        }
    }

    /**
     * The thread that runs {@code main}, for all builders that it creates. It notes that {@code main} fails, and passes the
     * exception on as if it were not there, except for the report of a failed startup.
     */
    private static final class MainThread implements Thread.UncaughtExceptionHandler {

        private final Thread thread;

        /** Null if the thread has the handler of its group. */
        private final Thread.@Nullable UncaughtExceptionHandler own;

        private volatile boolean failed;
        private int expected;

        private MainThread(final Thread thread, final Thread.@Nullable UncaughtExceptionHandler own) {
            this.thread = thread;
            this.own = own;
        }

        static MainThread ofCurrent() {
            final Thread current = Thread.currentThread();
            final Thread.UncaughtExceptionHandler present = current.getUncaughtExceptionHandler();
            if (present instanceof final MainThread main) {
                return main;
            }
            return new MainThread(current, Objects.equals(present, current.getThreadGroup()) ? null : present);
        }

        synchronized void expect() {
            if (expected++ == 0) {
                thread.setUncaughtExceptionHandler(this);
            }
        }

        /** Expects one builder less; after the last one, the thread has its former handler again. */
        synchronized void expectOneLess() {
            if (--expected == 0 && equals(thread.getUncaughtExceptionHandler())) {
                thread.setUncaughtExceptionHandler(own);
            }
        }

        void note() {
            failed = true;
        }

        /** Prints the report of an uncaught {@link StartException}, unless the application or a tool handles it. */
        void printReport() {
            if (own == null && isPlainGroup(thread.getUncaughtExceptionHandler())) {
                thread.setUncaughtExceptionHandler(this);
            }
        }

        private static boolean isPlainGroup(final @Nullable Object handler) {
            return handler != null && handler.getClass() == ThreadGroup.class;
        }

        boolean hasEndedNormally() {
            return !thread.isAlive() && !failed;
        }

        @Override
        public void uncaughtException(final Thread failing, final Throwable error) {
            failed = true;
            final ThreadGroup group = failing.getThreadGroup();
            if (own != null) {
                own.uncaughtException(failing, error);
            } else if (error instanceof StartException
                    && isPlainGroup(group)
                    && Thread.getDefaultUncaughtExceptionHandler() == null) {
                error.printStackTrace();
            } else if (group != null) {
                group.uncaughtException(failing, error);
            }
        }
    }
}
