package org.jzenith.example.benchmark;

import io.reactivex.Completable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Worlds in memory, by their ids. */
@Singleton
final class WorldCache {

    private final Worlds worlds;
    private final Map<Integer, World> byId = new ConcurrentHashMap<>();

    @Inject
    WorldCache(final Worlds worlds) {
        this.worlds = worlds;
    }

    Completable fill() {
        return worlds.all()
                .doOnSuccess(all -> all.forEach(world -> byId.put(world.id(), world)))
                .ignoreElement();
    }

    List<World> random(final int count) {
        final List<World> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(Objects.requireNonNull(byId.get(Worlds.oneToTenThousand())));
        }
        return list;
    }
}
