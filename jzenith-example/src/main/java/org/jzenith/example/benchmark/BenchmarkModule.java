package org.jzenith.example.benchmark;

import com.google.inject.AbstractModule;

/** Binds the benchmark feature. */
public final class BenchmarkModule extends AbstractModule {

    @Override
    protected void configure() {
        bind(Worlds.class);
        bind(Fortunes.class);
        bind(WorldCache.class);
    }
}
