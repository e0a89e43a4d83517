package org.jzenith.test;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Module;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestInstancePostProcessor;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.test.database.TestDatabase;
import org.jzenith.test.internal.junit.JUnitVersions;
import org.jzenith.test.internal.leak.BlockedEventLoops;
import org.jzenith.test.internal.leak.Leaks;

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
 * <p>With a static field, the test class and its nested classes use one application. With an instance field, each test method has its own.
 * With {@link #shared}, several classes use one. Parameters of test methods and constructors, and fields with {@code
 * @Inject}, receive the application's objects, the {@link RunningApplication} itself or its {@link JZenithHttp}.
 *
 * <p>If the application has a plugin named {@code postgresql}, it gets a fresh database on a server that is started once per test run. The
 * same applies to plugins of other {@link org.jzenith.test.database.TestServer}s. The database is a copy of a template, which the
 * application itself migrates in an extra start before the first test. Applications with the same plugins and the same {@code postgresql}
 * settings share the template. The database belongs to the user {@code postgresql.username}, who has no special rights. Without that
 * setting, the application connects as the superuser.
 *
 * <p>Jobs do not run on schedule, because {@code jobs.enabled} is false. A test runs a job with {@code JobRunner}.
 *
 * <p>If the application has the {@code JwtPlugin}, it trusts a test key. {@link JZenithHttp#as} signs users' tokens with this key.
 *
 * <p>After the application has stopped, the test class or method fails if a port, a database session or a thread is left. Threads are not
 * checked when applications of several tests run at the same time. It also fails if a database session was still active before the stop.
 *
 * <p>A test fails if code of the application blocks an event loop for longer than {@code jzenith.blocked-threshold};
 * {@link #withoutEventLoopCheck} turns this off.
 *
 * <p>The extension is safe for use by many threads.
 */
public final class JZenithExtension
        implements BeforeAllCallback,
                AfterAllCallback,
                BeforeEachCallback,
                AfterEachCallback,
                TestInstancePostProcessor,
                ParameterResolver {

    private final ApplicationRecipe recipe;
    private final boolean isShared;
    private final BlockedEventLoops blockedEventLoops = new BlockedEventLoops();
    private volatile @Nullable ApplicationUnderTest running;
    private @Nullable TestRun run;

    /** The unique id and the name of the test class or method that uses the application; null if none does. */
    private volatile @Nullable String owner;

    private String ownerName = "";

    private JZenithExtension(final ApplicationRecipe recipe, final boolean isShared) {
        this.recipe = recipe;
        this.isShared = isShared;
    }

    /**
     * Creates the extension for one application.
     *
     * @param builder returns a new builder at each call, which has not been run
     * @return an extension to register with {@code @RegisterExtension}
     */
    public static JZenithExtension of(final Supplier<JZenith> builder) {
        return alone(ApplicationRecipe.of(Objects.requireNonNull(builder, "builder")));
    }

    /**
     * Sets a value that overrides every other source.
     *
     * @param key the key, for example {@code rest.request-timeout}
     * @param value the value; its {@code toString()} has the format of a configuration file
     * @return a changed copy
     */
    @CheckReturnValue
    public JZenithExtension withOverridingConfiguration(final String key, final Object value) {
        return alone(recipe.withConfiguration(key, value));
    }

    /**
     * Replaces bindings of the application.
     *
     * @param overriding Guice modules whose bindings override the application's
     * @return a changed copy
     */
    @CheckReturnValue
    public JZenithExtension withOverridingModules(final Module... overriding) {
        return alone(recipe.withModules(overriding));
    }

    /**
     * Uses the database that the application configures: this extension starts no server and sets no database settings.
     *
     * @return a changed copy
     */
    @CheckReturnValue
    public JZenithExtension withoutDatabase() {
        return alone(recipe.withoutDatabase());
    }

    /**
     * Turns off the check for blocked event loops, for tests that block one on purpose.
     *
     * @return a changed copy
     */
    @CheckReturnValue
    public JZenithExtension withoutEventLoopCheck() {
        return alone(recipe.withoutEventLoopCheck());
    }

    /**
     * Sets how long the extension waits for threads and sessions to end and for ports to close, before it reports a leak.
     *
     * @param limit the time for one application; ten seconds when not set
     * @return a changed copy
     */
    @CheckReturnValue
    public JZenithExtension withLeakTimeout(final Duration limit) {
        return alone(recipe.withLeakTimeout(limit));
    }

    /**
     * Shares one application among the test classes that register the returned extension. It starts for the first class and stops at the
     * end of the test run. If open ports, database sessions or threads are then left, the run fails. For each class, the database is
     * restored from its template; the application's memory is not reset. Assign the extension to a constant, with {@code shared()} as the
     * last call:
     *
     * <pre>{@code
     * interface TestApplication {
     *     @RegisterExtension
     *     JZenithExtension APP = JZenithExtension.of(Shop::application).shared();
     * }
     *
     * final class OrdersTest implements TestApplication { .. }
     * }</pre>
     *
     * <p>The {@code with..} methods of the returned extension return an extension that is not shared, for a class that needs a different
     * configuration. Classes that share an application cannot run at the same time.
     *
     * @return an extension to register in several test classes
     */
    @CheckReturnValue
    public JZenithExtension shared() {
        return new JZenithExtension(recipe, true);
    }

    private static JZenithExtension alone(final ApplicationRecipe recipe) {
        return new JZenithExtension(recipe, false);
    }

    /**
     * Returns the running application.
     *
     * @return the application
     * @throws IllegalStateException before the start, after the stop, and between the classes that share the application
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
            throw new IllegalArgumentException("There is no listener '" + listener + "'. Use one of "
                    + application().endpoints().keySet() + ".");
        }
        return current().http(uri);
    }

    /**
     * Stops the application and starts a new one, on the same database and another port. Injected fields keep the objects of the stopped
     * application.
     *
     * @throws AssertionError if anything is left of the stopped application
     */
    public void restart() {
        final ApplicationUnderTest stopped = current();
        running = null;
        final List<TestDatabase> databases = stopped.databases();
        try {
            Leaks.fail(stopped.stop());
            running = recipe.start(Objects.requireNonNull(run), databases, blockedEventLoops);
        } catch (final RuntimeException | Error e) {
            databases.forEach(TestDatabase::drop);
            throw e;
        }
    }

    /** Returns the application; null if it is not running, or if no class uses it now. */
    private @Nullable ApplicationUnderTest inUse() {
        return owner == null ? null : running;
    }

    private ApplicationUnderTest current() {
        final ApplicationUnderTest now = inUse();
        if (now == null) {
            throw new IllegalStateException(
                    "The application of this JZenithExtension is not running. Annotate the field with "
                            + "@RegisterExtension: a static field runs it for a test class, an instance field for a test method.");
        }
        return now;
    }

    @Override
    public void beforeAll(final ExtensionContext context) {
        start(context);
    }

    @Override
    public void afterAll(final ExtensionContext context) {
        end(() -> stop(context));
    }

    @Override
    public void postProcessTestInstance(final Object instance, final ExtensionContext context) {
        if (inUse() != null) {
            new Injection(this).fields(instance);
        }
    }

    @Override
    public void beforeEach(final ExtensionContext context) {
        if (start(context)) {
            context.getRequiredTestInstances().getAllInstances().forEach(new Injection(this)::fields);
        }
    }

    @Override
    public void afterEach(final ExtensionContext context) {
        end(() -> stop(context));
    }

    @Override
    public boolean supportsParameter(final ParameterContext parameter, final ExtensionContext context) {
        return inUse() != null && new Injection(this).knows(parameter.getParameter());
    }

    @Override
    public Object resolveParameter(final ParameterContext parameter, final ExtensionContext context) {
        return new Injection(this).of(parameter.getParameter());
    }

    /** Starts the application, or gives a shared one to its next user. Returns false if the class or an enclosing class already uses it. */
    private synchronized boolean start(final ExtensionContext context) {
        JUnitVersions.check();
        final String user = owner;
        if (user != null) {
            if (!context.getUniqueId().startsWith(user)) {
                throw new IllegalStateException(alreadyInUse(context));
            }
            return false;
        }
        final TestRun current = TestRun.of(context);
        final ApplicationUnderTest open = running;
        if (open != null) {
            restoreDatabases(open, current);
        } else {
            run = current;
            running = recipe.start(current, blockedEventLoops);
            if (isShared) {
                TestRun.closeAtEnd(context, this, () -> end(this::stopShared));
            }
        }
        owner = context.getUniqueId();
        ownerName = context.getDisplayName();
        return true;
    }

    private void restoreDatabases(final ApplicationUnderTest open, final TestRun current) {
        try {
            open.restoreDatabases(current.servers());
        } catch (final RuntimeException | Error e) {
            addFailure(e, () -> stop(open, List.of())); // the next class gets a new application
            throw e;
        }
    }

    private static void addFailure(final Throwable first, final Runnable work) {
        try {
            work.run();
        } catch (final RuntimeException | Error further) {
            first.addSuppressed(further);
        }
    }

    private String alreadyInUse(final ExtensionContext context) {
        return isShared
                ? context.getDisplayName() + " and " + ownerName
                        + " share an application, and cannot run at the same time."
                        + " Annotate both classes with @ResourceLock(\"application\"), so that JUnit runs one after the other."
                : "This JZenithExtension is already running for " + ownerName
                        + ". Give each test class that runs at the same time its own JZenithExtension.";
    }

    private void end(final Runnable stop) {
        try {
            stop.run();
        } catch (final RuntimeException | Error e) {
            addFailure(e, blockedEventLoops::check);
            throw e;
        }
        blockedEventLoops.check();
    }

    private synchronized void stop(final ExtensionContext context) {
        if (!context.getUniqueId().equals(owner)) {
            return;
        }
        owner = null;
        final ApplicationUnderTest used = running;
        if (used == null) {
            return;
        }
        if (!isShared) {
            stop(used, List.of());
            return;
        }
        final List<String> left = used.endClass();
        if (!left.isEmpty() || !used.canGoOn()) {
            stop(used, left); // the next class gets a new application
        }
    }

    private synchronized void stopShared() {
        final ApplicationUnderTest left = running;
        if (left != null) {
            stop(left, List.of());
        }
    }

    /** @param left the leaks that were found before the stop */
    private void stop(final ApplicationUnderTest stopped, final List<String> left) {
        running = null;
        try {
            Leaks.fail(Stream.concat(left.stream(), stopped.stop().stream()).toList());
        } finally {
            stopped.databases().forEach(TestDatabase::drop);
        }
    }
}
