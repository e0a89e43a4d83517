package org.jzenith.security.oidc;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.PostgresqlServer;

/** Refreshes of sessions in PostgreSQL. */
@Tag("full")
final class RefreshInPostgresqlTest extends SharedRefreshContract {

    private static PostgresqlServer server;
    private static Instances instances;

    @BeforeAll
    static void start() {
        server = PostgresqlServer.start();
        server.createDatabase("sessions");
        instances = new Instances(
                2,
                () -> configured(OidcApplication.of(PROVIDER))
                        .withPlugins(PostgresqlPlugin.create())
                        .withConfiguration("postgresql.port", server.port())
                        .withConfiguration("postgresql.username", server.username())
                        .withConfiguration("postgresql.password", server.password())
                        .withConfiguration("postgresql.database", "sessions")
                        .withConfiguration("oidc.session.store", "postgresql"));
    }

    @AfterAll
    static void stop() {
        instances.close();
        server.close();
    }

    @Override
    Instances instances() {
        return instances;
    }
}
