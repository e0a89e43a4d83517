package org.jzenith.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** Calls a phase of plugins concurrently, each from a thread of its own that waits for it, and reports the problems of all together. */
final class ConcurrentPhase {

    private final Map<String, FutureTask<Boolean>> tasks = new LinkedHashMap<>();
    private final List<Thread> threads = new ArrayList<>();

    private final String name;

    private ConcurrentPhase(final String name) {
        this.name = name;
    }

    /**
     * Calls all plugins at once. Returns when all threads have ended. When interrupted, it interrupts them and stays
     * interrupted.
     *
     * @param name the phase, in the names of threads
     * @param call blocks until the phase of the plugin has ended; throws a {@link StartException} if it fails
     * @return the problems of all plugins
     */
    static List<StartProblem> problems(final String name, final List<Plugin> plugins, final Consumer<Plugin> call) {
        final ConcurrentPhase phase = new ConcurrentPhase(name);
        plugins.forEach(plugin -> phase.add(plugin, List.of(), call));
        return phase.run();
    }

    /**
     * Calls a plugin as soon as those that it requires are ready, and not at all if one of them failed. Returns when all threads have
     * ended. When interrupted, it interrupts them and stays interrupted.
     *
     * @param name the phase, in the names of threads
     * @param ordered each plugin after those that it requires
     * @param call blocks until the plugin is ready; throws if the phase fails
     * @throws StartException with the problems of all plugins
     */
    static void inOrder(final String name, final List<Plugin> ordered, final Consumer<Plugin> call) {
        final ConcurrentPhase phase = new ConcurrentPhase(name);
        ordered.forEach(plugin -> phase.add(
                plugin, plugin.requires().stream().map(phase.tasks::get).toList(), call));
        final List<StartProblem> problems = phase.run();
        if (!problems.isEmpty()) {
            throw new StartException(problems);
        }
    }

    private List<StartProblem> run() {
        threads.forEach(Thread::start);
        await();
        return problems();
    }

    private void add(final Plugin plugin, final List<FutureTask<Boolean>> required, final Consumer<Plugin> call) {
        final FutureTask<Boolean> task = new FutureTask<>(() -> {
            for (final FutureTask<Boolean> each : required) {
                if (!isReady(each, plugin)) {
                    return false;
                }
            }
            call.accept(plugin);
            return true;
        });
        tasks.put(plugin.name(), task);
        threads.add(new Thread(task, "jzenith-" + name + "-" + plugin.name()));
    }

    private static boolean isReady(final FutureTask<Boolean> required, final Plugin waiting) {
        try {
            return required.get();
        } catch (final ExecutionException e) {
            return false; // the task itself reports it
        } catch (final InterruptedException e) {
            throw new StartException(StartProblem.of(
                    "The start was interrupted before the plugin '" + waiting.name() + "' was prepared."));
        }
    }

    private void await() {
        boolean interrupted = false;
        for (final Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (final InterruptedException e) {
                    interrupted = true;
                    threads.forEach(Thread::interrupt);
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private List<StartProblem> problems() {
        final Set<StartProblem> problems = new LinkedHashSet<>();
        for (final FutureTask<Boolean> task : tasks.values()) {
            final Throwable error = error(task);
            if (error instanceof final StartException known) {
                problems.addAll(known.problems());
            } else if (error instanceof final Error fatal) {
                throw fatal;
            } else if (error != null) {
                throw new IllegalStateException(error);
            }
        }
        return List.copyOf(problems);
    }

    private static @Nullable Throwable error(final FutureTask<Boolean> ended) {
        try {
            ended.get();
            return null;
        } catch (final ExecutionException e) {
            return e.getCause();
        } catch (final InterruptedException e) {
            throw new IllegalStateException("Waiting for a task that has ended cannot be interrupted.", e);
        }
    }
}
