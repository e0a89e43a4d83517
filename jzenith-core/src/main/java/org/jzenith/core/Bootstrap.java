package org.jzenith.core;

import com.google.inject.CreationException;
import com.google.inject.Injector;
import com.google.inject.Module;
import com.google.inject.util.Modules;
import io.reactivex.Completable;
import io.smallrye.config.ConfigMapping;
import io.vertx.core.VertxOptions;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.DuplicateBindings.Group;
import org.jzenith.core.blocking.Blocking;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.development.DevelopmentSession;
import org.jzenith.core.health.HealthConfiguration;
import org.jzenith.core.listener.ClaimedAddresses;
import org.jzenith.core.memory.HeapShares;
import org.jzenith.core.observe.EventLoopEvent;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.core.rx.hooks.RxHooks;
import org.jzenith.core.wiring.Wiring;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts one application: configuration, injector, checks and preparation of the plugins, listeners. */
final class Bootstrap {

    private static final Logger LOGGER = LoggerFactory.getLogger(JZenith.class);

    /** For checks before the time limit can be read. */
    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(30);

    private static final String SEE_DEBUG = "Start with --debug to see the stack trace.";

    private final BuilderOrigin origin;
    private final List<StartProblem> mistakes;
    private final List<String> arguments;
    private final List<Plugin> plugins;
    private final List<Module> modules;
    private final List<Class<?>> settings;
    private final List<Consumer<VertxOptions>> vertxOptions;
    private final Map<String, Object> code;
    private final List<Module> overridingModules;
    private final Map<String, Object> overridingConfiguration;
    private final @Nullable DevelopmentSession session;
    private final ApplicationState state = new ApplicationState();
    private final Lifecycle lifecycle = new Lifecycle(state);
    private final StartLog log = new StartLog();
    private final ClaimedAddresses addresses = new ClaimedAddresses();
    private final Map<String, QualifiedPlugin> qualified = new LinkedHashMap<>();
    private @Nullable Configuration read;

    Bootstrap(
            final BuilderOrigin origin,
            final List<StartProblem> mistakes,
            final List<String> arguments,
            final List<Plugin> plugins,
            final List<Module> modules,
            final List<Class<?>> settings,
            final List<Consumer<VertxOptions>> vertxOptions,
            final Map<String, Object> code,
            final List<Module> overridingModules,
            final Map<String, Object> overridingConfiguration,
            final @Nullable DevelopmentSession session) {
        this.origin = origin;
        this.mistakes = mistakes;
        this.arguments = arguments;
        this.plugins = plugins;
        this.modules = modules;
        this.settings = settings;
        this.vertxOptions = vertxOptions;
        this.code = code;
        this.overridingModules = overridingModules;
        this.overridingConfiguration = overridingConfiguration;
        this.session = session;
    }

    Application run() {
        Lifecycle.refuseEventLoop("started");
        RxHooks.install();
        boolean debug = arguments.contains("--debug") || LOGGER.isDebugEnabled();
        try {
            final PluginOrder order = PluginOrder.of(plugins);
            final List<StartProblem> known = new ArrayList<>(mistakes);
            known.addAll(order.problems());
            known.addAll(settingsProblems());
            final boolean isSound = known.isEmpty();
            final List<StartProblem> wrong = new ArrayList<>();
            final List<StartProblem> unknown = new ArrayList<>();
            final Configuration configured = configuration().read(wrong, unknown);
            known.addAll(unknown);
            known.addAll(wrong);
            read = configured;
            debug |= configured.debug();
            if (configured.wantsHelp()) {
                return print(configured.help(), System.out);
            }
            if (!configured.wantsExplanation()) {
                known.addAll(configurationProblems(order.plugins(), configured, wrong.isEmpty()));
            }
            if (!known.isEmpty()) {
                if (isSound && wrong.isEmpty() && !configured.wantsExplanation()) {
                    known.addAll(furtherProblems(order.plugins(), configured));
                }
                throw new StartException(withoutRepetitions(known), false);
            }
            if (configured.wantsExplanation()) {
                return print(configured.explain(), System.out);
            }
            final Configuration asked = inDevelopment(configured);
            read = asked;
            lifecycle.begin();
            lifecycle.use(asked.get(JZenithConfiguration.class)); // plugins may still set other values
            if (asked.wantsCheck()) {
                log.silence();
            }
            log.starting(origin.madeBy(), asked.profiles());
            log.step("Configuration", "");
            if (asked.wantsCheck()) {
                checkedInjector(order.plugins(), asked);
                return print("ok", System.out);
            }
            final Application application = start(order.plugins(), withPluginConfiguration(asked));
            if (asked.wantsTraining()) {
                warmUp(order.plugins(), application);
            }
            return application;
        } catch (final StartException e) {
            final boolean signalled = lifecycle.isSignalled();
            if (signalled) {
                // Logged now, because the JVM may end before the exception is printed.
                LOGGER.warn(Lifecycle.signalled().what());
            }
            lifecycle.stop();
            throw new StartException(signalled ? List.of(Lifecycle.signalled()) : e.problems(), debug);
        } catch (final RuntimeException | Error e) {
            lifecycle.stop();
            throw e;
        }
    }

