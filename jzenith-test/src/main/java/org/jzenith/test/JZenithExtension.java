package org.jzenith.test;

import com.google.inject.Module;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestInstancePostProcessor;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.Observers;
import org.jzenith.test.database.TestDatabase;
import org.jzenith.test.internal.database.DatabaseSettings;
import org.jzenith.test.internal.database.TestServers;
import org.jzenith.test.internal.junit.JUnitVersions;
import org.jzenith.test.internal.leak.BlockedEventLoops;
import org.jzenith.test.internal.leak.ConcurrentApplications;
import org.jzenith.test.internal.leak.Leaks;
import org.jzenith.test.internal.token.TestTokens;

/**
 * Starts an application for a test class or a test method, on a free port and with its own database.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final JZenithExtension APP = JZenithExtension.of(() -> ExampleApplication.application());
 *
 * @Test
 * void unknownUserIs404() {
 *     assertThat(APP.http().get("/user/1").status()).isEqualTo(404);
 * }
 * }</pre>
 *
 * <p>A static field gives one application to the test class and its nested classes, an instance field one to each test
 * method. Parameters of test methods and constructors, and fields with {@code @Inject}, receive the application's
 * objects, the {@link RunningApplication} itself or its {@link JZenithHttp}.
 *
 * <p>If the application has a plugin named {@code postgresql}, the application gets a fresh database on a server that is
 * started once a test run; so does an application with the plugin of another {@link org.jzenith.test.database.TestServer}.
 * The database is a copy of a template, which the application itself has migrated by a start
 * and a stop; applications with the same plugins and the same {@code postgresql} settings share the template.
 * The database belongs to the user {@code postgresql.username}, who has no special rights; without that setting the application
 * connects as the superuser.
 *
 * <p>Jobs do not run by the clock: {@code jobs.enabled} is false. A test runs one with {@code
 * JobRunner}.
 *
 * <p>If the application has the {@code JwtPlugin}, it trusts a key of the test, with which {@link JZenithHttp#as} signs the
 * tokens of users.
 *
 * <p>After the stop the test class or method fails if anything is left: an open port, a database session, a thread
 * (threads are not checked when applications of several tests run at the same time), or if a database session was
 * still active before the stop.
 *
 * <p>A test fails if code of the application blocks an event loop for longer than {@code jzenith.blocked-threshold};
 * {@link #withoutEventLoopCheck} turns this off.
 *
 * <p>Configure it before the start; a started extension is safe for use by many threads.
 */
