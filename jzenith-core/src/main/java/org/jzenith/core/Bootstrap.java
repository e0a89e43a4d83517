package org.jzenith.core;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.development.DevelopmentSession;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.internal.limit.HeapShares;
import org.jzenith.core.internal.log.ApplicationLog;
import org.jzenith.core.internal.log.StartLog;
import org.jzenith.core.internal.rx.RxHooks;
import org.jzenith.core.internal.start.ClaimedAddresses;
import org.jzenith.core.internal.wiring.Wiring;
import org.jzenith.core.observe.EventLoopEvent;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.plugin.BackgroundWork;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.plugin.ConfigurationProvider;
import org.jzenith.core.plugin.ListenerOpener;
import org.jzenith.core.plugin.VertxCustomizer;
import org.jzenith.core.plugin.WarmUp;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts one application: configuration, injector, checks and preparation of the plugins, listeners. */
final class Bootstrap {

    private static final Logger LOGGER = LoggerFactory.getLogger(ApplicationLog.NAME);

    /** The time limit of checks before the configured one is known. */
    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(30);

    private final JZenith builder;
    private final List<PluginOrder.Added> added;
    private final List<Plugin> plugins;
    private final @Nullable DevelopmentSession session;
    private final ApplicationState state = new ApplicationState();
    private final Lifecycle lifecycle = new Lifecycle(state);
    private final StartLog log = new StartLog();
    private final ClaimedAddresses addresses = new ClaimedAddresses();
    private final ApplicationConfiguration configuration;
    private final ApplicationInjectors injectors;
    private final PluginPhases phases;
    private boolean debug;

    Bootstrap(final JZenith builder, final @Nullable DevelopmentSession session) {
        this.builder = builder;
        this.added = PluginOrder.merged(builder.plugins);
        this.plugins = this.added.stream().map(PluginOrder.Added::plugin).toList();
        this.session = session;
        this.configuration = new ApplicationConfiguration(plugins, builder);
        this.injectors = new ApplicationInjectors(plugins, builder);
        this.phases = new PluginPhases(configuration::of);
        this.debug = builder.arguments.contains("--debug") || LOGGER.isDebugEnabled();
    }

    /**
     * The plugins, options and settings of an application, read before anything starts.
     *
     * @param plugins the plugins in the order of their start
     * @param mistakes the problems of the builder, the plugins and their options
     * @param unknownKeys the problems with keys
     * @param wrongValues the problems with values
     */
    private record Recipe(
            List<Plugin> plugins,
            PluginOptions options,
            Configuration configuration,
            List<StartProblem> mistakes,
            List<StartProblem> unknownKeys,
            List<StartProblem> wrongValues) {

        /** Returns true if there are no problems but unknown keys, so that the application's objects can be examined. */
        boolean isReadable() {
            return mistakes.isEmpty() && wrongValues.isEmpty();
        }

        List<StartProblem> problems() {
            return Stream.of(mistakes, unknownKeys, wrongValues)
                    .flatMap(List::stream)
                    .toList();
        }
    }

    RunningApplication run() {
        Lifecycle.refuseEventLoop("started");
        RxHooks.install();
        try {
            final Recipe recipe = recipe();
            final Configuration configured = recipe.configuration();
            debug |= configured.debug();
            final List<String> texts = configured.wantsHelp()
                    ? List.of(configured.help())
                    : recipe.options().textsWithoutApplication(configured);
            if (!texts.isEmpty()) {
                return print(texts);
            }
            configuration.configureLog(builder.origin.madeByName());
            refuseMistakes(recipe);
            return configured.wantsExplanation() ? print(List.of(configured.explain())) : begin(recipe);
        } catch (final StartException e) {
            throw stopped(e);
        } catch (final RuntimeException | Error e) {
            lifecycle.stop();
            throw e;
        }
    }

    private Recipe recipe() {
        final PluginOrder order = PluginOrder.of(added);
        final PluginOptions options = new PluginOptions(order.plugins());
        final List<StartProblem> mistakes = Stream.of(
                        builder.mistakes, order.problems(), configuration.problems(), options.problems())
                .flatMap(List::stream)
                .toList();
        final List<StartProblem> wrongValues = new ArrayList<>();
        final List<StartProblem> unknownKeys = new ArrayList<>();
        final Configuration configured = configuration.read(options, wrongValues, unknownKeys);
        return new Recipe(order.plugins(), options, configured, mistakes, unknownKeys, wrongValues);
    }

