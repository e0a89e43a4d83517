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

    private final AtomicInteger migrations;

    TablePlugin(final AtomicInteger migrations) {
        this.migrations = migrations;
    }

    @Override
    public String name() {
        return "postgresql";
    }

    @Override
    public Completable prepare(final Injector injector) {
        return Completable.fromAction(() -> {
            try (Connection connection = connect(injector.getInstance(Configuration.class));
                    Statement statement = connection.createStatement()) {
                if (query(statement, "SELECT to_regclass('cat')") == null) {
                    migrations.incrementAndGet();
                    statement.execute("CREATE TABLE cat (name text)");
                }
            }
        });
    }

    static Connection connect(final Configuration configuration) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://" + configuration.value("postgresql.host").orElseThrow() + ":"
                        + configuration.value("postgresql.port").orElseThrow() + "/"
                        + configuration.value("postgresql.database").orElseThrow(),
                configuration.value("postgresql.username").orElseThrow(),
                configuration.value("postgresql.password").orElseThrow());
    }

    static String query(final Statement statement, final String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
