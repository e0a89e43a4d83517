package org.jzenith.embedded.internal;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;

/** Runs statements on the server as its superuser, with a new JDBC connection for each call. Immutable. */
public final class Administration {

    private final Product product;
    private final String url;
    private final Properties properties = new Properties();

    /**
     * Creates it without connecting.
     *
     * @param url the JDBC URL
     * @param properties the driver's properties, with user and password
     */
    public Administration(final Product product, final String url, final Properties properties) {
        this.product = product;
        this.url = url;
        this.properties.putAll(properties);
    }

    /** Returns the server's version, without what follows a space or a hyphen. */
    public String version() {
        return call(
                "its version cannot be read",
                connection ->
                        connection.getMetaData().getDatabaseProductVersion().replaceFirst("[ -].*", ""));
    }

    /**
     * Returns the first column of all rows.
     *
     * @param what the sentence of the error
     * @param value the only parameter
     */
    public List<String> select(final String what, final String sql, final String value) {
        return call(what, connection -> {
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setString(1, value);
                try (ResultSet rows = select.executeQuery()) {
                    final List<String> found = new ArrayList<>();
                    while (rows.next()) {
                        found.add(rows.getString(1));
                    }
                    return found;
                }
            }
        });
    }

    /** Runs statements on one connection. */
    public void execute(final String what, final String... statements) {
        call(what, connection -> {
            try (Statement statement = connection.createStatement()) {
                for (final String sql : statements) {
                    statement.execute(sql);
                }
                return true;
            }
        });
    }

    private <T> T call(final String what, final SqlFunction<T> function) {
        try (Connection connection = connect()) {
            return function.apply(connection);
        } catch (final SQLException e) {
            throw new IllegalStateException("Embedded " + product.title() + ": " + what + ": " + e.getMessage(), e);
        }
    }

    /** Does not use DriverManager, whose list of drivers is shared by the whole JVM. */
    private Connection connect() throws SQLException {
        for (final Driver driver : ServiceLoader.load(Driver.class, Administration.class.getClassLoader())) {
            final Connection connection = driver.connect(url, properties);
            if (connection != null) {
                return connection;
            }
        }
        throw new SQLException("its JDBC driver is not on the class path");
    }

    private interface SqlFunction<T> {

        T apply(Connection connection) throws SQLException;
    }
}