    /**
     * Throws an exception with all mistakes, if there are any. With {@code --explain-config}, plugins do not look for mistakes, because
     * the text only needs settings that can be read.
     */
    private void refuseMistakes(final Recipe recipe) {
        final Configuration configured = recipe.configuration();
        final List<StartProblem> problems = new ArrayList<>(recipe.problems());
        if (!configured.wantsExplanation()) {
            problems.addAll(configurationProblems(
                    recipe.plugins(), configured, recipe.wrongValues().isEmpty()));
            if (!problems.isEmpty() && recipe.isReadable()) {
                problems.addAll(furtherProblems(recipe.plugins(), configured));
            }
        }
        if (!problems.isEmpty()) {
            throw new StartException(withoutRepetitions(problems));
        }
    }

    private RunningApplication begin(final Recipe recipe) {
        final Configuration asked = session == null ? recipe.configuration() : configuration.inDevelopment(session);
        lifecycle.begin();
        lifecycle.setTimes(asked.get(JZenithConfiguration.class)); // plugins may still set other values
        if (checksOnly(asked)) {
            log.silence();
        }
        log.starting(builder.origin.madeBy(), asked.profiles());
        log.step("Configuration", "");
        recipe.configuration()
                .warnings()
                .forEach(each -> log.warning(each.toString().replace('\n', ' ')));
        if (plugins.isEmpty()) {
            log.noPlugin(MissingPlugins.advice("rest"));
        }
        if (checksOnly(asked)) {
            return print(checkedTexts(recipe, asked));
        }
        final RunningApplication application = start(recipe.plugins(), withPluginConfiguration(asked));
        if (asked.wantsTraining()) {
            warmUp(recipe.plugins(), application);
        }
        return application;
    }

    /** Checks the application, and returns the texts of the options on the command line. */
    private List<String> checkedTexts(final Recipe recipe, final Configuration asked) {
        final Injector injector = checkedInjector(
                recipe.plugins(), recipe.options().connect(asked) ? withPluginConfiguration(asked) : asked);
        final Duration limit = asked.get(JZenithConfiguration.class).startTimeout();
        if (recipe.options().prepare(asked)) {
            prepare(recipe.plugins(), injector, limit);
        }
        final List<String> texts =
                recipe.options().texts(asked, phases, plugin -> injectors.of(plugin, injector), limit);
        return texts.isEmpty() ? List.of("ok") : texts;
    }

    /** Stops what has started, and returns the exception to throw. */
    private StartException stopped(final StartException failure) {
        final boolean signalled = lifecycle.isSignalled();
        if (signalled) {
            // Logged now, because the JVM may end before the exception is printed.
            LOGGER.warn(Lifecycle.signalled().what());
        }
        lifecycle.stop();
        return new StartException(signalled ? List.of(Lifecycle.signalled()) : failure.problems(), debug);
    }

    private static boolean checksOnly(final Configuration configuration) {
        return configuration.wantsCheck() || !configuration.options().isEmpty();
    }

    /** @param complete true if all settings can be read; if false, only problems that plugins report themselves count */
    private List<StartProblem> configurationProblems(
            final List<Plugin> ordered, final Configuration configured, final boolean complete) {
        if (!complete) {
            return phases.reported("check-configuration", ordered, DEFAULT_LIMIT, this::checkConfiguration);
        }
        final Duration limit = configured.get(JZenithConfiguration.class).startTimeout();
        return ConcurrentPhase.problems(
                "check-configuration",
                ordered,
                plugin -> phases.run(plugin, "check its configuration", () -> checkConfiguration(plugin), limit));
    }

    private Completable checkConfiguration(final Plugin plugin) {
        return plugin instanceof final ConfigurationChecker checker
                ? checker.checkConfiguration(configuration.completed(plugin))
                : Completable.complete();
    }

    /**
     * Looks for further problems after some are known, so that one report has all of them. Exceptions that a plugin does not report itself
     * are left out, because the known mistakes may have caused them. The application's singletons are not created.
     */
    private List<StartProblem> furtherProblems(final List<Plugin> ordered, final Configuration configured) {
        final JZenithConfiguration settings = configured.get(JZenithConfiguration.class);
        lifecycle.begin();
        lifecycle.setTimes(settings);
        log.silence();
        final VertxBootstrap vertx = beginVertx(ordered, settings, false);
        try {
            final Wiring.Draft draft =
                    injectors.wiring(core(configured, vertx), configured).draft();
            final List<StartProblem> further = new ArrayList<>(draft.problems().stream()
                    .filter(problem -> problem.cause() == null)
                    .toList());
            further.addAll(checked(ordered, draft, settings));
            return further;
        } catch (final StartException e) {
            return e.problems().stream()
                    .filter(problem -> problem.cause() == null)
                    .toList();
        } catch (final RuntimeException e) {
            LOGGER.debug("Cannot create the objects of an application that has problems.", e);
            return List.of();
        } finally {
            vertx.useIn(lifecycle);
        }
    }

