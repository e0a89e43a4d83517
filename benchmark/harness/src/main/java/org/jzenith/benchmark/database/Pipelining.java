package org.jzenith.benchmark.database;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.Spread;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.Database;
import org.jzenith.sql.SqlQuery;

/** Queries in flight over a delayed network: {@code benchmark/pipelining --help} tells how. */
public final class Pipelining {

    private static final String HELP = """
            Runs queries for one row each through a proxy that delays the responses, and reports how long all of them
            take: jZenith with several statements in flight on one connection, beside JDBC with a pool of as many
            connections and a thread for each. Both take turns.

                benchmark/pipelining [--skip-build] [options]

              --queries N          how many (default 5000)
              --rounds N           how often, after one that does not count (default 3)
              --delays LIST        round trips in microseconds (default 0,100,1000)
              --in-flight LIST     statements in flight (default 1,2,4,8,16)
              --help               this text
            """;

    private static final String SELECT = "SELECT id, randomnumber FROM world WHERE id = ";
    private static final int ROWS = 10_000;
    private static final int WARM_UP = 5;

    private final Map<String, String> address;
    private final int queries;

    private Pipelining(final Map<String, String> address, final int queries) {
        this.address = address;
        this.queries = queries;
    }

    /**
     * The program. Its exit code is 0 if all went well, 1 if the measurement failed.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        try (Cleanup cleanup = new Cleanup()) {
            Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "clean-up"));
            final LoadOptions options =
                    LoadOptions.parse(List.of("--queries", "--rounds", "--delays", "--in-flight"), arguments);
            if (options.help()) {
                System.out.print(HELP);
                return;
            }
            final Map<String, String> server = DatabaseClients.server(cleanup);
            System.out.println(
                    "| round trip added, ms | in flight | jZenith, one connection, ms | JDBC, as many connections,"
                            + " ms | JDBC / jZenith |\n|--:|--:|--:|--:|--:|");
            boolean prepared = false;
            for (final int delay : numbers(options, "--delays", "0,100,1000")) {
                final DelayingProxy proxy = DelayingProxy.start(
                        cleanup,
                        server.getOrDefault("POSTGRESQL_HOST", "localhost"),
                        Integer.parseInt(server.getOrDefault("POSTGRESQL_PORT", "5432")),
                        delay * 1_000L);
                final Map<String, String> address = new HashMap<>(server);
                address.put("POSTGRESQL_PORT", String.valueOf(proxy.port()));
                final Pipelining measurement = new Pipelining(address, options.number("--queries", 5_000));
                if (!prepared) {
                    measurement.createRows();
                    // The JVM compiles the code, for both.
                    measurement.measure(delay, 1, WARM_UP);
                    prepared = true;
                }
                for (final int inFlight : numbers(options, "--in-flight", "1,2,4,8,16")) {
                    System.out.println(measurement.measure(delay, inFlight, options.number("--rounds", 3)));
                }
            }
        } catch (final BenchmarkException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static List<Integer> numbers(final LoadOptions options, final String name, final String otherwise) {
        final List<Integer> numbers = new ArrayList<>();
        for (final String number : options.text(name, otherwise).split(",", -1)) {
            numbers.add(new LoadOptions(Map.of(name, number)).number(name, 0));
        }
        return numbers;
    }

    private void createRows() {
        try (HikariDataSource pool = pool(1);
                Connection connection = pool.getConnection();
                PreparedStatement create = connection.prepareStatement(
                        "CREATE TABLE world AS SELECT id, id * 7 % 10000 AS randomnumber FROM generate_series(1, "
                                + ROWS + ") AS id");
                PreparedStatement index = connection.prepareStatement("ALTER TABLE world ADD PRIMARY KEY (id)")) {
            create.execute();
            index.execute();
        } catch (final SQLException e) {
            throw new BenchmarkException("The rows cannot be created.", e);
        }
    }

    private HikariDataSource pool(final int connections) {
        final HikariConfig configuration = new HikariConfig();
        configuration.setJdbcUrl("jdbc:postgresql://" + address.get("POSTGRESQL_HOST") + ":"
                + address.get("POSTGRESQL_PORT") + "/" + address.get("POSTGRESQL_DATABASE"));
        configuration.setUsername(address.get("POSTGRESQL_USERNAME"));
        configuration.setPassword(address.get("POSTGRESQL_PASSWORD"));
        configuration.setMaximumPoolSize(connections);
        configuration.setMinimumIdle(connections);
        return new HikariDataSource(configuration);
    }

    /** Returns a row of the table. */
    @CanIgnoreReturnValue
    private String measure(final int delay, final int inFlight, final int rounds) {
        final Spread pipelined = new Spread();
        final Spread pooled = new Spread();
        try (Cleanup part = new Cleanup();
                HikariDataSource pool = pool(inFlight)) {
            final RunningApplication application = DatabaseClients.start(
                    part, address, Map.of("jzenith.event-loops", 1, "postgresql.slow-statement", "1s"));
            final ExecutorService threads = Executors.newFixedThreadPool(inFlight);
            part.add("threads", threads::shutdownNow);
            for (int round = 0; round <= rounds; round++) {
                final double ours = pipelined(application, inFlight);
                final double theirs = pooled(pool, threads, inFlight);
                if (round > 0) {
                    pipelined.add(ours);
                    pooled.add(theirs);
                }
            }
        }
        return String.format(
                Locale.ROOT,
                "| %.1f | %d | %s | %s | %.1f |",
                delay / 1e3,
                inFlight,
                pipelined.text(0),
                pooled.text(0),
                pooled.median() / pipelined.median());
    }

    /** Returns the milliseconds that all queries take with some of them in flight on one connection. */
    private double pipelined(final RunningApplication application, final int inFlight) {
        final SqlQuery<Integer> query =
                application.get(Database.class).query(SELECT + "$1", 1).map(row -> row.getInteger(1));
        final long begin = System.nanoTime();
        final EventLoopContext context =
                EventLoopContext.onEach(application.get(Vertx.class)).get(0);
        Single.<Long>create(emitter -> context.runLater(() -> emitter.setDisposable(Flowable.range(0, queries)
                        .flatMapSingle(i -> query.bind(1 + i % ROWS).single(), false, inFlight)
                        .count()
                        .subscribe(emitter::onSuccess, emitter::onError))))
                .ignoreElement()
                .blockingAwait();
        return (System.nanoTime() - begin) / 1e6;
    }

    /** Returns the milliseconds that all queries take with a connection and a thread for each that is in flight. */
    private double pooled(final HikariDataSource pool, final ExecutorService threads, final int inFlight) {
        final AtomicInteger next = new AtomicInteger();
        final long begin = System.nanoTime();
        final List<Future<?>> running = new ArrayList<>();
        for (int thread = 0; thread < inFlight; thread++) {
            running.add(threads.submit(() -> {
                for (int i = next.getAndIncrement(); i < queries; i = next.getAndIncrement()) {
                    read(pool, 1 + i % ROWS);
                }
                return null;
            }));
        }
        try {
            for (final Future<?> each : running) {
                each.get();
            }
        } catch (final InterruptedException | ExecutionException e) {
            throw new BenchmarkException("JDBC failed.", e);
        }
        return (System.nanoTime() - begin) / 1e6;
    }

    private static int read(final HikariDataSource pool, final int id) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(SELECT + "?")) {
            statement.setInt(1, id);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getInt(2);
            }
        }
    }
}