    /** In development mode the session listens at the configured addresses, and the application elsewhere. */
    private Configuration inDevelopment(final Configuration configuration) {
        if (session == null) {
            return configuration;
        }
        final List<DevelopmentSession.Listener> listeners = new ArrayList<>();
        for (final Plugin plugin : plugins) {
            call(plugin, "name its listener", plugin::listener).ifPresent(prefix -> {
                final Configuration own = configuration.qualified(plugin.qualifier());
                final String port = prefix + ".port";
                listeners.add(new DevelopmentSession.Listener(
                        plugin.name(),
                        own.key(prefix + ".host"),
                        own.value(prefix + ".host").orElse("0.0.0.0"),
                        own.key(port),
                        own.value(port).map(Integer::valueOf).orElse(0),
                        own.origin(port).orElse("the default of " + own.key(port))));
            });
        }
        return configuration.withDevelopmentConfiguration(session.takeOver(listeners));
    }

    /** The configuration as a plugin sees it. */
    private Configuration view(final Plugin plugin) {
        final Configuration all = Objects.requireNonNull(read);
        return plugin.qualifier().isEmpty() ? all : all.qualified(plugin.qualifier());
    }

    /** @param complete whether all settings can be read; without one, only what plugins find in others counts */
    private List<StartProblem> configurationProblems(
            final List<Plugin> ordered, final Configuration configured, final boolean complete) {
        if (!complete) {
            return found(
                    "check-configuration", ordered, DEFAULT_LIMIT, plugin -> plugin.checkConfiguration(view(plugin)));
        }
        final Duration limit = configured.get(JZenithConfiguration.class).startTimeout();
        try {
            ConcurrentPhase.together(
                    "check-configuration",
                    ordered,
                    plugin -> phase(
                            plugin, "check its configuration", () -> plugin.checkConfiguration(view(plugin)), limit));
            return List.of();
        } catch (final StartException e) {
            return e.problems();
        }
    }

    /**
     * What a start with known mistakes finds further, so that one report has all of them. What only follows from the known
     * ones is left out: everything that a plugin does not report itself.
     */
    private List<StartProblem> furtherProblems(final List<Plugin> ordered, final Configuration configured) {
        final JZenithConfiguration settings = configured.get(JZenithConfiguration.class);
        lifecycle.begin();
        lifecycle.use(settings);
        log.silence();
        final Injector injector;
        try {
            injector = createInjector(configured, settings);
        } catch (final StartException e) {
            return e.problems().stream()
                    .filter(problem -> problem.cause() == null)
                    .toList();
        } catch (final RuntimeException e) {
            LOGGER.debug("The objects of an application with mistakes cannot be made.", e);
            return List.of();
        }
        lifecycle.use(plugin -> objects(plugin, injector));
        final List<StartProblem> problems = new ArrayList<>(
                found("check", ordered, settings.startTimeout(), plugin -> plugin.check(objects(plugin, injector))));
        problems.addAll(addresses.conflicts());
        return problems;
    }

