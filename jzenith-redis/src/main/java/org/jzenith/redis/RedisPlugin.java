package org.jzenith.redis;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.plugin.BackgroundWork;
import org.jzenith.core.plugin.BindingRemedies;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.plugin.GracefulShutdown;
import org.jzenith.redis.internal.configuration.RedisConfiguration;
import org.jzenith.redis.internal.connection.RedisAddress;
import org.jzenith.redis.internal.connection.RedisConnections;
import org.jzenith.redis.internal.message.MessageHub;
import org.jzenith.redis.internal.stream.StreamHub;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects an application to a Redis server:
 *
 * <pre>{@code
 * JZenith.application(args)
 *        .withPlugins(RestPlugin.withResources(UserResource.class), RedisPlugin.create())
 *        .withConfiguration("redis.host", "cache.example")
 *        .run();
 * }</pre>
 *
 * <p>Startup waits up to {@code redis.connect-timeout} for the server, and opens the connections before the listeners open. If the application
 * also works without the server, for example because Redis is only a cache, set {@code redis.required=false}. The application then starts
 * without the server and connects later. While the server is unavailable, the health is degraded, not down. Services inject {@link
 * RedisClient}.
 */
@CheckReturnValue
public final class RedisPlugin
        implements Plugin, BackgroundWork, BindingRemedies, ConfigurationChecker, GracefulShutdown {

    private static final Logger LOGGER = LoggerFactory.getLogger(RedisPlugin.class);

    private final String qualifier;

    private RedisPlugin(final String qualifier) {
        this.qualifier = Objects.requireNonNull(qualifier, "qualifier");
    }

    /**
     * Creates the plugin. Configure it with the settings under {@code redis}.
     *
     * @return a new plugin
     */
    public static RedisPlugin create() {
        return new RedisPlugin("");
    }

    /**
     * Creates a plugin for an additional server. With the qualifier {@code sessions}, its settings are {@code redis.sessions.host} and so on,
     * and services inject {@code @Named("sessions") RedisClient}.
     *
     * @param qualifier lower-case letters, digits and hyphens
     * @return a new plugin
     */
    public static RedisPlugin named(final String qualifier) {
        return new RedisPlugin(qualifier);
    }

    @Override
    public String name() {
        return qualifier.isEmpty() ? "redis" : "redis." + qualifier;
    }

    @Override
    public String qualifier() {
        return qualifier;
    }

    @Override
    public List<Module> modules() {
        return List.of(new RedisModule(name()));
    }

    @Override
    public Map<Class<?>, String> bindingRemedies() {
        return Map.of(
                RedisClient.class,
                "Inject the RedisClient of the plugin. The settings of redis configure it. For a second server, add RedisPlugin.named(..), and inject its RedisClient with @Named.");
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(RedisConfiguration.class);
    }

    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(
                () -> new RedisProblems(configuration, RedisAddress.read(configuration)).checkTls());
    }

    /** Opens the connections. If the server is unavailable, startup fails, unless {@code redis.required} is false. */
    @Override
    public Completable prepare(final Injector injector) {
        final RedisConnections connections = injector.getInstance(RedisConnections.class);
        final Configuration configuration = injector.getInstance(Configuration.class);
        final RedisProblems problems = new RedisProblems(configuration, injector.getInstance(RedisAddress.class));
        final boolean required = configuration.get(RedisConfiguration.class).required();
        return Completable.fromAction(() -> connections.connector().open(problems.tls()))
                .andThen(connections.connectFirst())
                .andThen(connections.open())
                .onErrorResumeNext(error -> !required && RedisConnections.isAway(error)
                        ? Completable.fromAction(() -> startWithout(connections, configuration, error))
                        : Completable.error(problems.of(error)));
    }

    private static void startWithout(
            final RedisConnections connections, final Configuration configuration, final Throwable error) {
        final String reason = LogText.escape(String.valueOf(error.getMessage()));
        LOGGER.warn(
                "Cannot reach Redis at {}: {}. The application starts without it, because {} is false. Commands fail until Redis responds.",
                connections.connector().server(),
                reason,
                configuration.key("redis.required"));
        connections.openLater(reason);
    }

    @Override
    public Completable begin(final Injector injector) {
        return Completable.fromAction(injector.getInstance(StreamHub.class)::begin);
    }

    /** Stops reading streams. */
    @Override
    public Completable announceStop(final Injector injector) {
        return Completable.fromAction(injector.getInstance(StreamHub.class)::stop);
    }

    /** Waits for stream handlers in progress. */
    @Override
    public Completable drain(final Injector injector) {
        final JZenithConfiguration times = injector.getInstance(JZenithConfiguration.class);
        return injector.getInstance(StreamHub.class).drain(times.stopDelay(), times.drainTimeout());
    }

    @Override
    public Completable close(final Injector injector) {
        injector.getInstance(StreamHub.class).stop();
        injector.getInstance(MessageHub.class).close();
        return injector.getInstance(RedisConnections.class).close();
    }
}
