package org.jzenith.core;

import io.reactivex.Completable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.log.ApplicationLog;
import org.jzenith.core.internal.wiring.Wiring;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls plugins, each phase with a time limit, and turns what goes wrong into startup problems. */
final class PluginPhases {

    private static final Logger LOGGER = LoggerFactory.getLogger(ApplicationLog.NAME);

    private static final String SEE_DEBUG = "Start with --debug to see the stack trace.";

    private final Function<Plugin, Configuration> configurations;

    /** @param configurations returns the configuration as a plugin sees it, for the full names of the keys in its problems */
    PluginPhases(final Function<Plugin, Configuration> configurations) {
        this.configurations = configurations;
    }

    /** Calls a method by which a plugin describes itself; an exception becomes a startup problem. */
    static <T> T describe(final Plugin plugin, final String what, final Supplier<T> method) {
        try {
            return method.get();
        } catch (final RuntimeException | LinkageError e) {
            throw new StartException(failed(plugin, what, e));
        }
    }

    /**
     * Calls one plugin, and waits until its phase has ended.
     *
     * @param name the verb for the phase, as it appears in a sentence: {@code prepare}
     * @throws StartException if the phase fails, does not end in time or is interrupted
     */
    void run(final Plugin plugin, final String name, final Supplier<Completable> action, final Duration limit) {
        try {
            Lifecycle.await(action, limit);
        } catch (final StartException e) {
            throw withFullKeys(plugin, e);
        } catch (final TimeoutException e) {
            throw new StartException(StartProblem.of("The plugin '" + plugin.name() + "' did not " + name + " within "
                            + limit.toMillis() + " ms.")
                    .remedy("Find out what the plugin waits for, or raise jzenith.start-timeout."));
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException(StartProblem.of(
                    "The plugin '" + plugin.name() + "' did not " + name + ", because startup was interrupted."));
        } catch (final Exception | LinkageError e) {
            final List<StartProblem> wiring = Wiring.problems(e);
            if (wiring.isEmpty()) {
                throw new StartException(failed(plugin, name, e));
            }
            final String place = name + " of the plugin '" + plugin.name() + "'";
            throw new StartException(
                    wiring.stream()
                            .map(problem -> problem.origin() == null ? problem.from(place) : problem)
                            .toList(),
                    false);
        }
    }

    /**
     * Calls all plugins at once, and returns the problems that they report themselves. Other failures are ignored.
     *
     * @param name the name of the phase, which is a part of the thread names
     */
    List<StartProblem> reported(
            final String name,
            final List<Plugin> plugins,
            final Duration limit,
            final Function<Plugin, Completable> action) {
        return ConcurrentPhase.problems(name, plugins, plugin -> {
            try {
                Lifecycle.await(() -> action.apply(plugin), limit);
            } catch (final StartException e) {
                throw withFullKeys(plugin, e);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (final Exception | LinkageError e) {
                LOGGER.debug("The plugin {} failed to look for further mistakes.", plugin.name(), e);
            }
        });
    }

    private StartException withFullKeys(final Plugin plugin, final StartException known) {
        return plugin.qualifier().isEmpty()
                ? known
                : new StartException(
                        known.problems().stream()
                                .map(configurations.apply(plugin)::withFullKeys)
                                .toList(),
                        false);
    }

    private static StartProblem failed(final Plugin plugin, final String what, final Throwable error) {
        final String library = MissingPlugins.libraryAdvice(error);
        return StartProblem.of("The plugin '" + plugin.name() + "' failed to " + what + ": " + reason(error))
                .remedy(library.isEmpty() ? SEE_DEBUG : library)
                .causedBy(error);
    }

    private static String reason(final Throwable error) {
        final @Nullable String message = error.getMessage();
        if (message == null) {
            return error.getClass().getSimpleName() + ".";
        }
        return Configuration.masked(
                error instanceof Error ? error.getClass().getSimpleName() + ": " + message : message);
    }
}
