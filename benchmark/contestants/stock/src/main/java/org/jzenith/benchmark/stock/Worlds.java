package org.jzenith.benchmark.stock;

import io.reactivex.Observable;
import io.reactivex.Single;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** The rows of the table {@code world}: one statement a row, side by side in the pipeline. */
final class Worlds {

    private static final String SELECT = "SELECT id, randomnumber FROM world WHERE id = $1";

    private final SqlClient client;

    Worlds(final SqlClient client) {
        this.client = client;
    }

    Single<World> random() {
        return Single.create(emitter -> client.preparedQuery(SELECT)
                .execute(Tuple.of(1 + ThreadLocalRandom.current().nextInt(World.ROWS)))
                .map(rows -> world(rows.iterator().next()))
                .onSuccess(emitter::onSuccess)
                .onFailure(emitter::tryOnError));
    }

    Single<List<World>> random(final int count) {
        return Observable.range(0, count).flatMapSingle(ignored -> random()).toList(count);
    }

    private static World world(final Row row) {
        return new World(row.getInteger(0), row.getInteger(1));
    }
}
