package org.jzenith.cache;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Provides;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;
import org.jzenith.cache.internal.configuration.CacheConfiguration;
import org.jzenith.cache.internal.load.CacheRuntime;
import org.jzenith.cache.internal.store.RedisStore;
import org.jzenith.cache.internal.store.SharedStore;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.observe.GaugeSource;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** All bindings. */
final class CacheModule extends AbstractModule {

    private static final String MEMORY = "memory";
    private static final String REDIS = "redis";

    @Override
    protected void configure() {
        GaugeSource.binder(binder()).addBinding().to(CacheRuntime.class);
    }

    @Provides
    @Singleton
    CacheRuntime runtime(final Injector injector, final CacheConfiguration configuration) {
        return new CacheRuntime(injector, configuration, store(injector, configuration));
    }

    @Provides
    @Singleton
    Caches caches(final CacheRuntime runtime) {
        return new Caches(runtime);
    }

    private static @Nullable SharedStore store(final Injector injector, final CacheConfiguration configuration) {
        final String wanted = configuration.store().orElse(REDIS);
        return wanted.equals(MEMORY) || !hasRedis()
                ? null
                : RedisStore.of(
                        injector,
                        wanted.startsWith(REDIS + ".") ? wanted.substring(REDIS.length() + 1) : "",
                        configuration.prefix());
    }

    /** Only what is on the class path can be a plugin of the application. */
    private static boolean hasRedis() {
        try {
            Class.forName("org.jzenith.redis.RedisClient", false, CacheModule.class.getClassLoader());
            return true;
        } catch (final ClassNotFoundException e) {
            return false;
        }
    }

    /** @throws StartException if the configured store does not exist */
    static void checkStore(final Injector injector) {
        final CacheConfiguration configuration = injector.getInstance(CacheConfiguration.class);
        final String wanted = configuration.store().orElse(MEMORY);
        if (wanted.equals(MEMORY)
                || ((wanted.equals(REDIS) || wanted.startsWith(REDIS + "."))
                        && store(injector, configuration) != null)) {
            return;
        }
        throw new StartException(
                StartProblem.of("cache.store is '" + wanted + "', which the application does not have.")
                        .from(injector.getInstance(Configuration.class)
                                .origin("cache.store")
                                .orElse(null))
                        .remedy(
                                wanted.startsWith(REDIS)
                                        ? "Add " + plugin(wanted) + " to withPlugins(..), or set cache.store to memory."
                                        : "Set it to redis, redis.NAME for RedisPlugin.named(NAME), or memory."));
    }

    private static String plugin(final String wanted) {
        return wanted.equals(REDIS)
                ? "RedisPlugin.create()"
                : "RedisPlugin.named(\"" + wanted.substring(wanted.indexOf('.') + 1) + "\")";
    }
}
