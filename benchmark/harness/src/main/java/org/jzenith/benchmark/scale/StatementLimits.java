package org.jzenith.benchmark.scale;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;

/** Statements of one kind after the other, as many as PostgreSQL and one client process on the same machine can do. */
final class StatementLimits {

    private static final String INSERT = "insert";
    private static final int ROWS = 100_000;
    private static final int PAGE = 20;
    private static final int LOOPS = 2;
    private static final int PIPELINES = 8;
    private static final int IN_FLIGHT = 64;
    private static final int WARM_UP_SECONDS = 2;
    private static final int ALONE_SECONDS = 1;

    private final SharedPostgresql server;
    private final Vertx vertx;
    private final List<Kind> kinds;

    /** A kind of statement, one of which each subscription runs. */
    private record Kind(String title, Supplier<Completable> run) {}

    /**
     * The figures of a kind.
     *
     * @param perSecond statements in a second, 64 in flight
     * @param processors the processors that PostgreSQL has used
     * @param databaseMicros processor time of PostgreSQL for one
     * @param clientMicros processor time of the client for one
     * @param aloneMillis the time of a statement that is alone
     */
    record Found(
            String title,
            double perSecond,
            double processors,
            double databaseMicros,
            double clientMicros,
            double aloneMillis) {}

    StatementLimits(final Cleanup cleanup, final SharedPostgresql server) {
        this.server = server;
        JZenith starting = JZenith.application()
                .withPlugins(PostgresqlPlugin.create())
                .withConfiguration("postgresql.migrations.enabled", false)
                .withConfiguration("jzenith.event-loops", LOOPS)
                .withConfiguration("postgresql.pipelines", PIPELINES)
                .withConfiguration("postgresql.slow-statement", "5s");
        for (final Map.Entry<String, String> setting :
                server.database("statements").entrySet()) {
            starting = starting.withConfiguration(
                    setting.getKey().toLowerCase(Locale.ROOT).replace('_', '.'), setting.getValue());
        }
        final RunningApplication application = starting.run();
        cleanup.add(application, application::stop);
        vertx = application.get(Vertx.class);
        final Database database = application.get(Database.class);
        for (final String sql : List.of(
                "CREATE TABLE account (id integer PRIMARY KEY, balance bigint NOT NULL, note text NOT NULL)",
                "INSERT INTO account SELECT id, 0, repeat('x', 100) FROM generate_series(1, " + ROWS + ") AS id",
                "CREATE TABLE entry (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account integer NOT NULL,"
                        + " amount bigint NOT NULL, note text NOT NULL)")) {
            database.query(sql).execute().blockingAwait();
        }
        final String columns = "SELECT id, balance, note FROM account WHERE ";
        final SqlQuery<Long> select = database.query(columns + "id = $1", 1).map(row -> row.getLong("balance"));
        final SqlQuery<Long> page = database.query(columns + "id >= $1 ORDER BY id LIMIT " + PAGE, 1)
                .map(row -> row.getLong("balance"));
        final SqlQuery<?> insert =
                database.query("INSERT INTO entry (account, amount, note) VALUES ($1, $2, $3)", 1, 1L, "");
        final SqlQuery<?> update = database.query("UPDATE account SET balance = balance + 1 WHERE id = $1", 1);
        final String note = "y".repeat(100);
        kinds = List.of(
                new Kind("select by key", () -> select.bind(id()).single().ignoreElement()),
                new Kind("select of 20 rows", () -> page.bind(id()).list().ignoreElement()),
                new Kind(INSERT, () -> insert.bind(id(), 1L, note).execute()),
                new Kind("update of one row", () -> update.bind(id()).execute()));
    }

    private static int id() {
        return ThreadLocalRandom.current().nextInt(1, ROWS - PAGE);
    }

    List<Found> measure(final int seconds) {
        final List<Found> all = new ArrayList<>();
        for (final Kind kind : kinds) {
            run(kind, LOOPS, IN_FLIGHT / LOOPS, WARM_UP_SECONDS);
            final long alone = run(kind, 1, 1, ALONE_SECONDS);
            final List<Long> own = List.of(ProcessHandle.current().pid());
            final ProcessorTime clientBefore = ProcessorTime.of(own);
            final ProcessorTime databaseBefore = server.processorTime();
            final long begin = System.nanoTime();
            final long count = run(kind, LOOPS, IN_FLIGHT / LOOPS, seconds);
            final double took = (System.nanoTime() - begin) / 1e9;
            final double used = server.processorTime().secondsSince(databaseBefore);
            all.add(new Found(
                    kind.title(),
                    count / took,
                    used / took,
                    used * 1e6 / count,
                    ProcessorTime.of(own).secondsSince(clientBefore) * 1e6 / count,
                    ALONE_SECONDS * 1e3 / alone));
        }
        return all;
    }

    /** Returns the insert. */
    static Found write(final List<Found> all) {
        return all.stream()
                .filter(each -> each.title().equals(INSERT))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the number of statements that have run. */
    private long run(final Kind kind, final int loops, final int inFlight, final int seconds) {
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        return Flowable.fromIterable(EventLoopContext.onEach(vertx).subList(0, loops))
                .flatMapSingle(loop -> onLoop(
                        loop,
                        Flowable.range(0, Integer.MAX_VALUE)
                                .takeWhile(i -> System.nanoTime() - end < 0)
                                .flatMapSingle(i -> kind.run().get().toSingleDefault(i), false, inFlight)
                                .count()))
                .reduce(0L, Long::sum)
                .blockingGet();
    }

    private static Single<Long> onLoop(final EventLoopContext loop, final Single<Long> work) {
        return Single.create(emitter ->
                loop.runLater(() -> emitter.setDisposable(work.subscribe(emitter::onSuccess, emitter::onError))));
    }
}
