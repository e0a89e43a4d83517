package org.jzenith.postgresql.embedded;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.ServiceLoader;

/** Creates, copies, drops and lists databases and roles, with a new connection for each call. */
final class Databases {

    private final String url;
    private final Properties properties = new Properties();

    Databases(final String host, final int port, final String password) {
        url = "jdbc:postgresql://" + host + ":" + port + "/postgres";
        properties.setProperty("user", Cluster.SUPERUSER);
        properties.setProperty("password", password);
        properties.setProperty("connectTimeout", "10");
        properties.setProperty("socketTimeout", "60");
        properties.setProperty("ApplicationName", "jzenith-postgresql-embedded");
    }

    String version() {
        return call("its version cannot be read", connection -> {
            final String version = connection.getMetaData().getDatabaseProductVersion();
            return version.contains(" ") ? version.substring(0, version.indexOf(' ')) : version;
        });
    }

    boolean exists(final String name) {
        return call("its databases cannot be listed", connection -> {
            try (PreparedStatement select =
                    connection.prepareStatement("SELECT 1 FROM pg_database WHERE datname = ?")) {
                select.setString(1, name);
                try (ResultSet rows = select.executeQuery()) {
                    return rows.next();
                }
            }
        });
    }

    void create(final String name) {
        execute("the database '" + name + "' cannot be created", "CREATE DATABASE " + quoted(name));
    }

    void createFrom(final String name, final String template) {
        execute(
                "the database '" + name + "' cannot be copied from '" + template + "'",
                "CREATE DATABASE " + quoted(name) + " TEMPLATE " + quoted(template));
    }

    void drop(final String name) {
        execute(
                "the database '" + name + "' cannot be dropped",
                "DROP DATABASE IF EXISTS " + quoted(name) + " WITH (FORCE)");
    }

    void own(final String name, final String role) {
        execute(
                "the database '" + name + "' cannot be given to the role '" + role + "'",
                "ALTER DATABASE " + quoted(name) + " OWNER TO " + quoted(role));
    }

    /** Creates or changes a role that may log in with this password. */
    void role(final String name, final String password) {
        final String what = "the role '" + name + "' cannot be created";
        final boolean exists = call(what, connection -> {
            try (PreparedStatement select = connection.prepareStatement("SELECT 1 FROM pg_roles WHERE rolname = ?")) {
                select.setString(1, name);
                try (ResultSet rows = select.executeQuery()) {
                    return rows.next();
                }
            }
        });
        execute(
                what,
                (exists ? "ALTER ROLE " : "CREATE ROLE ") + quoted(name) + " LOGIN PASSWORD '"
                        + password.replace("'", "''") + "'");
    }

    private void execute(final String what, final String sql) {
        call(what, connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute(sql);
            }
        });
    }

    private <T> T call(final String what, final SqlFunction<T> function) {
        try (Connection connection = connect()) {
            return function.apply(connection);
        } catch (final SQLException e) {
            throw new IllegalStateException("Embedded PostgreSQL: " + what + ": " + e.getMessage(), e);
        }
    }

    /** Does not use DriverManager, whose list of drivers is shared by the whole JVM. */
    private Connection connect() throws SQLException {
        for (final Driver driver : ServiceLoader.load(Driver.class, Databases.class.getClassLoader())) {
            final Connection connection = driver.connect(url, properties);
            if (connection != null) {
                return connection;
            }
        }
        throw new SQLException("the artifact org.postgresql:postgresql is not on the class path");
    }

    private static String quoted(final String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    private interface SqlFunction<T> {

        T apply(Connection connection) throws SQLException;
    }
}
