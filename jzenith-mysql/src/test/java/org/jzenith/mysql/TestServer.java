package org.jzenith.mysql;

import io.reactivex.Flowable;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jzenith.core.JZenith;
import org.jzenith.core.PluginSource;
import org.jzenith.embedded.DatabaseServer;
import org.jzenith.mysql.embedded.MariadbServer;

/** One real server for the whole test run; each database is fresh. */
final class TestServer {

    static final MariadbServer SERVER = MariadbServer.start();

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private TestServer() {}

    /** The name of a new, empty database. */
    static String freshDatabase() {
        final String name = "test_" + NUMBER.incrementAndGet();
        SERVER.createDatabase(name);
        return name;
    }

    /** A recipe of an application on a database, with few connections and no migrations of its own. */
    static JZenith application(final String database) {
        return application(database, MysqlPlugin.create());
    }

    static JZenith application(final String database, final PluginSource plugin, final String... arguments) {
        return JZenith.application(arguments)
                .withPlugins(plugin)
                .withConfiguration("jzenith.event-loops", 2)
                .withConfiguration("mysql.host", SERVER.host())
                .withConfiguration("mysql.port", SERVER.port())
                .withConfiguration("mysql.username", SERVER.username())
                .withConfiguration("mysql.password", SERVER.password())
                .withConfiguration("mysql.database", database)
                .withConfiguration("mysql.pool.size", 3);
    }

    static Connection connect(final String database) throws SQLException {
        return connect("jdbc:mariadb", SERVER, database);
    }

    static Connection connect(final String scheme, final DatabaseServer server, final String database)
            throws SQLException {
        return DriverManager.getConnection(
                scheme + "://" + server.host() + ":" + server.port() + "/" + database,
                server.username(),
                server.password());
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

    /** Waits until a number is reached, with a generous limit. */
    static void await(final String database, final String sql, final long expected) {
        Flowable.interval(0, 10, TimeUnit.MILLISECONDS)
                .filter(tick -> count(database, sql) == expected)
                .firstOrError()
                .timeout(20, TimeUnit.SECONDS)
                .ignoreElement()
                .blockingAwait();
    }

    /** The first column of the first row, over JDBC, beside the client. */
    static long count(final String database, final String sql) {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        } catch (final SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
