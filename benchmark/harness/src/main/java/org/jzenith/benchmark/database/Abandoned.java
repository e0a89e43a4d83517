package org.jzenith.benchmark.database;

import java.io.IOException;
import java.net.Socket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jzenith.benchmark.process.BenchmarkDatabase;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.MeasuredServer;

/** Clients leave while their statements run: {@code benchmark/abandoned --help} tells how. */
public final class Abandoned {

    private static final String HELP = """
            Four clients ask the example for what takes the database 8 seconds; meanwhile another one sends ten
            requests that insert a row each; all leave without an answer. Tells how long the next requests take,
            what the database still works on for nobody, and how many of the rows were inserted.

                benchmark/abandoned [--skip-build] [options]

              --rounds N           how often (default 3)
              --jar FILE           the program (default: the example)
              --help               this text
            """;

    /** The tables of two endpoints become views, one that sleeps and one that inserts. */
    private static final String PREPARATION = """
            ALTER TABLE world RENAME TO world_rows;
            CREATE VIEW world AS SELECT id, randomnumber FROM world_rows, (SELECT pg_sleep(8) OFFSET 0) AS slow;
            CREATE TABLE visits (id serial);
            CREATE FUNCTION visit() RETURNS int LANGUAGE sql AS 'INSERT INTO visits DEFAULT VALUES RETURNING id';
            ALTER TABLE fortune RENAME TO fortune_rows;
            CREATE VIEW fortune AS SELECT visit() AS id, 'a visit'::varchar(2048) AS message;
            """;

    private static final String SLEEPING =
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND state = 'active'";
    private static final String FAST = "/users/00000000-0000-4000-8000-000000000000";

    private Abandoned() {}

    /**
     * The program. Its exit code is 0 if all went well, 1 if the measurement failed.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        try (Cleanup cleanup = new Cleanup()) {
            Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "clean-up"));
            final LoadOptions options = LoadOptions.parse(List.of("--rounds", "--jar"), arguments);
            if (options.help()) {
                System.out.print(HELP);
                return;
            }
            final Example example = Example.start(cleanup, options);
            try (Connection connection = connect(example.database());
                    Statement statement = connection.createStatement()) {
                statement.execute(PREPARATION);
                System.out.println("| round | longest of 20 requests after, ms | statements that sleep for nobody"
                        + " | rows inserted for nobody, of 10 |\n|--:|--:|--:|--:|");
                for (int round = 1; round <= options.number("--rounds", 3); round++) {
                    measure(example, statement, round);
                }
            } catch (final SQLException | IOException e) {
                throw new BenchmarkException("The measurement cannot go on.", e);
            }
        } catch (final BenchmarkException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static Connection connect(final BenchmarkDatabase database) throws SQLException {
        final Map<String, String> settings = database.environment();
        return DriverManager.getConnection(
                "jdbc:postgresql://" + settings.get("POSTGRESQL_HOST") + ":" + settings.get("POSTGRESQL_PORT") + "/"
                        + settings.get("POSTGRESQL_DATABASE"),
                settings.get("POSTGRESQL_USERNAME"),
                settings.get("POSTGRESQL_PASSWORD"));
    }

    private static void measure(final Example example, final Statement statement, final int round)
            throws IOException, SQLException {
        for (int i = 0; i < 20; i++) {
            ask(example);
        }
        final long before = count(statement, "SELECT count(*) FROM visits");
        send(example, 4, "/db", 40);
        send(example, 10, "/fortunes", 20);
        double longest = 0;
        for (int i = 0; i < 20; i++) {
            longest = Math.max(longest, ask(example));
        }
        final long sleeping = count(statement, SLEEPING);
        while (count(statement, SLEEPING) > 0) {
            MeasuredServer.pause(100);
        }
        System.out.printf(
                "| %d | %.0f | %d | %d |%n",
                round, longest, sleeping, count(statement, "SELECT count(*) FROM visits") - before);
    }

    /** Sends requests, waits a moment, and leaves; those of the first call leave with the last one's. */
    private static void send(final Example example, final int requests, final String path, final long millis)
            throws IOException {
        final List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            sockets.add(example.send(path));
        }
        MeasuredServer.pause(millis);
        for (final Socket socket : sockets) {
            socket.close();
        }
    }

    private static double ask(final Example example) throws IOException {
        final long begin = System.nanoTime();
        try (Socket socket = example.send(FAST)) {
            Example.status(socket);
        }
        return (System.nanoTime() - begin) / 1e6;
    }

    private static long count(final Statement statement, final String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
