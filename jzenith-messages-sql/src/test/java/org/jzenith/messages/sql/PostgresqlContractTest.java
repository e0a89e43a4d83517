package org.jzenith.messages.sql;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.jzenith.core.JZenith;
import org.jzenith.messages.plugin.MessagesContract;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.PostgresqlServer;

/** The contract of applications over PostgreSQL. */
final class PostgresqlContractTest extends MessagesContract {

    private static PostgresqlServer server;

    @BeforeAll
    static void start() {
        server = PostgresqlServer.start();
        server.createDatabase("contract");
    }

    @AfterAll
    static void end() {
        server.close();
    }

    @Override
    protected String engine() {
        return "postgresql";
    }

    @Override
    protected JZenith with(final JZenith application) {
        return application
                .withPlugins(PostgresqlPlugin.create(), SqlMessagesPlugin.create())
                .withConfiguration("postgresql.host", server.host())
                .withConfiguration("postgresql.port", server.port())
                .withConfiguration("postgresql.username", server.username())
                .withConfiguration("postgresql.password", server.password())
                .withConfiguration("postgresql.database", "contract");
    }
}