    /** Returns the problems that plugins report, for the report of a startup that has failed already. */
    private List<StartProblem> checked(
            final List<Plugin> ordered, final Wiring.Draft draft, final JZenithConfiguration settings) {
        final Injector injector = draft.injector();
        if (injector == null) {
            return List.of();
        }
        lifecycle.setBlocking(injector.getInstance(Blocking.class));
        final List<StartProblem> reported = new ArrayList<>();
        try {
            injectors.createQualified(injector);
        } catch (final StartException e) {
            reported.addAll(e.problems());
        }
        reported.addAll(phases.reported(
                "check", ordered, settings.startTimeout(), plugin -> plugin.check(injectors.of(plugin, injector))));
        reported.addAll(addresses.conflicts());
        reported.addAll(SharedStateCheck.problems(injector));
        return reported;
    }

    /** Removes duplicates: two phases can report the same problem. */
    private static List<StartProblem> withoutRepetitions(final List<StartProblem> problems) {
        final Map<String, StartProblem> all = new LinkedHashMap<>();
        problems.forEach(problem -> all.putIfAbsent(problem.toString(), problem));
        return List.copyOf(all.values());
    }

    /** Creates the application's objects, and lets all plugins check them. */
    private Injector checkedInjector(final List<Plugin> ordered, final Configuration completed) {
        final JZenithConfiguration settings = completed.get(JZenithConfiguration.class);
        lifecycle.setTimes(settings);

        final Injector injector = createInjector(ordered, completed, settings);
        lifecycle.setInjectors(plugin -> injectors.of(plugin, injector));
        log.step("Bindings", "");

        final List<StartProblem> reported = new ArrayList<>(ConcurrentPhase.problems(
                "check",
                ordered,
                plugin -> phases.run(
                        plugin, "check", () -> plugin.check(injectors.of(plugin, injector)), settings.startTimeout())));
        reported.addAll(addresses.conflicts());
        reported.addAll(SharedStateCheck.problems(injector));
        if (!reported.isEmpty()) {
            throw new StartException(reported);
        }
        log.step("Checks", "");
        return injector;
    }

    private RunningApplication start(final List<Plugin> ordered, final Configuration completed) {
        final Injector injector = checkedInjector(ordered, completed);
        final JZenithConfiguration settings = completed.get(JZenithConfiguration.class);
        prepare(ordered, injector, settings.startTimeout());
        log.step("Plugins", names(ordered));
        for (final Plugin plugin : ordered) {
            lifecycle.opening(plugin);
            if (plugin instanceof final ListenerOpener opener) {
                phases.run(plugin, "open", () -> opener.open(injectors.of(plugin, injector)), settings.startTimeout());
            }
        }
        log.step(
                "Listeners",
                String.join(", ", injector.getInstance(Endpoints.class).all().keySet()));

        lifecycle.running();
        if (!completed.wantsTraining()) {
            for (final Plugin plugin : ordered) {
                if (plugin instanceof final BackgroundWork work) {
                    phases.run(
                            plugin, "begin", () -> work.begin(injectors.of(plugin, injector)), settings.startTimeout());
                }
            }
        }
        final RunningApplication application = new RunningApplication(lifecycle, injector);
        if (session != null) {
            session.opened(application.endpoints(), application::stop).forEach(application.get(Endpoints.class)::add);
        }
        for (final Plugin plugin : ordered) {
            if (plugin instanceof final ListenerOpener opener) {
                opener.accept(injectors.of(plugin, injector));
            }
        }
        log.open(application.endpoints().values());
        return application;
    }

    private void prepare(final List<Plugin> ordered, final Injector injector, final Duration limit) {
        ConcurrentPhase.inOrder("prepare", ordered, plugin -> {
            lifecycle.preparing(plugin);
            phases.run(plugin, "prepare", () -> plugin.prepare(injectors.of(plugin, injector)), limit);
        });
    }

