package org.jzenith.restclient.stub;

import com.google.inject.Module;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;

/**
 * A server for tests that stands in for another service. It listens for HTTP on a free port, passes each call to an implementation of the
 * client's interface, and records the calls.
 *
 * <pre>{@code
 * static final StubServer<StockApi> STOCK =
 *         StubServer.of(StockApi.class, article -> Maybe.just(new Stock(3)));
 * ..
 * .withConfiguration("rest-client.stock.url", STOCK.url())
 * ..
 * STOCK.setFault(StubFault.reset());
 * }</pre>
 *
 * <p>{@link #of} starts the server, and {@link #close} stops it. Safe for use by many threads.
 *
 * @param <T> the interface, which has {@code @Path}
 */
public final class StubServer<T> implements AutoCloseable {

    private final List<StubCall> calls = new CopyOnWriteArrayList<>();
    private final RunningApplication application;
    private final FaultyProxy proxy;
    private volatile T implementation;

    private StubServer(final Class<T> type, final T implementation) {
        this.implementation = Objects.requireNonNull(implementation, "implementation");
        final T recorder =
                type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this::answer));
        final Module module = binder -> binder.bind(type).toInstance(recorder);
        this.application = JZenith.application()
                .withoutConfigurationFiles()
                .withPlugins(RestPlugin.withResources(type))
                .withModules(module)
                .withOverridingConfiguration("rest.host", "localhost")
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.event-loops", 1)
                .withOverridingConfiguration("jzenith.idle-grace", "0s")
                .run();
        this.proxy = new FaultyProxy(application.port());
    }

    /**
     * Starts a server.
     *
     * @param type the interface of the client
     * @param implementation handles the calls, for example a lambda
     * @param <T> the interface
     * @return a running server without a fault
     */
    public static <T> StubServer<T> of(final Class<T> type, final T implementation) {
        return new StubServer<>(type, implementation);
    }

    private @Nullable Object answer(
            final Object self, final Method method, final @Nullable Object @Nullable [] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> arguments != null && self == arguments[0];
                case "hashCode" -> System.identityHashCode(self);
                default -> "stub of " + implementation;
            };
        }
        final List<@Nullable Object> given =
                arguments == null ? List.of() : Collections.unmodifiableList(Arrays.asList(arguments.clone()));
        calls.add(new StubCall(method.getName(), given));
        try {
            method.setAccessible(true);
            return method.invoke(implementation, arguments);
        } catch (final InvocationTargetException e) {
            throw Objects.requireNonNull(e.getCause());
        }
    }

    /**
     * Returns the base URL for the client's settings.
     *
     * @return a value such as {@code http://localhost:40123}
     */
    public String url() {
        return "http://localhost:" + proxy.port();
    }

    /**
     * Replaces the implementation for further calls.
     *
     * @param changed the new implementation
     */
    public void setImplementation(final T changed) {
        implementation = Objects.requireNonNull(changed, "changed");
    }

    /**
     * Sets the fault for further responses.
     *
     * @param fault the fault; {@link StubFault#none} ends an earlier fault
     */
    public void setFault(final StubFault fault) {
        proxy.setFault(Objects.requireNonNull(fault, "fault"));
    }

    /**
     * Returns the calls since startup or the last {@link #forget}.
     *
     * @return the calls in the order in which they were received
     */
    public List<StubCall> calls() {
        return List.copyOf(calls);
    }

    /** Forgets the recorded calls, and ends a fault. */
    public void forget() {
        calls.clear();
        setFault(StubFault.none());
    }

    @Override
    public void close() {
        proxy.close();
        application.close();
    }
}
