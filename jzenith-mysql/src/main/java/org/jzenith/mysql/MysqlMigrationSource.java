package org.jzenith.mysql;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.TlsMode;
import org.mariadb.jdbc.MariaDbDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the connections of the migrations, and finds them among the server's sessions. */
final class MysqlMigrationSource extends MariaDbDataSource {

    private static final Logger LOGGER = LoggerFactory.getLogger(MysqlMigrationSource.class);

    /** Finds the sessions that hold the locks of the migrations. */
    private static final String WAITING = "SELECT CONCAT('Its session was in the state \"', state, '\".')"
            + " FROM information_schema.processlist WHERE state LIKE 'Waiting for%%' AND id IN (%s)";

    /** Finds sessions with an open transaction. A change of a table waits for their locks. */
    private static final String BLOCKING =
            "SELECT CONCAT('Session ', p.id, ' of ', p.user, ' has had a transaction open since ', t.trx_started, ' UTC.')"
                    + " FROM information_schema.innodb_trx t JOIN information_schema.processlist p"
                    + " ON p.id = t.trx_mysql_thread_id WHERE p.id NOT IN (%s) ORDER BY t.trx_started LIMIT 5";

    private final CopyOnWriteArrayList<Long> sessions = new CopyOnWriteArrayList<>();
    private final DatabaseAddress address;
    private final String parameters;

    MysqlMigrationSource(final DatabaseAddress address, final Duration connectTimeout) {
        this.address = address;
        final Path trustFile = address.trustFile();
        this.parameters = "connectTimeout=" + Math.min(3_600_000, connectTimeout.toMillis())
                + "&allowPublicKeyRetrieval=true&connectionTimeZone=UTC&forceConnectionTimeZoneToSession=true"
                + (trustFile == null ? "" : "&serverSslCert=" + encode(trustFile.toString()));
    }

    private static String encode(final String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public Connection getConnection() throws SQLException {
        final Connection connection = open();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT CONNECTION_ID()")) {
            row.next();
            sessions.add(row.getLong(1));
        }
        return connection;
    }

    private Connection open() throws SQLException {
        if (address.tls() != TlsMode.PREFER) {
            return open(
                    switch (address.tls()) {
                        case DISABLE, ALLOW -> "disable";
                        case VERIFY_CA, VERIFY_FULL -> address.tls().word();
                        default -> "trust";
                    });
        }
        try {
            return open("trust");
        } catch (final SQLException withTls) {
            try {
                return open("disable");
            } catch (final SQLException withoutTls) {
                withoutTls.addSuppressed(withTls);
                throw withoutTls;
            }
        }
    }

    private Connection open(final String sslMode) throws SQLException {
        final MariaDbDataSource source = new MariaDbDataSource("jdbc:mariadb://" + address.host() + ":" + address.port()
                + "/" + encode(address.database()) + "?sslMode=" + sslMode + "&" + parameters);
        return source.getConnection(address.username(), Objects.requireNonNullElse(address.password(), ""));
    }

    /** Cancels the statements of all connections; returns the reasons for their waits. */
    List<String> end() {
        final String ids = sessions.stream().map(String::valueOf).collect(Collectors.joining(","));
        if (ids.isEmpty()) {
            return List.of();
        }
        final List<String> waits = new ArrayList<>(query(WAITING.formatted(ids)));
        if (!waits.isEmpty()) {
            waits.addAll(query(BLOCKING.formatted(ids)));
        }
        sessions.forEach(session -> query("KILL QUERY " + session));
        return waits;
    }

    /** Runs a statement on a further connection. */
    private List<String> query(final String sql) {
        try (Connection connection = open();
                Statement statement = connection.createStatement()) {
            final List<String> found = new ArrayList<>();
            if (statement.execute(sql)) {
                try (ResultSet rows = statement.getResultSet()) {
                    while (rows.next()) {
                        found.add(rows.getString(1));
                    }
                }
            }
            return found;
        } catch (final SQLException e) {
            LOGGER.debug("The query about the migrations failed", e);
            return List.of();
        }
    }
}
