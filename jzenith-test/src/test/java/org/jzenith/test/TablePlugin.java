package org.jzenith.test;

import com.google.inject.Injector;
import io.reactivex.Completable;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;

/** A database plugin as small as it can be: migrates by making a table, where it is not there yet. */
final class TablePlugin implements Plugin {

    private final String product;
    private final AtomicInteger migrations;

    TablePlugin(final AtomicInteger migrations) {
        this("postgresql", migrations);
    }

    /** @param product the prefix of the settings: postgresql or mysql */
    TablePlugin(final String product, final AtomicInteger migrations) {
        this.product = product;
        this.migrations = migrations;
    }

    @Override
    public String name() {
        return product;
    }

    @Override
    public Completable prepare(final Injector injector) {
        return Completable.fromAction(() -> {
            try (Connection connection = connect(product, injector.getInstance(Configuration.class));
                    Statement statement = connection.createStatement()) {
                if (!connection
                        .getMetaData()
                        .getTables(connection.getCatalog(), null, "cat", null)
                        .next()) {
                    migrations.incrementAndGet();
                    statement.execute("CREATE TABLE cat (name text)");
                }
            }
        });
    }

    static Connection connect(final Configuration configuration) throws SQLException {
        return connect("postgresql", configuration);
    }

    static Connection connect(final String product, final Configuration configuration) throws SQLException {
        return DriverManager.getConnection(
                (product.equals("mysql") ? "jdbc:mariadb://" : "jdbc:postgresql://")
                        + configuration.value(product + ".host").orElseThrow() + ":"
                        + configuration.value(product + ".port").orElseThrow() + "/"
                        + configuration.value(product + ".database").orElseThrow(),
                configuration.value(product + ".username").orElseThrow(),
                configuration.value(product + ".password").orElseThrow());
    }

    static String query(final Statement statement, final String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
