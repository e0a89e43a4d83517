package org.jzenith.benchmark.quarkus;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The rows of the table {@code world}, one statement a row. */
@Singleton
final class Worlds {

    private static final String SELECT = "SELECT id, randomnumber FROM world WHERE id = $1";
    private static final String SELECT_ALL = "SELECT id, randomnumber FROM world";
    private static final String UPDATE = "UPDATE world SET randomnumber = $1 WHERE id = $2";
    private static final int ROWS = 10_000;

    private final Pool client;
    private final Uni<List<World>> all;

    @Inject
    Worlds(final Pool client) {
        this.client = client;
        this.all = client.query(SELECT_ALL)
                .execute()
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(Worlds::world)
                        .toList())
                .memoize()
                .indefinitely();
    }

    Uni<World> random() {
        return client.preparedQuery(SELECT)
                .execute(Tuple.of(oneToTenThousand()))
                .map(rows -> world(rows.iterator().next()));
    }

    Uni<List<World>> random(final int count) {
        return Uni.join()
                .all(Stream.generate(this::random).limit(count).toList())
                .andFailFast();
    }

    /** Updates in the order of the ids, so that two updates never wait for each other in a circle. */
    Uni<List<World>> update(final int count) {
        return random(count).flatMap(worlds -> {
            final List<World> changed = worlds.stream()
                    .map(world -> new World(world.id(), oneToTenThousand()))
                    .sorted(Comparator.comparingInt(World::id))
                    .toList();
            return client.preparedQuery(UPDATE)
                    .executeBatch(changed.stream()
                            .map(world -> Tuple.of(world.randomNumber(), world.id()))
                            .toList())
                    .map(rows -> changed);
        });
    }

    Uni<List<World>> cached(final int count) {
        return all.map(worlds -> IntStream.range(0, count)
                .mapToObj(i -> worlds.get(oneToTenThousand() - 1))
                .toList());
    }

    private static int oneToTenThousand() {
        return 1 + ThreadLocalRandom.current().nextInt(ROWS);
    }

    private static World world(final Row row) {
        return new World(row.getInteger(0), row.getInteger(1));
    }
}
