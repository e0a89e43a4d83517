package org.jzenith.benchmark.database;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jzenith.benchmark.process.Spread;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;

/** The processor time of small results by {@code stream()} and by {@code list()}, which take turns. */
final class StreamCosts {

    private static final int TIMES = 10_000;
    private static final int IN_FLIGHT = 16;
    private static final int WARM_UP = 5;

    private final List<Way> ways = new ArrayList<>();
    private final ProcessHandle server;

    /** One way to read a result, with its processor time for each result. */
    private record Way(String name, Supplier<Single<Long>> use, Spread loopMicros, Spread serverMicros) {}

    /** @param database has the table {@code users} with ids from 1 on */
    StreamCosts(final Database database) {
        final long session = database.query("SELECT pg_backend_pid()")
                .map(row -> row.getLong(0))
                .single()
                .blockingGet();
        server = ProcessHandle.of(session).flatMap(ProcessHandle::parent).orElseThrow();
        for (final int rows : new int[] {1, 100}) {
            final SqlQuery<SqlCosts.User> query = database.query(SqlCosts.SELECT + " WHERE id <= $1", rows)
                    .map(row -> new SqlCosts.User(row.getLong(0), row.getString(1), row.getInteger(2)));
            add("list() of " + rows, () -> repeat(query.list()));
            add("stream() of " + rows, () -> repeat(query.stream().count()));
        }
    }

    private void add(final String name, final Supplier<Single<Long>> use) {
        ways.add(new Way(name, use, new Spread(), new Spread()));
    }

    private static Single<Long> repeat(final Single<?> use) {
        return Flowable.range(0, TIMES)
                .flatMapSingle(i -> use, false, IN_FLIGHT)
                .count();
    }

    /** Measures and prints a table: microseconds of the only event loop and of PostgreSQL for each result. */
    void measure(final Vertx vertx, final int rounds) {
        final EventLoopContext context = EventLoopContext.onEach(vertx).get(0);
        for (int round = -WARM_UP; round < rounds; round++) {
            for (final Way way : ways) {
                final Duration before = serverTime();
                final CostTable.Cost cost = CostTable.run(context, TIMES, way.use());
                if (round >= 0) {
                    way.loopMicros().add(cost.nanos() / 1e3 / TIMES);
                    way.serverMicros().add(serverTime().minus(before).toNanos() / 1e3 / TIMES);
                }
            }
        }
        System.out.println("| rows | event loop, µs | PostgreSQL, µs |\n|---|--:|--:|");
        ways.forEach(way -> System.out.printf(
                Locale.ROOT,
                "| %s | %s | %s |%n",
                way.name(),
                way.loopMicros().text(1),
                way.serverMicros().text(1)));
        System.out.println();
    }

    /** Returns the processor time of the server's processes. */
    private Duration serverTime() {
        return server.descendants()
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }
}
