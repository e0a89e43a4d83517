package org.jzenith.messages.sql;

import java.util.concurrent.atomic.AtomicInteger;
import org.jzenith.core.JZenith;
import org.jzenith.mysql.MysqlPlugin;
import org.jzenith.mysql.embedded.MariadbServer;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.PostgresqlServer;

/** A database product with one real server for the whole test run. */
enum TestDatabase {
    POSTGRESQL {

        @Override
        String create() {
            final String name = freshName();
            Postgresql.SERVER.createDatabase(name);
            return name;
        }

        @Override
        JZenith application(final String database) {
            return JZenith.application()
                    .withPlugins(PostgresqlPlugin.create())
                    .withConfiguration("postgresql.host", Postgresql.SERVER.host())
                    .withConfiguration("postgresql.port", Postgresql.SERVER.port())
                    .withConfiguration("postgresql.username", Postgresql.SERVER.username())
                    .withConfiguration("postgresql.password", Postgresql.SERVER.password())
                    .withConfiguration("postgresql.database", database);
        }
    },

    MARIADB {

        @Override
        String create() {
            final String name = freshName();
            Mariadb.SERVER.createDatabase(name);
            return name;
        }

        @Override
        JZenith application(final String database) {
            return JZenith.application()
                    .withPlugins(MysqlPlugin.create())
                    .withConfiguration("mysql.host", Mariadb.SERVER.host())
                    .withConfiguration("mysql.port", Mariadb.SERVER.port())
                    .withConfiguration("mysql.username", Mariadb.SERVER.username())
                    .withConfiguration("mysql.password", Mariadb.SERVER.password())
                    .withConfiguration("mysql.database", database);
        }
    };

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private static final class Postgresql {

        static final PostgresqlServer SERVER = PostgresqlServer.start();
    }

    private static final class Mariadb {

        static final MariadbServer SERVER = MariadbServer.start();
    }

    private static String freshName() {
        return "messages_" + NUMBER.incrementAndGet();
    }

    /** Creates a database, and returns its name. */
    abstract String create();

    /** Returns a recipe of an application on a database. */
    abstract JZenith application(String database);
}