    private void warmUp(final List<Plugin> ordered, final RunningApplication application) {
        final Duration limit = application.get(JZenithConfiguration.class).startTimeout();
        for (final Plugin plugin : ordered) {
            if (plugin instanceof final WarmUp warm) {
                phases.run(plugin, "warm up", () -> warm.warmUp(injectors.of(plugin, application.injector())), limit);
            }
        }
        log.step("Warm-up", "");
        application.stop();
    }

    /** Lets plugins provide settings, such as the address of a database that they start for this application. */
    private Configuration withPluginConfiguration(final Configuration asked) {
        final Duration limit = asked.get(JZenithConfiguration.class).startTimeout();
        for (final Plugin plugin : plugins) {
            if (plugin instanceof final ConfigurationProvider provider) {
                final Configuration given = configuration.of(plugin);
                lifecycle.providing(plugin, provider, given);
                phases.run(
                        plugin,
                        "provide configuration",
                        () -> (session == null
                                        ? provider.provideConfiguration(given)
                                        : provider.provideConfiguration(given, session))
                                .doOnSuccess(values -> configuration.provide(plugin, values))
                                .ignoreElement(),
                        limit);
            }
        }
        final Configuration completed = configuration.withProvided();
        if (!configuration.providers().isEmpty()) {
            log.step("Provided", "settings of " + String.join(", ", configuration.providers()));
        }
        return completed;
    }

    private Injector createInjector(
            final List<Plugin> ordered, final Configuration completed, final JZenithConfiguration settings) {
        final VertxBootstrap vertx = beginVertx(ordered, settings, !checksOnly(completed));
        try {
            final Wiring wiring = injectors.wiring(core(completed, vertx), completed);
            final Injector application;
            try {
                application = wiring.injector();
            } catch (final StartException e) {
                final Wiring.Draft draft = wiring.draft();
                if (draft.problems().isEmpty()) { // an object cannot be created
                    throw e;
                }
                final List<StartProblem> all = new ArrayList<>(draft.problems());
                all.addAll(checked(ordered, draft, settings));
                throw new StartException(withoutRepetitions(all));
            }
            lifecycle.setBlocking(application.getInstance(Blocking.class));
            injectors.createQualified(application);
            vertx.detector().emitTo(application.getInstance(Observers.class).of(EventLoopEvent.class));
            return application;
        } finally {
            vertx.useIn(lifecycle);
        }
    }

    /** @param joins true if Vert.x may join a cluster */
    private VertxBootstrap beginVertx(
            final List<Plugin> ordered, final JZenithConfiguration settings, final boolean joins) {
        final VertxAssembly assembly = new VertxAssembly();
        return VertxBootstrap.begin(
                settings,
                options -> {
                    for (final Plugin plugin : ordered) {
                        if (plugin instanceof final VertxCustomizer customizer) {
                            phases.run(
                                    plugin,
                                    "customize Vert.x",
                                    () -> Completable.fromAction(() -> customizer.customize(
                                            assembly.builderOf(plugin), options, configuration.of(plugin))),
                                    settings.startTimeout());
                        }
                    }
                    builder.vertxOptions.forEach(change -> apply(change, options));
                    return assembly.build(options, joins, settings.startTimeout());
                },
                log);
    }

    private static void apply(final Consumer<VertxOptions> change, final VertxOptions options) {
        try {
            change.accept(options);
        } catch (final RuntimeException e) {
            throw new StartException(StartProblem.of("Changing the options of Vert.x failed: " + e)
                    .from("withVertxOptions(..)")
                    .remedy("Correct the function passed to withVertxOptions(..).")
                    .causedBy(e));
        }
    }

    private CoreModule core(final Configuration completed, final VertxBootstrap vertx) {
        return new CoreModule(
                completed,
                configuration.types(),
                state,
                vertx,
                new HeapShares(plugins.stream().map(Bootstrap::kind).toList()),
                addresses,
                builder.origin,
                plugins.stream()
                        .filter(ListenerOpener.class::isInstance)
                        .map(Plugin::name)
                        .toList());
    }

    private RunningApplication print(final List<String> texts) {
        lifecycle.stop();
        System.out.println(String.join("\n", texts));
        return RunningApplication.stopped();
    }

    /** The plugin's name without its qualifier. */
    private static String kind(final Plugin plugin) {
        final String suffix = "." + plugin.qualifier();
        return plugin.name().endsWith(suffix)
                ? plugin.name().substring(0, plugin.name().length() - suffix.length())
                : plugin.name();
    }

    private static String names(final List<Plugin> plugins) {
        return plugins.stream().map(Plugin::name).collect(Collectors.joining(", "));
    }
}
