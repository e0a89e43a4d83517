package org.jzenith.mysql;

import io.reactivex.Completable;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.embedded.DatabaseServer;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.PostgresqlServer;
import org.jzenith.sql.Database;
import org.jzenith.sql.Queries;
import org.jzenith.sql.Row;
import org.jzenith.sql.SqlQuery;

/** A database with its own words, and an application on it that the tests of a class share. */
enum Product {
    POSTGRESQL("postgresql") {

        private final PostgresqlServer server = PostgresqlServer.start();
        private int databases;

        @Override
        String freshDatabase() {
            final String database = "both" + databases++;
            server.createDatabase(database);
            return database;
        }

        @Override
        JZenith on(final String database) {
            return JZenith.application()
                    .withPlugins(PostgresqlPlugin.create())
                    .withConfiguration("postgresql.host", server.host())
                    .withConfiguration("postgresql.port", server.port())
                    .withConfiguration("postgresql.username", server.username())
                    .withConfiguration("postgresql.password", server.password())
                    .withConfiguration("postgresql.database", database);
        }

        @Override
        DatabaseServer server() {
            return server;
        }
    },

    MARIADB("mysql") {

        @Override
        String freshDatabase() {
            return TestServer.freshDatabase();
        }

        @Override
        JZenith on(final String database) {
            return TestServer.application(database);
        }

        @Override
        DatabaseServer server() {
            return TestServer.SERVER;
        }
    };

    private final String prefix;
    private @Nullable RunningApplication application;

    Product(final String prefix) {
        this.prefix = prefix;
    }

    /** Returns the name of a new database. */
    abstract String freshDatabase();

    /** A recipe of an application on a database. */
    abstract JZenith on(String database);

    /** A recipe of an application on a new database. */
    JZenith create() {
        return on(freshDatabase());
    }

    abstract DatabaseServer server();

    int port() {
        return server().port();
    }

    /** Returns a JDBC connection, beside the client. */
    Connection connect(final String database) throws SQLException {
        return TestServer.connect(either("jdbc:postgresql", "jdbc:mariadb"), server(), database);
    }

    static void stopAll() {
        for (final Product product : values()) {
            if (product.application != null) {
                product.application.stop();
                product.application = null;
            }
        }
    }

    /** Returns the name of the plugin. */
    String plugin() {
        return prefix;
    }

    /** Returns the key of a setting. */
    String key(final String name) {
        return prefix + "." + name;
    }

    String either(final String ofPostgresql, final String ofMariadb) {
        return this == POSTGRESQL ? ofPostgresql : ofMariadb;
    }

    /** Returns a text with the database's parameters. */
    String sql(final String text) {
        return either(text, text.replaceAll("\\$\\d+", "?"));
    }

    String sleep() {
        return either("SELECT pg_sleep(30)", "SELECT SLEEP(30)");
    }

    RunningApplication application() {
        if (application == null) {
            application = create().withConfiguration(key("lock-timeout"), "1s")
                    .withConfiguration("jzenith.event-loops", 2)
                    .run();
        }
        return application;
    }

    Database database() {
        return application().get(Database.class);
    }

    SqlQuery<Row> query(final Queries queries, final String text, final @Nullable Object... values) {
        return queries.query(sql(text), values);
    }

    /** Runs statements one after the other. */
    Database run(final String... statements) {
        for (final String sql : statements) {
            database().query(sql).execute().blockingAwait();
        }
        return database();
    }

    /** Returns the database with the accounts 1 and 2. */
    Database filled() {
        return run(
                "DROP TABLE IF EXISTS entry",
                "DROP TABLE IF EXISTS account",
                "CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL)",
                "INSERT INTO account VALUES (1, 100), (2, 0)");
    }

    Completable withdraw(final Queries queries, final int id) {
        return query(queries, "UPDATE account SET balance = balance - 10 WHERE id = $1", id)
                .execute();
    }

    Completable insert(final Queries queries, final int id) {
        return query(queries, "INSERT INTO account VALUES ($1, 1)", id).execute();
    }

    int balance(final int id) {
        return query(database(), "SELECT balance FROM account WHERE id = $1", id)
                .as(Integer.class)
                .single()
                .blockingGet();
    }

    long count() {
        return database()
                .query("SELECT count(*) FROM account")
                .as(Long.class)
                .single()
                .blockingGet();
    }
}
