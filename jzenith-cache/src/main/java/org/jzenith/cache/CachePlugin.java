package org.jzenith.cache;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Module;
import com.google.inject.TypeLiteral;
import io.reactivex.Completable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jzenith.cache.internal.configuration.CacheConfiguration;
import org.jzenith.cache.internal.load.CacheRuntime;
import org.jzenith.core.Plugin;
import org.jzenith.core.cache.SharedCacheStore;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.BackgroundWork;
import org.jzenith.core.plugin.BindingRemedies;
import org.jzenith.core.plugin.GracefulShutdown;

/**
 * Brings caches into an application:
 *
 * <pre>{@code
 * JZenith.application(args)
 *        .withPlugins(RestPlugin.withResources(ProductResource.class), CachePlugin.create())
 *        .run();
 * }</pre>
 *
 * <p>Services inject {@link Caches}. If the application has {@code RedisPlugin}, all instances share the values.
 */
@CheckReturnValue
public final class CachePlugin implements Plugin, BackgroundWork, BindingRemedies, GracefulShutdown {

    private CachePlugin() {}

    /**
     * Creates the plugin; everything else is configuration.
     *
     * @return a new plugin
     */
    public static CachePlugin create() {
        return new CachePlugin();
    }

    @Override
    public String name() {
        return "cache";
    }

    @Override
    public List<Module> modules() {
        return List.of(new CacheModule());
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(CacheConfiguration.class);
    }

    @Override
    public Map<Class<?>, String> bindingRemedies() {
        return Map.of(
                Caches.class, "Inject the Caches of the plugin, and configure them with the settings below cache.");
    }

    /** Refuses a shared store that the application does not have. */
    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> CacheModule.checkStore(
                injector.getInstance(CacheConfiguration.class),
                injector.getInstance(Configuration.class),
                injector.getInstance(Key.get(new TypeLiteral<Set<SharedCacheStore>>() {}))));
    }

    @Override
    public Completable begin(final Injector injector) {
        return injector.getInstance(CacheRuntime.class).begin();
    }

    @Override
    public Completable drain(final Injector injector) {
        return injector.getInstance(CacheRuntime.class).drain();
    }

    @Override
    public Completable close(final Injector injector) {
        return injector.getInstance(CacheRuntime.class).close();
    }
}
