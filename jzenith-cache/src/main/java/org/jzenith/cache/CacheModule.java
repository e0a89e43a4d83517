package org.jzenith.cache;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Provides;
import com.google.inject.multibindings.Multibinder;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.cache.internal.configuration.CacheConfiguration;
import org.jzenith.cache.internal.load.CacheRuntime;
import org.jzenith.core.cache.SharedCacheStore;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.observe.GaugeSource;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartException;

/** All bindings. */
final class CacheModule extends AbstractModule {

    private static final String SETTING = "cache.store";
    private static final String MEMORY = "memory";

    /** Chosen if it is there. */
    private static final String REDIS = "redis";

    @Override
    protected void configure() {
        Multibinder.newSetBinder(binder(), SharedCacheStore.class);
        GaugeSource.binder(binder()).addBinding().to(CacheRuntime.class);
    }

    @Provides
    @Singleton
    CacheRuntime runtime(
            final Injector injector, final CacheConfiguration configuration, final Set<SharedCacheStore> stores) {
        return new CacheRuntime(
                injector, configuration, store(configuration.store().orElse(REDIS), stores));
    }

    @Provides
    @Singleton
    Caches caches(final CacheRuntime runtime) {
        return new Caches(runtime);
    }

    private static @Nullable SharedCacheStore store(final String name, final Set<SharedCacheStore> stores) {
        return stores.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Refuses a store that no plugin has. */
    static void checkStore(
            final CacheConfiguration settings, final Configuration configuration, final Set<SharedCacheStore> stores) {
        final String name = settings.store().orElse(MEMORY);
        if (!name.equals(MEMORY) && store(name, stores) == null) {
            throw new StartException(MissingPlugins.problem(
                    SETTING,
                    name,
                    configuration.origin(SETTING).orElse(SETTING),
                    Stream.concat(Stream.of(MEMORY), stores.stream().map(SharedCacheStore::name))
                            .toList()));
        }
    }
}
