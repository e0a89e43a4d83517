package org.jzenith.redis;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Provider;
import com.google.inject.Provides;
import com.google.inject.multibindings.Multibinder;
import com.google.inject.multibindings.ProvidesIntoSet;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import org.jzenith.core.cache.SharedCacheStore;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.health.HealthCheck;
import org.jzenith.core.internal.configuration.HealthConfiguration;
import org.jzenith.core.limit.NamedRateLimitStore;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.state.SharedStateStore;
import org.jzenith.json.Json;
import org.jzenith.redis.internal.configuration.RedisConfiguration;
import org.jzenith.redis.internal.connection.CommandRunner;
import org.jzenith.redis.internal.connection.RedisAddress;
import org.jzenith.redis.internal.connection.RedisConnections;
import org.jzenith.redis.internal.connection.RedisConnector;
import org.jzenith.redis.internal.message.MessageHub;
import org.jzenith.redis.internal.stream.StreamHub;

/** The bindings for one Redis server. */
final class RedisModule extends AbstractModule {

    private final String name;

    /** @param name the name of the plugin */
    RedisModule(final String name) {
        this.name = name;
    }

    @Override
    protected void configure() {
        bind(RedisClient.class).in(Singleton.class);
        final Multibinder<Gauge> gauges = Gauge.binder(binder());
        RedisConnections.gauges(getProvider(RedisConnections.class)::get)
                .forEach(gauge -> gauges.addBinding().toInstance(gauge));
        final Provider<StreamHub> streams = getProvider(StreamHub.class);
        gauges.addBinding()
                .toInstance(Gauge.ofTotal(
                        "redis.entries-aside", "entries", () -> streams.get().aside()));
    }

    @Provides
    @Singleton
    RedisAddress address(final Configuration configuration) {
        return RedisAddress.read(configuration);
    }

    @Provides
    @Singleton
    RedisConnections connections(
            final Vertx vertx,
            final RedisAddress address,
            final Configuration configuration,
            final Observers observers) {
        final RedisConfiguration settings = configuration.get(RedisConfiguration.class);
        return new RedisConnections(vertx, new RedisConnector(name, vertx, address, settings, observers), settings);
    }

    @Provides
    @Singleton
    CommandRunner runner(
            final RedisConnections connections,
            final Configuration configuration,
            final Observers observers,
            final Injector injector) {
        return new CommandRunner(
                connections, Json.mapper(injector), configuration.get(RedisConfiguration.class), observers, name);
    }

    @Provides
    @Singleton
    MessageHub messages(final RedisConnections connections, final Configuration configuration) {
        return new MessageHub(connections, configuration.get(RedisConfiguration.class));
    }

    @Provides
    @Singleton
    StreamHub streams(final CommandRunner runner, final Configuration configuration, final Injector injector) {
        return new StreamHub(runner, configuration.get(RedisConfiguration.class), injector);
    }

    @ProvidesIntoSet
    @Singleton
    SharedCacheStore caches(final RedisClient client) {
        return new RedisCacheStore(name, client);
    }

    @ProvidesIntoSet
    @Singleton
    NamedRateLimitStore rateLimits(final RedisClient client) {
        return new NamedRateLimitStore(name, new RedisRateLimits(client));
    }

    @ProvidesIntoSet
    @Singleton
    HealthCheck health(
            final RedisClient client,
            final RedisAddress address,
            final Configuration configuration,
            final HealthConfiguration health) {
        return new RedisHealth(
                client, address, configuration.get(RedisConfiguration.class).required(), health);
    }

    @ProvidesIntoSet
    @Singleton
    SharedStateStore state(final RedisClient client) {
        return new RedisStateStore(name, client);
    }
}
