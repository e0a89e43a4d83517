package org.jzenith.postgresql;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.jzenith.core.JZenith;

/** One real server for the whole test run; each database is fresh. */
final class TestServer {

    private static final EmbeddedPostgres SERVER = start();
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private TestServer() {}

    private static EmbeddedPostgres start() {
        try {
            final EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setServerConfig("fsync", "off")
                    .setServerConfig("max_connections", "200")
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try {
                    server.close();
                } catch (final IOException e) {
                    throw new UncheckedIOException(e);
                }
            }));
            return server;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static int port() {
        return SERVER.getPort();
    }

    /** The name of a new, empty database. */
    static String freshDatabase() {
        final String name = "test_" + NUMBER.incrementAndGet();
        run("postgres", "CREATE DATABASE " + name);
        return name;
    }

    /** A recipe of an application on a database, with few connections and no migrations of its own. */
    static JZenith application(final String database) {
        return JZenith.application()
                .withPlugins(PostgresqlPlugin.create())
                .withConfiguration("jzenith.event-loops", 2)
                .withConfiguration("postgresql.port", port())
                .withConfiguration("postgresql.database", database)
                .withConfiguration("postgresql.migrations.locations", "none/here")
                .withConfiguration("postgresql.pool.size", 3);
    }

    /** Runs a statement over JDBC, beside the client. */
    static void run(final String database, final String sql) {
        try (Connection connection =
                        SERVER.getDatabase("postgres", database).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (final SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The first column of the first row, over JDBC, beside the client. */
    static long count(final String database, final String sql) {
        try (Connection connection =
                        SERVER.getDatabase("postgres", database).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        } catch (final SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
