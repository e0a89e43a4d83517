package org.jzenith.core;

import com.google.inject.CreationException;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Module;
import com.google.inject.Stage;
import com.google.inject.spi.Message;
import com.google.inject.util.Modules;
import io.reactivex.Completable;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.health.HealthConfiguration;
import org.jzenith.core.problem.Problem;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.rx.RxHooks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One start of a recipe, from the cellar up: configuration, wiring, what requests will need, the doors. */
final class Start {

    private static final Logger LOGGER = LoggerFactory.getLogger(JZenith.class);
    private static final String SEE_DEBUG = "Start with --debug to see the stack trace.";

    private final List<String> arguments;
    private final List<Plugin> plugins;
    private final List<Module> modules;
    private final Map<String, Object> code;
    private final List<Module> overridingModules;
    private final Map<String, Object> overridingConfiguration;
    private final ApplicationState state = new ApplicationState();
    private final Lifecycle lifecycle = new Lifecycle(state);
    private final long begin = System.nanoTime();
    private long phaseBegin = begin;

    Start(
            final List<String> arguments,
            final List<Plugin> plugins,
            final List<Module> modules,
            final Map<String, Object> code,
            final List<Module> overridingModules,
            final Map<String, Object> overridingConfiguration) {
        this.arguments = arguments;
        this.plugins = plugins;
        this.modules = modules;
        this.code = code;
        this.overridingModules = overridingModules;
        this.overridingConfiguration = overridingConfiguration;
    }

    Application run() {
        Lifecycle.refuseEventLoop("started");
        RxHooks.install();
        boolean debug = arguments.contains("--debug") || LOGGER.isDebugEnabled();
        try {
            final PluginOrder order = PluginOrder.of(plugins);
            final Configuration asked = configuration(order.problems());
            debug |= asked.debug();
            if (asked.wantsHelp() || asked.wantsExplanation()) {
                return print(asked, System.out);
            }
            lifecycle.begin();
            phase("configuration");
            final Application application = open(order.plugins(), supply(asked));
            if (asked.wantsTraining()) {
                train(order.plugins(), application);
            }
            return application;
        } catch (final StartException e) {
            final boolean signalled = lifecycle.isSignalled();
            if (signalled) {
                // Said now, as the JVM may be gone before anybody prints the exception.
                LOGGER.warn(Lifecycle.signalled().what());
            }
            lifecycle.stop();
            throw new StartException(signalled ? List.of(Lifecycle.signalled()) : e.problems(), debug);
        } catch (final RuntimeException | Error e) {
            lifecycle.stop();
            throw e;
        }
    }

    private Application open(final List<Plugin> ordered, final Configuration configuration) {
        final JZenithConfiguration settings = configuration.get(JZenithConfiguration.class);
        lifecycle.remember(settings);

        final Injector injector = wire(configuration, settings);
        lifecycle.remember(injector);
        phase("wiring");

        Preparation.of(ordered, plugin -> {
            lifecycle.preparing(plugin);
            moment(plugin, "prepare", () -> plugin.prepare(injector), settings.startTimeout());
        });
        phase("preparation");
        for (final Plugin plugin : ordered) {
            lifecycle.opening(plugin);
            moment(plugin, "open", () -> plugin.open(injector), settings.startTimeout());
        }
        phase("doors");

        lifecycle.running();
        final Application application = new Application(lifecycle, injector);
        LOGGER.info("Open at {} after {} ms.", application.endpoints().values(), millisSince(begin));
        return application;
    }

    private void train(final List<Plugin> ordered, final Application application) {
        final Duration limit = application.get(JZenithConfiguration.class).startTimeout();
        for (final Plugin plugin : ordered) {
            moment(plugin, "train", () -> plugin.train(application.injector()), limit);
        }
        phase("training");
        application.stop();
    }

    private Configuration configuration(final List<Problem> known) {
        final Configuration.Reader reader = Configuration.reader(arguments)
                .withCode(code)
                .withOverrides(overridingConfiguration)
                .withTypes(configurationTypes());
        try {
            final Configuration configuration = reader.read();
            if (known.isEmpty() || configuration.wantsHelp()) {
                return configuration;
            }
            throw new StartException(known, false);
        } catch (final StartException e) {
            final Set<Problem> all = new LinkedHashSet<>(known);
            all.addAll(e.problems());
            throw new StartException(List.copyOf(all), false);
        }
    }

    private Set<Class<?>> configurationTypes() {
        final Set<Class<?>> types = new LinkedHashSet<>();
        types.add(JZenithConfiguration.class);
        types.add(HealthConfiguration.class);
        plugins.forEach(plugin -> types.addAll(asked(plugin, "name its configurations", plugin::configurations)));
        return types;
    }

