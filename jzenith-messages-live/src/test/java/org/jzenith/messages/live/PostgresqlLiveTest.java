package org.jzenith.messages.live;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.jzenith.core.JZenith;
import org.jzenith.messages.sql.SqlMessagesPlugin;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.PostgresqlServer;

/** Clients of two instances whose topic is in PostgreSQL. */
final class PostgresqlLiveTest extends LiveContract {

    private static PostgresqlServer server;

    @BeforeAll
    static void start() {
        server = PostgresqlServer.start();
        server.createDatabase("live");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    JZenith with(final JZenith application) {
        return application
                .withPlugins(PostgresqlPlugin.create(), SqlMessagesPlugin.create())
                .withConfiguration("postgresql.host", server.host())
                .withConfiguration("postgresql.port", server.port())
                .withConfiguration("postgresql.username", server.username())
                .withConfiguration("postgresql.password", server.password())
                .withConfiguration("postgresql.database", "live");
    }
}
