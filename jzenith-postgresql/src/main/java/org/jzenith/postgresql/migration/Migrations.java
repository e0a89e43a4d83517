package org.jzenith.postgresql.migration;

import io.reactivex.Completable;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import org.flywaydb.core.Flyway;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.postgresql.configuration.PostgresqlConfiguration;
import org.jzenith.postgresql.configuration.Server;
import org.postgresql.ds.PGSimpleDataSource;

/** Runs the migrations of the application. */
public final class Migrations {

    private final Vertx vertx;
    private final Server server;
    private final PostgresqlConfiguration.Migrations settings;

    /**
     * Made by the framework.
     *
     * @param vertx lends a thread for blocking work
     * @param server where to migrate
     * @param settings what to migrate
     */
    @Inject
    public Migrations(final Vertx vertx, final Server server, final PostgresqlConfiguration settings) {
        this.vertx = vertx;
        this.server = server;
        this.settings = settings.migrations();
    }

    /**
     * Brings the schema up to date.
     *
     * @return completes when it is; does nothing where there are no migrations
     */
    public Completable run() {
        if (!settings.enabled()) {
            return Completable.complete();
        }
        return RxFuture.completable(() -> vertx.executeBlocking(
                () -> {
                    migrate();
                    return null;
                },
                false));
    }

    private void migrate() {
        final PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(new String[] {server.host()});
        source.setPortNumbers(new int[] {server.port()});
        source.setDatabaseName(server.database());
        source.setUser(server.username());
        source.setPassword(server.password());
        Flyway.configure()
                .dataSource(source)
                .locations(settings.locations().toArray(String[]::new))
                .load()
                .migrate();
    }
}
