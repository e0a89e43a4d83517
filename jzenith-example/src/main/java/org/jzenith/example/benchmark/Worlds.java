package org.jzenith.example.benchmark;

import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jzenith.sql.Database;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlQuery;

/** The rows of the table {@code world}: one statement per row, as the rules demand, sent in parallel through the pipeline. */
@Singleton
final class Worlds {

    private static final Comparator<World> BY_ID = Comparator.comparingInt(World::id);

    private final SqlQuery<World> select;
    private final SqlQuery<World> selectAll;
    private final SqlQuery<Row> update;

    @Inject
    Worlds(final Database database) {
        select = database.query("SELECT id, randomnumber FROM world WHERE id = $1", 1)
                .map(Worlds::world);
        selectAll = database.query("SELECT id, randomnumber FROM world").map(Worlds::world);
        update = database.query("UPDATE world SET randomnumber = $1 WHERE id = $2", 1, 1);
    }

    Single<World> random() {
        return select.bind(oneToTenThousand()).single();
    }

    // region singles
    Single<List<World>> random(final int count) {
        final List<List<Integer>> ids = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            ids.add(List.of(oneToTenThousand()));
        }
        return select.singles(ids);
    }

    // endregion

    Single<List<World>> update(final int count) {
        return random(count).flatMap(worlds -> {
            final List<World> changed = withNewNumbers(worlds);
            return update.batch(values(changed)).map(counts -> changed);
        });
    }

    Single<List<World>> all() {
        return selectAll.list();
    }

    static int oneToTenThousand() {
        return 1 + ThreadLocalRandom.current().nextInt(World.ROWS);
    }

    /**
     * Returns the worlds with new numbers, sorted by id, so that two updates cannot deadlock.
     */
    private static List<World> withNewNumbers(final List<World> worlds) {
        final List<World> changed = new ArrayList<>(worlds.size());
        for (final World world : worlds) {
            changed.add(new World(world.id(), oneToTenThousand()));
        }
        changed.sort(BY_ID);
        return changed;
    }

    private static List<List<Integer>> values(final List<World> worlds) {
        final List<List<Integer>> values = new ArrayList<>(worlds.size());
        for (final World world : worlds) {
            values.add(List.of(world.randomNumber(), world.id()));
        }
        return values;
    }

    private static World world(final Row row) {
        return new World(row.getInteger(0), row.getInteger(1));
    }
}