    /** Plugins may bring settings of things that they start just for this application. */
    private Configuration supply(final Configuration asked) {
        final Duration limit = asked.get(JZenithConfiguration.class).startTimeout();
        final Map<String, Map<String, String>> supplied = new LinkedHashMap<>();
        for (final Plugin plugin : plugins) {
            lifecycle.supplying(plugin, asked);
            moment(
                    plugin,
                    "supply",
                    () -> plugin.supply(asked)
                            .doOnSuccess(values -> add(supplied, plugin.name(), values))
                            .ignoreElement(),
                    limit);
        }
        if (supplied.isEmpty()) {
            return asked;
        }
        final Configuration completed = asked.withSupplied(supplied);
        phase("what plugins supply");
        return completed;
    }

    private static void add(
            final Map<String, Map<String, String>> supplied, final String name, final Map<String, String> values) {
        supplied.forEach((other, others) -> {
            final Set<String> both = new TreeSet<>(others.keySet());
            both.retainAll(values.keySet());
            if (!both.isEmpty()) {
                throw new StartException(Problem.of("The plugins '" + other + "' and '" + name + "' both supply "
                                + String.join(", ", both) + ".")
                        .remedy("Leave one of them out, or configure the key."));
            }
        });
        if (!values.isEmpty()) {
            supplied.put(name, values);
        }
    }

    private Injector wire(final Configuration configuration, final JZenithConfiguration settings) {
        final VertxStart vertx = VertxStart.begin(settings);
        try {
            return injector(configuration, vertx);
        } finally {
            lifecycle.remember(vertx.get(), vertx.watch());
        }
    }

    private Injector injector(final Configuration configuration, final VertxStart vertx) {
        final List<Module> defaults = new ArrayList<>();
        plugins.forEach(plugin -> defaults.addAll(asked(plugin, "name its default modules", plugin::defaultModules)));
        final List<Module> all = new ArrayList<>();
        all.add(new CoreModule(configuration, configurationTypes(), state, vertx));
        plugins.forEach(plugin -> all.addAll(asked(plugin, "name its modules", plugin::modules)));
        all.addAll(modules);
        try {
            return Guice.createInjector(
                    Stage.PRODUCTION,
                    Modules.override(Modules.override(defaults).with(all)).with(overridingModules));
        } catch (final CreationException e) {
            throw new StartException(wiringProblems(e), false);
        }
    }

    /** Guice names a hole once for each path to it; a reader wants to hear of it once. */
    private static List<Problem> wiringProblems(final CreationException failure) {
        final Map<String, Problem> problems = new LinkedHashMap<>();
        for (final Message message : failure.getErrorMessages()) {
            if (message.getCause() instanceof final StartException inOwnWords) {
                inOwnWords.problems().forEach(problem -> problems.putIfAbsent(problem.toString(), problem));
            } else {
                final Problem problem = wiringProblem(message);
                problems.putIfAbsent(problem.what(), problem);
            }
        }
        return List.copyOf(problems.values());
    }

    private static Problem wiringProblem(final Message message) {
        final Problem problem = Problem.of("The wiring is not complete: " + Configuration.masked(message.getMessage()))
                .from(message.getSource())
                .remedy("Bind it in a module given to withModules(..), or correct the binding.");
        final Throwable cause = message.getCause();
        return cause == null ? problem : problem.causedBy(cause);
    }

    private static void moment(
            final Plugin plugin, final String name, final Supplier<Completable> action, final Duration limit) {
        try {
            Lifecycle.await(action, limit);
        } catch (final StartException e) {
            throw e;
        } catch (final TimeoutException e) {
            throw new StartException(Problem.of("The plugin '" + plugin.name() + "' did not " + name + " within "
                            + limit.toMillis() + " ms.")
                    .remedy("Find out what it waits for, or set jzenith.start-timeout."));
        } catch (final Exception | LinkageError e) {
            throw new StartException(failed(plugin, name, e));
        }
    }

    private static Problem failed(final Plugin plugin, final String what, final Throwable error) {
        return Problem.of("The plugin '" + plugin.name() + "' failed to " + what + ": " + reason(error))
                .remedy(SEE_DEBUG)
                .causedBy(error);
    }

    /** What a plugin says of itself; an error in there is a problem like any other. */
    private static <T> List<T> asked(final Plugin plugin, final String what, final Supplier<List<T>> question) {
        try {
            return question.get();
        } catch (final RuntimeException | LinkageError e) {
            throw new StartException(failed(plugin, what, e));
        }
    }

    private static String reason(final Throwable error) {
        final @Nullable String message = error.getMessage();
        if (message == null) {
            return error.getClass().getSimpleName() + ".";
        }
        return Configuration.masked(
                error instanceof Error ? error.getClass().getSimpleName() + ": " + message : message);
    }

    private Application print(final Configuration configuration, final PrintStream out) {
        out.println(configuration.wantsHelp() ? configuration.help() : configuration.explain());
        lifecycle.stop();
        return new Application(null, null);
    }

    private void phase(final String name) {
        LOGGER.info("{} took {} ms.", name, millisSince(phaseBegin));
        phaseBegin = System.nanoTime();
    }

    private static long millisSince(final long start) {
        return (System.nanoTime() - start) / 1_000_000;
    }
}
