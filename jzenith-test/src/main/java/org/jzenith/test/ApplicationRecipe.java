package org.jzenith.test;

import com.google.inject.Module;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jzenith.core.JZenith;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.test.database.TestDatabase;
import org.jzenith.test.internal.database.DatabaseSettings;
import org.jzenith.test.internal.database.TestServers;
import org.jzenith.test.internal.leak.BlockedEventLoops;
import org.jzenith.test.internal.leak.Leaks;
import org.jzenith.test.internal.token.TestTokens;

/**
 * An application, and the settings and bindings that its tests change.
 *
 * @param builder returns a new builder at each call
 * @param configuration the settings of the tests, which override all others
 * @param modules the modules of the tests, whose bindings override the application's
 * @param leakTimeout the time limit of the leak check
 * @param hasDatabase false if the test kit starts no server
 * @param checksEventLoops false if blocked event loops are not a failure
 */
record ApplicationRecipe(
        Supplier<JZenith> builder,
        Map<String, Object> configuration,
        List<Module> modules,
        Duration leakTimeout,
        boolean hasDatabase,
        boolean checksEventLoops) {

    private static final Duration LEAK_TIMEOUT = Duration.ofSeconds(10);
    private static final String REST = "rest";
    private static final String JOBS = "jobs";

    static ApplicationRecipe of(final Supplier<JZenith> builder) {
        return new ApplicationRecipe(builder, Map.of(), List.of(), LEAK_TIMEOUT, true, true);
    }

    ApplicationRecipe withConfiguration(final String key, final Object value) {
        final Map<String, Object> changed = new LinkedHashMap<>(configuration);
        changed.put(key, value);
        return new ApplicationRecipe(builder, changed, modules, leakTimeout, hasDatabase, checksEventLoops);
    }

    ApplicationRecipe withModules(final Module... overriding) {
        final List<Module> changed = new ArrayList<>(modules);
        changed.addAll(List.of(overriding));
        return new ApplicationRecipe(builder, configuration, changed, leakTimeout, hasDatabase, checksEventLoops);
    }

    ApplicationRecipe withLeakTimeout(final Duration limit) {
        return new ApplicationRecipe(builder, configuration, modules, limit, hasDatabase, checksEventLoops);
    }

    ApplicationRecipe withoutDatabase() {
        return new ApplicationRecipe(builder, configuration, modules, leakTimeout, false, checksEventLoops);
    }

    ApplicationRecipe withoutEventLoopCheck() {
        return new ApplicationRecipe(builder, configuration, modules, leakTimeout, hasDatabase, false);
    }

    /** Starts the application on new databases. */
    ApplicationUnderTest start(final TestRun run, final BlockedEventLoops blockedEventLoops) {
        final List<TestDatabase> databases = hasDatabase ? newDatabases(run, blockedEventLoops) : List.of();
        try {
            return start(run, databases, blockedEventLoops);
        } catch (final RuntimeException | Error e) {
            databases.forEach(TestDatabase::drop);
            throw e;
        }
    }

    /** Starts the application on databases that it has used before. */
    ApplicationUnderTest start(
            final TestRun run, final List<TestDatabase> databases, final BlockedEventLoops blockedEventLoops) {
        try {
            return ApplicationUnderTest.start(
                    configured(databases, blockedEventLoops), databases, run.applications(), leakTimeout);
        } catch (final StartException e) {
            final List<StartProblem> problems =
                    e.problems().stream().map(this::explained).toList();
            throw problems.equals(e.problems()) ? e : new StartException(problems);
        }
    }

    /** Adds the remedy for a port that is already in use. The test has set this port, because all other ports are free ones. */
    private StartProblem explained(final StartProblem problem) {
        final List<String> chosen = configuration.keySet().stream()
                .filter(key -> key.endsWith(".port"))
                .toList();
        return chosen.isEmpty() || !problem.what().contains("already in use")
                ? problem
                : problem.remedy("Remove " + String.join(" and ", chosen)
                        + " from withOverridingConfiguration(..). Each application of a test then gets a free port, and"
                        + " APP.http().uri() is its address. Test classes that need a fixed port must run one after"
                        + " another in one JVM. They must not share an application, because a shared application keeps"
                        + " the port until the end of the test run.");
    }

    private List<TestDatabase> newDatabases(final TestRun run, final BlockedEventLoops blockedEventLoops) {
        return run.servers()
                .newDatabases(
                        builder.get().plugins(),
                        () -> templateKey(run.servers().plugins(), blockedEventLoops),
                        templates -> Leaks.fail(
                                start(run, templates, blockedEventLoops).stop()));
    }

    /**
     * Returns everything that the content of a migrated database can depend on: the plugins and the settings of their databases.
     *
     * @param prefixes the prefixes of these settings
     */
    private String templateKey(final List<String> prefixes, final BlockedEventLoops blockedEventLoops) {
        final JZenith configured = configured(List.of(), blockedEventLoops);
        final String plugins = configured.plugins().stream()
                .map(plugin -> plugin.name() + "=" + plugin.getClass().getName())
                .sorted()
                .collect(Collectors.joining(","));
        final String settings = configured.configuration().entrySet().stream()
                .filter(setting ->
                        prefixes.stream().anyMatch(prefix -> setting.getKey().startsWith(prefix + ".")))
                .map(Object::toString)
                .sorted()
                .collect(Collectors.joining(","));
        return plugins + ";" + settings;
    }

    /** Lets listeners use free ports, and turns off Unix sockets and the PROXY protocol. */
    private static void onFreePorts(final JZenith configured, final String prefix) {
        configured.withOverridingConfiguration(prefix + ".port", 0);
        configured.withOverridingConfiguration(prefix + ".unix-socket", "");
        configured.withOverridingConfiguration(prefix + ".proxy-protocol", false);
        configured.configuration().keySet().stream()
                .filter(key -> key.startsWith(prefix + ".listeners.") && key.endsWith(".port"))
                .forEach(key -> configured.withOverridingConfiguration(key, 0));
    }

    private JZenith configured(final List<TestDatabase> databases, final BlockedEventLoops blockedEventLoops) {
        final JZenith configured = builder.get()
                // The clients belong to the test and have received their responses.
                .withOverridingConfiguration("jzenith.idle-grace", "0s");
        configured.plugins().stream()
                .filter(plugin -> TestServers.isOfKind(REST, plugin))
                .forEach(plugin -> onFreePorts(configured, plugin.name()));
        if (configured.plugins().stream().anyMatch(plugin -> plugin.name().equals("identity-provider"))
                && !configured.configuration().containsKey("rest.host")) {
            configured.withConfiguration("rest.host", "localhost"); // it serves no other address
        }
        if (configured.plugins().stream().anyMatch(plugin -> TestServers.isOfKind(JOBS, plugin))) {
            configured.withOverridingConfiguration("jobs.enabled", false);
        }
        if (!databases.isEmpty()) {
            configured.withPlugins(new DatabaseSettings(databases));
        }
        databases.forEach(database -> database.configuration().forEach(configured::withOverridingConfiguration));
        final Set<String> ofApplication = Set.copyOf(configured.configuration().keySet());
        databases.stream()
                .flatMap(database -> database.defaults().entrySet().stream())
                .filter(setting -> !ofApplication.contains(setting.getKey()))
                .forEach(setting -> configured.withOverridingConfiguration(setting.getKey(), setting.getValue()));
        TestTokens.accept(configured, configuration.keySet());
        configuration.forEach(configured::withOverridingConfiguration);
        if (checksEventLoops) {
            configured.withModules(
                    binder -> Observers.binder(binder).addBinding().toInstance(blockedEventLoops));
        }
        return modules.isEmpty() ? configured : configured.withOverridingModules(modules.toArray(Module[]::new));
    }
}
