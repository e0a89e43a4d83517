package org.jzenith.postgresql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.embedded.PostgresqlServer;

/** One real server for the whole test run; each database is fresh. */
public final class TestServer {

    private static final PostgresqlServer SERVER = PostgresqlServer.start();
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static Connection watching;

    private TestServer() {}

    static int port() {
        return SERVER.port();
    }

    static String password() {
        return SERVER.password();
    }

    /** The name of a new, empty database. */
    public static String freshDatabase() {
        final String name = "test_" + NUMBER.incrementAndGet();
        SERVER.createDatabase(name);
        return name;
    }

    /** A recipe of an application on a database, with few connections and no migrations of its own. */
    public static JZenith application(final String database, final String... arguments) {
        return on(SERVER, database, arguments);
    }

    /** Returns the application on another server. */
    static JZenith on(final PostgresqlServer server, final String database, final String... arguments) {
        return JZenith.application(arguments)
                .withPlugins(PostgresqlPlugin.create())
                .withConfiguration("jzenith.event-loops", 2)
                .withConfiguration("postgresql.host", server.host())
                .withConfiguration("postgresql.port", server.port())
                .withConfiguration("postgresql.username", server.username())
                .withConfiguration("postgresql.password", server.password())
                .withConfiguration("postgresql.database", database)
                .withConfiguration("postgresql.pool.size", 3);
    }

    /** Returns the address of a database, for an application that does not share the classes of this test. */
    static Map<String, String> settings(final String database) {
        return Map.of(
                "postgresql.url",
                "postgresql://" + SERVER.host() + ":" + SERVER.port() + "/" + database,
                "postgresql.username",
                SERVER.username(),
                "postgresql.password",
                SERVER.password());
    }

    static Connection connect(final String database) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://" + SERVER.host() + ":" + SERVER.port() + "/" + database,
                SERVER.username(),
                SERVER.password());
    }

    /** Runs a statement over JDBC, beside the client. */
    static void run(final String database, final String sql) {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (final SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Holds an advisory lock over JDBC, so that a statement that asks for it runs for as long as a test needs.
     *
     * @return holds the lock until it is closed
     */
    static Connection locked(final String database, final int key) throws SQLException {
        final Connection connection = connect(database);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(" + key + ")");
        }
        return connection;
    }

    /** The first column of the first row, over JDBC, beside the client. */
    static long count(final String database, final String sql) {
        try (Connection connection = connect(database)) {
            return number(connection, sql);
        } catch (final SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The number of the server's sessions with a condition, asked in one that stays open and is in none of the tests' databases. */
    static synchronized long sessions(final String condition) {
        try {
            if (watching == null) {
                watching = connect("postgres");
            }
            return number(watching, "SELECT count(*) FROM pg_stat_activity WHERE " + condition);
        } catch (final SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long number(final Connection connection, final String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