    /** The problems that plugins report themselves. */
    private List<StartProblem> found(
            final String name,
            final List<Plugin> ordered,
            final Duration limit,
            final Function<Plugin, Completable> action) {
        try {
            ConcurrentPhase.together(name, ordered, plugin -> {
                try {
                    Lifecycle.await(() -> action.apply(plugin), limit);
                } catch (final StartException e) {
                    throw withFullKeys(plugin, e);
                } catch (final InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (final Exception | LinkageError e) {
                    LOGGER.debug("The plugin {} cannot look for further mistakes.", plugin.name(), e);
                }
            });
            return List.of();
        } catch (final StartException e) {
            return e.problems();
        }
    }

    /** Two phases may find the same. */
    private static List<StartProblem> withoutRepetitions(final List<StartProblem> problems) {
        final Map<String, StartProblem> all = new LinkedHashMap<>();
        problems.forEach(problem -> all.putIfAbsent(problem.toString(), problem));
        return List.copyOf(all.values());
    }

    /** The application's objects, which all plugins have checked. */
    private Injector checkedInjector(final List<Plugin> ordered, final Configuration configuration) {
        final JZenithConfiguration settings = configuration.get(JZenithConfiguration.class);
        lifecycle.use(settings);

        final Injector injector = createInjector(configuration, settings);
        lifecycle.use(plugin -> objects(plugin, injector));
        log.step("Bindings", "");

        final List<StartProblem> problems = new ArrayList<>();
        try {
            ConcurrentPhase.together(
                    "check",
                    ordered,
                    plugin -> phase(
                            plugin, "check", () -> plugin.check(objects(plugin, injector)), settings.startTimeout()));
        } catch (final StartException e) {
            problems.addAll(e.problems());
        }
        problems.addAll(addresses.conflicts());
        if (!problems.isEmpty()) {
            throw new StartException(problems, false);
        }
        log.step("Checks", "");
        return injector;
    }

    private Application start(final List<Plugin> ordered, final Configuration configuration) {
        final Injector injector = checkedInjector(ordered, configuration);
        final JZenithConfiguration settings = configuration.get(JZenithConfiguration.class);
        ConcurrentPhase.inOrder("prepare", ordered, plugin -> {
            lifecycle.preparing(plugin);
            phase(plugin, "prepare", () -> plugin.prepare(objects(plugin, injector)), settings.startTimeout());
        });
        log.step("Plugins", names(ordered));
        for (final Plugin plugin : ordered) {
            lifecycle.opening(plugin);
            phase(plugin, "open", () -> plugin.open(objects(plugin, injector)), settings.startTimeout());
        }
        log.step(
                "Listeners",
                String.join(", ", injector.getInstance(Endpoints.class).all().keySet()));

        lifecycle.running();
        if (!configuration.wantsTraining()) {
            for (final Plugin plugin : ordered) {
                phase(plugin, "begin", () -> plugin.begin(objects(plugin, injector)), settings.startTimeout());
            }
        }
        final Application application = new Application(lifecycle, injector);
        if (session != null) {
            session.opened(application.endpoints(), application::stop).forEach(application.get(Endpoints.class)::add);
        }
        log.open(application.endpoints().values());
        return application;
    }

    private Injector objects(final Plugin plugin, final Injector application) {
        final QualifiedPlugin own = qualified.get(plugin.name());
        return own == null ? application : own.injector(application);
    }

    private void warmUp(final List<Plugin> ordered, final Application application) {
        final Duration limit = application.get(JZenithConfiguration.class).startTimeout();
        for (final Plugin plugin : ordered) {
            phase(plugin, "warm up", () -> plugin.warmUp(objects(plugin, application.injector())), limit);
        }
        log.step("Warm-up", "");
        application.stop();
    }

    private Configuration.Builder configuration() {
        final Configuration.Builder builder = Configuration.builder(arguments)
                .withCode(code)
                .withOverrides(overridingConfiguration)
                .withTypes(configurationTypes());
        qualifiedPlugins().forEach(plugin -> builder.withTypes(plugin.qualifier(), configurations(plugin)));
        plainPlugins()
                .forEach(plugin -> call(plugin, "name its named configurations", plugin::namedConfigurations)
                        .forEach((name, type) -> builder.withTypes(name, List.of(type))));
        return builder;
    }

    private Set<Class<?>> configurationTypes() {
        final Set<Class<?>> types = new LinkedHashSet<>();
        types.add(JZenithConfiguration.class);
        types.add(HealthConfiguration.class);
        plainPlugins().forEach(plugin -> types.addAll(configurations(plugin)));
        settings.stream().filter(Bootstrap::isMapping).forEach(types::add);
        return types;
    }

    private static boolean isMapping(final Class<?> type) {
        return type.isInterface() && type.isAnnotationPresent(ConfigMapping.class);
    }

    private List<StartProblem> settingsProblems() {
        return settings.stream()
                .filter(type -> !isMapping(type))
                .map(type -> StartProblem.of("The type " + type.getName() + " cannot hold settings, because it is "
                                + (type.isInterface() ? "not annotated with @ConfigMapping." : "not an interface."))
                        .from("withSettings(..)")
                        .remedy("Declare the settings as methods of an interface annotated with"
                                + " @ConfigMapping(prefix = \"..\")."))
                .toList();
    }

    private static List<Class<?>> configurations(final Plugin plugin) {
        return call(plugin, "name its configurations", plugin::configurations);
    }

    private List<Plugin> plainPlugins() {
        return plugins.stream().filter(plugin -> plugin.qualifier().isEmpty()).toList();
    }

    private List<Plugin> qualifiedPlugins() {
        return plugins.stream().filter(plugin -> !plugin.qualifier().isEmpty()).toList();
    }

    /** Plugins can provide settings of what they start for this application alone. */
    private Configuration withPluginConfiguration(final Configuration asked) {
        final Duration limit = asked.get(JZenithConfiguration.class).startTimeout();
        final Map<String, Map<String, String>> provided = new LinkedHashMap<>();
        for (final Plugin plugin : plugins) {
            final Configuration given = view(plugin);
            lifecycle.providing(plugin, given);
            phase(
                    plugin,
                    "provide configuration",
                    () -> (session == null
                                    ? plugin.provideConfiguration(given)
                                    : plugin.provideConfiguration(given, session))
                            .doOnSuccess(values -> {
                                final Map<String, String> full = new LinkedHashMap<>();
                                values.forEach((key, value) -> full.put(given.key(key), value));
                                add(provided, plugin.name(), full);
                            })
                            .ignoreElement(),
                    limit);
        }
        if (provided.isEmpty()) {
            return asked;
        }
        final Configuration completed = asked.withPluginConfiguration(provided);
        log.step("Provided", "settings of " + String.join(", ", provided.keySet()));
        return completed;
    }

    private static void add(
            final Map<String, Map<String, String>> provided, final String name, final Map<String, String> values) {
        provided.forEach((other, others) -> {
            final Set<String> both = new TreeSet<>(others.keySet());
            both.retainAll(values.keySet());
            if (!both.isEmpty()) {
                throw new StartException(StartProblem.of("The plugins '" + other + "' and '" + name + "' both provide "
                                + String.join(", ", both) + ".")
                        .remedy("Leave one of them out, or configure the key."));
            }
        });
        if (!values.isEmpty()) {
            provided.put(name, values);
        }
    }

    private Injector createInjector(final Configuration configuration, final JZenithConfiguration settings) {
        final VertxBootstrap vertx = VertxBootstrap.begin(settings, vertxOptions, log);
        try {
            return injector(configuration, vertx);
        } finally {
            lifecycle.use(vertx.get(), vertx.detector());
        }
    }

    private static List<Module> modules(final Plugin plugin) {
        return call(plugin, "name its modules", plugin::modules);
    }

    private static List<Module> defaultModules(final Plugin plugin) {
        return call(plugin, "name its default modules", plugin::defaultModules);
    }

    private Injector injector(final Configuration configuration, final VertxBootstrap vertx) {
        final List<Group> defaults = new ArrayList<>();
        plainPlugins().forEach(plugin -> defaults.add(group(plugin, defaultModules(plugin))));
        final List<Group> all = new ArrayList<>();
        final CoreModule core = new CoreModule(
                configuration,
                configurationTypes(),
                state,
                vertx,
                new HeapShares(plugins.stream().map(Plugin::getClass).toList()),
                addresses);
        all.add(new Group("jZenith", core.remedies(), List.of(core)));
        plainPlugins().forEach(plugin -> all.add(group(plugin, modules(plugin))));
        qualifiedPlugins().forEach(plugin -> {
            final QualifiedPlugin own = new QualifiedPlugin(
                    plugin.qualifier(),
                    configurations(plugin),
                    configuration.qualified(plugin.qualifier()),
                    modules(plugin),
                    defaultModules(plugin),
                    modules(defaults));
            qualified.put(plugin.name(), own);
            all.add(group(plugin, List.of(own::bindFor)));
        });
        all.add(new Group("", Map.of(), modules));
        final List<Group> overriding = List.of(new Group("", Map.of(), overridingModules));
        final Injector application = Wiring.injector(
                Modules.override(Modules.override(modules(defaults)).with(modules(all)))
                        .with(overridingModules),
                () -> DuplicateBindings.of(List.of(overriding, all, defaults)));
        lifecycle.use(application.getInstance(Blocking.class));
        try {
            qualified.values().forEach(own -> own.injector(application));
        } catch (final CreationException e) {
            throw new StartException(Wiring.problems(e), false);
        }
        vertx.detector().emitTo(application.getInstance(Observers.class).of(EventLoopEvent.class));
        return application;
    }

    private static Group group(final Plugin plugin, final List<Module> modules) {
        return new Group(
                "the plugin '" + plugin.name() + "'",
                call(plugin, "name the remedies of its bindings", plugin::bindingRemedies),
                modules);
    }

    private static List<Module> modules(final List<Group> groups) {
        return groups.stream().flatMap(group -> group.modules().stream()).toList();
    }

    private void phase(
            final Plugin plugin, final String name, final Supplier<Completable> action, final Duration limit) {
        try {
            Lifecycle.await(action, limit);
        } catch (final StartException e) {
            throw withFullKeys(plugin, e);
        } catch (final TimeoutException e) {
            throw new StartException(StartProblem.of("The plugin '" + plugin.name() + "' did not " + name + " within "
                            + limit.toMillis() + " ms.")
                    .remedy("Find out what it waits for, or set jzenith.start-timeout."));
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException(StartProblem.of(
                    "The plugin '" + plugin.name() + "' did not " + name + ", because the start was interrupted."));
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

    private StartException withFullKeys(final Plugin plugin, final StartException known) {
        return plugin.qualifier().isEmpty()
                ? known
                : new StartException(
                        known.problems().stream()
                                .map(view(plugin)::withFullKeys)
                                .toList(),
                        false);
    }

    private static StartProblem failed(final Plugin plugin, final String what, final Throwable error) {
        return StartProblem.of("The plugin '" + plugin.name() + "' failed to " + what + ": " + reason(error))
                .remedy(SEE_DEBUG)
                .causedBy(error);
    }

    /** The result of a method of a plugin that describes it; an exception becomes a problem of the start. */
    static <T> T call(final Plugin plugin, final String what, final Supplier<T> method) {
        try {
            return method.get();
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

    private Application print(final String text, final PrintStream out) {
        lifecycle.stop();
        out.println(text);
        return new Application(null, null);
    }

    private static String names(final List<Plugin> plugins) {
        return plugins.stream().map(Plugin::name).collect(Collectors.joining(", "));
    }
}