public final class JZenithExtension
        implements BeforeAllCallback,
                AfterAllCallback,
                BeforeEachCallback,
                AfterEachCallback,
                TestInstancePostProcessor,
                ParameterResolver {

    private static final Namespace NAMESPACE = Namespace.create(JZenithExtension.class);
    private static final String REST = "rest";
    private static final String JOBS = "jobs";

    private final Supplier<JZenith> builder;
    private final Map<String, Object> configuration = new LinkedHashMap<>();
    private final List<Module> modules = new ArrayList<>();
    private Duration leakTimeout = Duration.ofSeconds(10);
    private boolean withDatabase = true;
    private boolean withEventLoopCheck = true;
    private final BlockedEventLoops blockedEventLoops = new BlockedEventLoops();
    private @Nullable String owner;
    private @Nullable ConcurrentApplications applications;
    private volatile @Nullable ApplicationUnderTest running;

    private JZenithExtension(final Supplier<JZenith> builder) {
        this.builder = builder;
    }

    /**
     * Makes the extension for one application.
     *
     * @param builder returns a new builder at each call, without having run it
     * @return an extension to register with {@code @RegisterExtension}
     */
    public static JZenithExtension of(final Supplier<JZenith> builder) {
        return new JZenithExtension(Objects.requireNonNull(builder, "builder"));
    }

    /**
     * Sets a value that wins over every other source.
     *
     * @param key the key, for example {@code rest.request-timeout}
     * @param value the value; its {@code toString()} is what a file would hold
     * @return this extension
     */
    public JZenithExtension withOverridingConfiguration(final String key, final Object value) {
        configuration.put(key, value);
        return this;
    }

    /**
     * Replaces bindings of the application.
     *
     * @param overriding Guice modules whose bindings win
     * @return this extension
     */
    public JZenithExtension withOverridingModules(final Module... overriding) {
        modules.addAll(List.of(overriding));
        return this;
    }

    /**
     * Uses the database that the application configures: this extension starts no server and sets no database settings.
     *
     * @return this extension
     */
    public JZenithExtension withoutDatabase() {
        withDatabase = false;
        return this;
    }

    /**
     * Turns off the check for blocked event loops, for tests that block one on purpose.
     *
     * @return this extension
     */
    public JZenithExtension withoutEventLoopCheck() {
        withEventLoopCheck = false;
        return this;
    }

    /**
     * Sets how long the extension waits for threads and sessions to end and ports to close before it reports them as left.
     *
     * @param limit the time for one application; ten seconds when not set
     * @return this extension
     */
    public JZenithExtension withLeakTimeout(final Duration limit) {
        leakTimeout = limit;
        return this;
    }

    /**
     * Returns the running application.
     *
     * @return the application
     * @throws IllegalStateException before the start and after the stop
     */
    public RunningApplication application() {
        return current().application();
    }

    /**
     * Returns one of the application's objects.
     *
     * @param type a bound type
     * @param <T> the type
     * @return the object
     */
    public <T> T get(final Class<T> type) {
        return application().get(type);
    }

    /**
     * Returns a client for the application's first listener.
     *
     * @return the client; the same one until the application stops
     */
    public JZenithHttp http() {
        return current().http(application().uri());
    }

    /**
     * Returns a client for one of the application's listeners.
     *
     * @param listener the name of the plugin that opened it, for example {@code rest.admin}
     * @return the client; the same one until the application stops
     * @throws IllegalArgumentException if no plugin of this name has opened a listener
     */
    public JZenithHttp http(final String listener) {
        final URI uri = application().endpoints().get(listener);
        if (uri == null) {
            throw new IllegalArgumentException("There is no listener '" + listener + "', but "
                    + application().endpoints().keySet() + ".");
        }
        return current().http(uri);
    }

    /**
     * Stops the application and starts a new one, on the same database and another port. Injected fields keep
     * the objects of the stopped one.
     *
     * @throws AssertionError if anything is left of the stopped application
     */
    public void restart() {
        final ApplicationUnderTest stopped = current();
        running = null;
        final List<TestDatabase> databases = stopped.databases();
        Leaks.fail(stopped.stop());
        running = ApplicationUnderTest.start(
                configured(databases), databases, Objects.requireNonNull(applications), leakTimeout);
    }

    private ApplicationUnderTest current() {
        final ApplicationUnderTest now = running;
        if (now == null) {
            throw new IllegalStateException("The application of this JZenithExtension is not running. It runs for a "
                    + "test class in a static field, for a test method in an instance field, "
                    + "and only with @RegisterExtension.");
        }
        return now;
    }

    @Override
    public void beforeAll(final ExtensionContext context) {
        start(context);
    }

    @Override
    public void afterAll(final ExtensionContext context) {
        stop(context);
        blockedEventLoops.check();
    }

    @Override
    public void postProcessTestInstance(final Object instance, final ExtensionContext context) {
        if (running != null) {
            new Injection(this).fields(instance);
        }
    }

    @Override
    public void beforeEach(final ExtensionContext context) {
        if (running == null) {
            start(context);
            context.getRequiredTestInstances().getAllInstances().forEach(new Injection(this)::fields);
        }
    }

    @Override
    public void afterEach(final ExtensionContext context) {
        stop(context);
        blockedEventLoops.check();
    }

    @Override
    public boolean supportsParameter(final ParameterContext parameter, final ExtensionContext context) {
        return running != null && new Injection(this).knows(parameter.getParameter());
    }

    @Override
    public Object resolveParameter(final ParameterContext parameter, final ExtensionContext context) {
        return new Injection(this).of(parameter.getParameter());
    }

    private void start(final ExtensionContext context) {
        JUnitVersions.check();
        if (running != null) {
            if (!context.getUniqueId().startsWith(String.valueOf(owner))) {
                throw new IllegalStateException("This JZenithExtension is running for another test class already. "
                        + "Give each test class that runs at the same time a JZenithExtension of its own.");
            }
            return;
        }
        final ExtensionContext.Store store = context.getRoot().getStore(NAMESPACE);
        final ConcurrentApplications shared = store.getOrComputeIfAbsent(
                ConcurrentApplications.class, type -> new ConcurrentApplications(), ConcurrentApplications.class);
        applications = shared;
        final List<TestDatabase> databases = newDatabases(
                store.getOrComputeIfAbsent(TestServers.class, type -> new TestServers(), TestServers.class), shared);
        try {
            running = ApplicationUnderTest.start(configured(databases), databases, shared, leakTimeout);
        } catch (final RuntimeException | Error e) {
            databases.forEach(TestDatabase::drop);
            throw e;
        }
        owner = context.getUniqueId();
    }

    private void stop(final ExtensionContext context) {
        final ApplicationUnderTest stopped = running;
        if (stopped == null || !context.getUniqueId().equals(owner)) {
            return;
        }
        running = null;
        owner = null;
        try {
            Leaks.fail(stopped.stop());
        } finally {
            stopped.databases().forEach(TestDatabase::drop);
        }
    }

    private List<TestDatabase> newDatabases(final TestServers servers, final ConcurrentApplications shared) {
        return withDatabase
                ? servers.newDatabases(
                        builder.get().plugins(),
                        () -> templateKey(servers.plugins()),
                        templates -> Leaks.fail(
                                ApplicationUnderTest.start(configured(templates), templates, shared, leakTimeout)
                                        .stop()))
                : List.of();
    }

    /**
     * Returns everything that the content of a migrated database can depend on: the plugins and the settings of their databases.
     *
     * @param prefixes of the settings
     */
    private String templateKey(final List<String> prefixes) {
        final JZenith configured = configured(List.of());
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

    /** Sets free ports, and turns off Unix sockets and the PROXY protocol. */
    private static void onFreePorts(final JZenith configured, final String prefix) {
        configured.withOverridingConfiguration(prefix + ".port", 0);
        configured.withOverridingConfiguration(prefix + ".unix-socket", "");
        configured.withOverridingConfiguration(prefix + ".proxy-protocol", false);
        configured.configuration().keySet().stream()
                .filter(key -> key.startsWith(prefix + ".listeners.") && key.endsWith(".port"))
                .forEach(key -> configured.withOverridingConfiguration(key, 0));
    }

    private JZenith configured(final List<TestDatabase> databases) {
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
        if (withEventLoopCheck) {
            configured.withModules(
                    binder -> Observers.binder(binder).addBinding().toInstance(blockedEventLoops));
        }
        return modules.isEmpty() ? configured : configured.withOverridingModules(modules.toArray(Module[]::new));
    }
}
