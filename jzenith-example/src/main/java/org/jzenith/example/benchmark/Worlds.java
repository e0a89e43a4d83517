package org.jzenith.example.benchmark;

import io.reactivex.Observable;
import io.reactivex.Single;
import io.vertx.sqlclient.Row;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jzenith.postgresql.PostgresqlClient;
import org.jzenith.postgresql.Query;

/** The rows of the table {@code world}: one statement a row, as the rules want it, side by side in the pipeline. */
@Singleton
final class Worlds {

    private final Query<World> select;
    private final Query<World> selectAll;
    private final Query<Row> update;

    @Inject
    Worlds(final PostgresqlClient client) {
        select = client.query("SELECT id, randomnumber FROM world WHERE id = $1", 1)
                .map(Worlds::world);
        selectAll = client.query("SELECT id, randomnumber FROM world").map(Worlds::world);
        update = client.query("UPDATE world SET randomnumber = $1 WHERE id = $2", 1, 1);
    }

    Single<World> random() {
        return select.bind(oneToTenThousand()).single();
    }

    Single<List<World>> random(final int count) {
        return Observable.range(0, count)
                .concatMapEager(ignored -> random().toObservable(), count, 1)
                .toList(count);
    }

    Single<List<World>> update(final int count) {
        return random(count)
                .map(Worlds::withNewNumbers)
                .flatMap(worlds -> update.batch(values(worlds)).map(ignored -> worlds));
    }

    Single<List<World>> all() {
        return selectAll.list();
    }

    static int oneToTenThousand() {
        return 1 + ThreadLocalRandom.current().nextInt(World.ROWS);
    }

    /** In the order of their ids, so that two updates never wait for each other in a circle. */
    private static List<World> withNewNumbers(final List<World> worlds) {
        return worlds.stream()
                .map(world -> new World(world.id(), oneToTenThousand()))
                .sorted(Comparator.comparingInt(World::id))
                .toList();
    }

    private static List<List<Integer>> values(final List<World> worlds) {
        return worlds.stream()
                .map(world -> List.of(world.randomNumber(), world.id()))
                .toList();
    }

    private static World world(final Row row) {
        return new World(row.getInteger(0), row.getInteger(1));
    }
}
