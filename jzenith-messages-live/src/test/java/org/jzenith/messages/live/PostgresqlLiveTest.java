package org.jzenith.messages.live;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.messages.sql.SqlMessagesPlugin;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.PostgresqlServer;
import org.jzenith.test.JZenithExtension;

/** Clients of two instances whose topic is in PostgreSQL. */
final class PostgresqlLiveTest extends LiveContract {

    private static final PostgresqlServer SERVER = PostgresqlServer.start();

    static {
        SERVER.createDatabase("live");
    }

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(PostgresqlLiveTest::with).withoutDatabase();

    @RegisterExtension
    static final JZenithExtension OTHER =
            JZenithExtension.of(PostgresqlLiveTest::with).withoutDatabase();

    private static JZenith with() {
        return application()
                .withPlugins(PostgresqlPlugin.create(), SqlMessagesPlugin.create())
                .withConfiguration("postgresql.host", SERVER.host())
                .withConfiguration("postgresql.port", SERVER.port())
                .withConfiguration("postgresql.username", SERVER.username())
                .withConfiguration("postgresql.password", SERVER.password())
                .withConfiguration("postgresql.database", "live");
    }

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Override
    JZenithExtension app() {
        return APP;
    }

    @Override
    JZenithExtension other() {
        return OTHER;
    }
}
