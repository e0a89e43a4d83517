package org.jzenith.benchmark.vertxweb;

import io.vertx.core.Future;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The rows of the table {@code world}, one statement a row. */
final class Worlds {

    private static final String SELECT = "SELECT id, randomnumber FROM world WHERE id = $1";
    private static final String SELECT_ALL = "SELECT id, randomnumber FROM world";
    private static final String UPDATE = "UPDATE world SET randomnumber = $1 WHERE id = $2";
    private static final int ROWS = 10_000;
    private static final int MOST = 500;

    private final SqlClient client;
    private @Nullable Future<List<World>> cache;

    Worlds(final SqlClient client) {
        this.client = client;
    }

    void add(final Router router) {
        router.get("/db").handler(context -> respond(context, random()));
        router.get("/queries").handler(context -> respond(context, random(count(context, "queries"))));
        router.get("/updates").handler(context -> respond(context, update(count(context, "queries"))));
        router.get("/cached-queries").handler(context -> respond(context, cached(count(context, "count"))));
    }

    private static void respond(final RoutingContext context, final Future<?> body) {
        body.onSuccess(context::json).onFailure(context::fail);
    }

    private Future<World> random() {
        return client.preparedQuery(SELECT)
                .execute(Tuple.of(oneToTenThousand()))
                .map(rows -> world(rows.iterator().next()));
    }

    private Future<List<World>> random(final int count) {
        return Future.join(Stream.generate(this::random).limit(count).toList()).map(all -> all.<World>list());
    }

    /** Updates in the order of the ids, so that two updates never wait for each other in a circle. */
    private Future<List<World>> update(final int count) {
        return random(count).compose(worlds -> {
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

    private Future<List<World>> cached(final int count) {
        if (cache == null) {
            cache = client.query(SELECT_ALL)
                    .execute()
                    .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                            .map(Worlds::world)
                            .toList());
        }
        return cache.map(worlds -> IntStream.range(0, count)
                .mapToObj(i -> worlds.get(oneToTenThousand() - 1))
                .toList());
    }

    /** From 1 to 500; anything that is not a number means 1. */
    private static int count(final RoutingContext context, final String parameter) {
        try {
            final String text = context.request().getParam(parameter, "1");
            return Math.max(1, Math.min(MOST, Integer.parseInt(text)));
        } catch (final NumberFormatException e) {
            return 1;
        }
    }

    private static int oneToTenThousand() {
        return 1 + ThreadLocalRandom.current().nextInt(ROWS);
    }

    private static World world(final Row row) {
        return new World(row.getInteger(0), row.getInteger(1));
    }
}
