package org.jzenith.test;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jzenith.postgresql.embedded.PostgresqlServer;

/** One database of the test server, and who is connected to it. */
final class TestDatabase {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String SESSIONS = """
            SELECT format('session %s of %s, %s, last statement: %s',
                          pid, coalesce(nullif(application_name, ''), 'an unnamed client'), state, query)
              FROM pg_stat_activity
             WHERE datname = ? AND backend_type = 'client backend'
            """;
    private static final String BUSY = SESSIONS + " AND state <> 'idle'";

    private final PostgresqlServer server;
    private final String name;

    TestDatabase(final PostgresqlServer server, final String name) {
        this.server = server;
        this.name = name;
    }

    /** The settings of an application that uses this database. */
    Map<String, String> configuration() {
        return Map.of(
                "postgresql.host", server.host(),
                "postgresql.port", String.valueOf(server.port()),
                "postgresql.database", name,
                "postgresql.username", server.username(),
                "postgresql.password", server.password());
    }

    void drop() {
        server.dropDatabase(name);
    }

    /** The sessions that are still at work after a generous time; none if every connection went back to its pool. */
    List<String> busySessions() {
        return remaining(BUSY);
    }

    /** The sessions that are still there after a generous time; none if every pool was closed. */
    List<String> sessions() {
        return remaining(SESSIONS);
    }

    void awaitNoSessions() {
        final List<String> left = sessions();
        if (!left.isEmpty()) {
            throw new IllegalStateException("The application that migrated the template database has stopped, "
                    + "but left sessions open: " + left);
        }
    }

    private List<String> remaining(final String sql) {
        final Waiting waiting = new Waiting(LIMIT);
        try (Connection connection = connect()) {
            while (true) {
                final List<String> found = query(connection, sql);
                if (found.isEmpty() || waiting.isOver()) {
                    return found;
                }
                waiting.pause();
            }
        } catch (final SQLException e) {
            throw new IllegalStateException("The sessions of the test database cannot be listed: " + e.getMessage(), e);
        }
    }

    private List<String> query(final Connection connection, final String sql) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, name);
            try (ResultSet rows = select.executeQuery()) {
                final List<String> found = new ArrayList<>();
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
                return found;
            }
        }
    }

    private Connection connect() throws SQLException {
        final Properties properties = new Properties();
        properties.setProperty("user", server.username());
        properties.setProperty("password", server.password());
        properties.setProperty("ApplicationName", "jzenith-test");
        return DriverManager.getConnection(
                "jdbc:postgresql://" + server.host() + ":" + server.port() + "/postgres", properties);
    }
}
