package org.jzenith.example.benchmark;

import com.google.inject.Injector;
import io.reactivex.Completable;
import java.util.Set;
import org.jzenith.core.Plugin;

/** Fills the cache of worlds before the listeners open. */
public final class WorldCachePlugin implements Plugin {

    /** Creates the plugin. */
    public WorldCachePlugin() {}

    @Override
    public String name() {
        return "world-cache";
    }

    @Override
    public Set<String> requires() {
        return Set.of("postgresql");
    }

    @Override
    public Completable prepare(final Injector injector) {
        return injector.getInstance(WorldCache.class).fill();
    }
}
