package org.jzenith.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** Runs one phase of several plugins concurrently, each on its own thread, and reports the problems of all plugins together. */
final class ConcurrentPhase {

    private ConcurrentPhase() {}

    /**
     * Calls all plugins at once. Returns when all calls have ended. If the calling thread is interrupted, this method interrupts the calls,
     * waits for them, and keeps the thread's interrupt flag.
     *
     * @param name the name of the phase, which is a part of the thread names
     * @param call blocks until the phase of the plugin has ended; throws a {@link StartException} if it fails
     * @return the problems of all plugins
     */
    static List<StartProblem> problems(final String name, final List<Plugin> plugins, final Consumer<Plugin> call) {
        return run(name, plugins, plugin -> Set.of(), call);
    }

    /**
     * Calls each plugin as soon as the plugins that it requires are ready. If one of these has failed, the plugin is not called. Returns
     * when all calls have ended. If the calling thread is interrupted, this method interrupts the calls, waits for them, and keeps the
     * thread's interrupt flag.
     *
     * @param name the name of the phase, which is a part of the thread names
     * @param ordered the plugins, each after those that it requires
     * @param call blocks until the plugin is ready; throws if the phase fails
     * @throws StartException with the problems of all plugins
     */
    static void inOrder(final String name, final List<Plugin> ordered, final Consumer<Plugin> call) {
        final List<StartProblem> problems = run(name, ordered, Plugin::requires, call);
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
    }

    private static List<StartProblem> run(
            final String name,
            final List<Plugin> plugins,
            final Function<Plugin, Set<String>> requires,
            final Consumer<Plugin> call) {
        final Map<String, CompletableFuture<Void>> tasks = new LinkedHashMap<>();
        final List<Thread> threads = new ArrayList<>();
        for (final Plugin plugin : plugins) {
            final CompletableFuture<?>[] required =
                    requires.apply(plugin).stream().map(tasks::get).toArray(CompletableFuture[]::new);
            final Runnable task = () -> {
                CompletableFuture.allOf(required).join();
                call.accept(plugin);
            };
            tasks.put(
                    plugin.name(),
                    CompletableFuture.runAsync(
                            task, run -> threads.add(new Thread(run, "jzenith-" + name + "-" + plugin.name()))));
        }
        threads.forEach(Thread::start);
        interruptWithCaller(threads, CompletableFuture.allOf(tasks.values().toArray(CompletableFuture[]::new)));
        final Set<StartProblem> problems = new LinkedHashSet<>();
        tasks.values().forEach(task -> problems.addAll(problems(task)));
        return List.copyOf(problems);
    }

    /** Waits until all tasks have ended. */
    private static void interruptWithCaller(final List<Thread> threads, final CompletableFuture<Void> all) {
        try {
            all.get();
        } catch (final InterruptedException e) {
            threads.forEach(Thread::interrupt);
            Thread.currentThread().interrupt();
        } catch (final ExecutionException e) {
            return; // each task is asked for its problems
        }
    }

    /** Waits for a task, and returns its problems and those of the tasks that it requires. */
    private static List<StartProblem> problems(final CompletableFuture<Void> task) {
        try {
            task.join();
            return List.of();
        } catch (final CompletionException e) {
            if (e.getCause() instanceof final StartException known) {
                return known.problems();
            }
            if (e.getCause() instanceof final Error fatal) {
                throw fatal;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
