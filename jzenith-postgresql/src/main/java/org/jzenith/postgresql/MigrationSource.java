package org.jzenith.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the connections of the migrations, and finds them among the server's sessions. */
final class MigrationSource extends PGSimpleDataSource {

    private static final long serialVersionUID = 1L;

    private static final Logger LOGGER = LoggerFactory.getLogger(MigrationSource.class);

    private static final String SESSION =
            "format('session %s of %s (%s), which is %s', b.pid, coalesce(nullif(b.application_name, ''),"
                    + " 'an unnamed client'), b.usename, b.state)";

    private static final String BLOCKED = "SELECT format('It waited for the lock (%s) of %s.', a.wait_event, " + SESSION
            + ") FROM pg_stat_activity a JOIN pg_stat_activity b ON b.pid = ANY(pg_blocking_pids(a.pid))"
            + " WHERE a.pid = ANY(?)";

    /** Flyway's advisory lock, whose number is a constant plus a hash code. */
    private static final String MIGRATING = "SELECT format('They are being run by %s.', " + SESSION
            + ") FROM pg_locks l JOIN pg_stat_activity b USING (pid) WHERE l.locktype = 'advisory' AND l.granted"
            + " AND b.datname = current_database() AND b.pid <> ALL(?) AND abs((l.classid::bigint << 32"
            + " | l.objid::bigint) - 77431708279161) <= 2147483648";

    private static final String CANCEL =
            "SELECT pg_cancel_backend(pid)::text FROM pg_stat_activity WHERE pid = ANY(?) AND state = 'active'";

    private static final String INVALID =
            "SELECT format('The index %s of %s is invalid; remove it with DROP INDEX %1$s.', i.indexrelid::regclass,"
                    + " i.indrelid::regclass) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE NOT"
                    + " i.indisvalid AND c.relkind = 'i' AND NOT EXISTS (SELECT FROM pg_stat_progress_create_index p"
                    + " WHERE p.index_relid = i.indexrelid) ORDER BY 1";

    private final CopyOnWriteArrayList<Integer> sessions = new CopyOnWriteArrayList<>();

    /** Also called by the method without parameters. */
    @Override
    public Connection getConnection(final String user, final String password) throws SQLException {
        final Connection connection = open(user, password);
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
            row.next();
            sessions.add(row.getInt(1));
        }
        return connection;
    }

    /** The socket's time-out limits the login at each server, but not the statements. */
    private Connection open(final String user, final String password) throws SQLException {
        final Connection connection = super.getConnection(user, password);
        connection.setNetworkTimeout(Runnable::run, 0);
        return connection;
    }

    /** Cancels the statements of all connections; returns the reasons for their waits. */
    List<String> end() {
        final List<String> waits = query(BLOCKED);
        final List<String> all = waits.isEmpty() ? query(MIGRATING) : waits;
        query(CANCEL);
        return all;
    }

    List<String> invalidIndexes() {
        return query(INVALID);
    }

    /** Runs a query on a further connection; its parameter is the list of the sessions. */
    private List<String> query(final String sql) {
        try (Connection connection = open(getUser(), getPassword());
                PreparedStatement statement = connection.prepareStatement(sql)) {
            if (sql.contains("?")) {
                statement.setArray(1, connection.createArrayOf("int4", sessions.toArray()));
            }
            final List<String> found = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
            }
            return found;
        } catch (final SQLException e) {
            LOGGER.debug("The query about the migrations failed", e);
            return List.of();
        }
    }
}
