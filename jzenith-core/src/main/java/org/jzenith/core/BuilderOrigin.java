package org.jzenith.core;

import java.lang.StackWalker.StackFrame;
import java.net.URL;
import java.security.CodeSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.development.DevelopmentSession;

/**
 * Which class made a builder. If it was made in {@code main}, and {@code main} ends without having called {@code run()},
 * the end of the JVM says so, because an application that is made and not run would end without a word.
 *
 * <p>It says nothing where that can be meant: when a test or a tool makes the builder, when {@code main} fails, and when
 * the JVM is ended by a signal or by {@code System.exit} while {@code main} runs. The development mode says it itself,
 * after each start.
 */
final class BuilderOrigin {

    private static final StackWalker FRAMES = StackWalker.getInstance(
            Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_REFLECT_FRAMES));

    private final @Nullable Class<?> madeBy;
    private final AtomicBoolean failed = new AtomicBoolean();
    private @Nullable Thread hook;
    private Thread.@Nullable UncaughtExceptionHandler handler;

    private BuilderOrigin(final @Nullable Class<?> madeBy) {
        this.madeBy = madeBy;
    }

    /** To be called by the public method that makes the builder. */
    static BuilderOrigin ofCaller() {
        final List<StackFrame> frames = FRAMES.walk(all -> all.dropWhile(frame ->
                        frame.getDeclaringClass() == BuilderOrigin.class || frame.getDeclaringClass() == JZenith.class)
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

    /** The line of the application that calls the builder now; null if it is not known. */
    static @Nullable String line() {
        return FRAMES.walk(all -> all.dropWhile(frame ->
                        frame.getDeclaringClass() == BuilderOrigin.class || frame.getDeclaringClass() == JZenith.class)
                .findFirst()
                .map(frame -> frame.toStackTraceElement().toString())
                .orElse(null));
    }

    /** Whether the code between the builder and {@code main} is the application's own, and so no test and no tool. */
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
        final Thread main = Thread.currentThread();
        // A tool that runs main, such as exec:java, ends the group of its threads before the JVM ends.
        final Thread added = new Thread(rootGroup(), () -> report(main, caller), "jzenith-never-run");
        try {
            Runtime.getRuntime().addShutdownHook(added);
        } catch (final IllegalStateException e) {
            return; // the JVM ends already
        }
        hook = added;
        if (main.getUncaughtExceptionHandler() == main.getThreadGroup()) {
            final Thread.UncaughtExceptionHandler previous = main.getUncaughtExceptionHandler();
            final Thread.UncaughtExceptionHandler noting = (thread, error) -> {
                failed.set(true);
                previous.uncaughtException(thread, error);
            };
            main.setUncaughtExceptionHandler(noting);
            handler = noting;
        }
    }

    private static ThreadGroup rootGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    private void report(final Thread main, final StackTraceElement caller) {
        if (!main.isAlive() && !failed.get()) {
            System.err.println("The application was made and never run: main ended without a call of run().\n"
                    + "It was made at " + caller + ".\n"
                    + "Call run() on what JZenith.application(..) returns.");
        }
    }

    /** The class that called {@code JZenith.application(..)}; null if it is not known. */
    @Nullable
    Class<?> madeBy() {
        return madeBy;
    }

    /** The builder is run. */
    synchronized void run() {
        final Thread added = hook;
        hook = null;
        if (added != null) {
            try {
                Runtime.getRuntime().removeShutdownHook(added);
            } catch (final IllegalStateException e) {
                failed.set(true); // the JVM ends already, and the hook must be silent
            }
            final Thread current = Thread.currentThread();
            if (handler != null && Objects.equals(current.getUncaughtExceptionHandler(), handler)) {
                current.setUncaughtExceptionHandler(null);
            }
        }
    }
}
