package org.jzenith.mysql.embedded;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A session on a server under test. */
record Sql(Connection connection) implements AutoCloseable {

    static Sql on(final MariadbServer server, final String database) throws SQLException {
        return on(server.port(), database, server.username(), server.password());
    }

    static Sql on(final int port, final String database, final String user, final String password) throws SQLException {
        return new Sql(
                DriverManager.getConnection("jdbc:mariadb://127.0.0.1:" + port + "/" + database, user, password));
    }

    void execute(final String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (final String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    String query(final String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
