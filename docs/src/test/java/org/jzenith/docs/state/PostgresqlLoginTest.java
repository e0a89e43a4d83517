package org.jzenith.docs.state;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.PostgresqlServer;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** Two instances that share PostgreSQL. */
final class PostgresqlLoginTest extends SharedLoginContract {

    private static PostgresqlServer server;
    private static UnreliableProxy proxy;
    private static TwoInstances instances;

    @BeforeAll
    static void start() {
        server = PostgresqlServer.start();
        server.createDatabase("login");
        proxy = new UnreliableProxy(server.port());
        instances = TwoInstances.of(() -> application()
                .withPlugins(PostgresqlPlugin.create())
                .withConfiguration("postgresql.port", proxy.port())
                .withConfiguration("postgresql.username", server.username())
                .withConfiguration("postgresql.password", server.password())
                .withConfiguration("postgresql.database", "login")
                .withConfiguration("jzenith.shared-state", "postgresql"));
    }

    @AfterAll
    static void stop() {
        instances.close();
        proxy.close();
        server.close();
    }

    @Override
    TwoInstances instances() {
        return instances;
    }

    @Override
    void takeStoreAway() {
        proxy.shut();
    }

    @Override
    void bringStoreBack() {
        proxy.reopen(server.port());
    }
}
