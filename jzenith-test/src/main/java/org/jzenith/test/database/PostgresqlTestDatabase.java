package org.jzenith.test.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.postgresql.embedded.PostgresqlServer;

/** A database of PostgreSQL, and the sessions that are connected to it. */
final class PostgresqlTestDatabase implements TestDatabase {

    private static final String SESSIONS = """
            SELECT format('session %s of %s, %s, last statement: %s',
                          pid, coalesce(nullif(application_name, ''), 'an unnamed client'), state, query)
              FROM pg_stat_activity
             WHERE datname = ? AND backend_type = 'client backend'
            """;
    private static final String BUSY = SESSIONS + " AND state <> 'idle'";

    /** The connect timeout: on a loaded machine the embedded server takes longer than the default of 5 s. */
    private static final int CONNECT_SECONDS = 60;

    private final PostgresqlServer server;
    private final String name;
    private final String prefix;

    /** @param prefix the plugin's name, which is the prefix of its settings */
    PostgresqlTestDatabase(final PostgresqlServer server, final String name, final String prefix) {
        this.prefix = prefix;
        this.server = server;
        this.name = name;
    }

    String name() {
        return name;
    }

    /** The URL is set as well, because one from another source would contradict the other settings. */
    @Override
    public Map<String, String> configuration() {
        return Map.of(
                prefix + ".url", "postgresql://" + server.host() + ":" + server.port() + "/" + name,
                prefix + ".host", server.host(),
                prefix + ".port", String.valueOf(server.port()),
                prefix + ".database", name,
                prefix + ".password", server.password());
    }

    /** Makes the configured user the owner; without one, provides the superuser. */
    @Override
    public Map<String, String> prepare(final Configuration configuration) {
        final String key = prefix + ".username";
        final Optional<String> user = configuration.isSet(key) ? configuration.value(key) : Optional.empty();
        user.ifPresent(owner -> server.setOwner(name, owner, server.password()));
        return user.isPresent() ? Map.of() : Map.of(key, server.username());
    }

    @Override
    public Map<String, String> defaults() {
        return Map.of(prefix + ".connect-timeout", CONNECT_SECONDS + "s");
    }

    @Override
    public void drop() {
        server.dropDatabase(name);
    }

    /** Returns the sessions that are not idle; none if every connection was released to its pool. */
    @Override
    public List<String> busySessions() {
        return query(BUSY);
    }

    /** Returns all sessions; none if every pool was closed. */
    @Override
    public List<String> sessions() {
        return query(SESSIONS);
    }

    private List<String> query(final String sql) {
        try (Connection connection = connect();
                PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, name);
            try (ResultSet rows = select.executeQuery()) {
                final List<String> found = new ArrayList<>();
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
                return found;
            }
        } catch (final SQLException e) {
            throw new IllegalStateException("The sessions of the test database cannot be listed: " + e.getMessage(), e);
        }
    }

    private Connection connect() throws SQLException {
        final Properties properties = new Properties();
        properties.setProperty("user", server.username());
        properties.setProperty("password", server.password());
        properties.setProperty("connectTimeout", String.valueOf(CONNECT_SECONDS));
        properties.setProperty("ApplicationName", "jzenith-test");
        return DriverManager.getConnection(
                "jdbc:postgresql://" + server.host() + ":" + server.port() + "/postgres", properties);
    }
}
