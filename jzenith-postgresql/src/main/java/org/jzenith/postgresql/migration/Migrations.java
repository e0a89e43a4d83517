package org.jzenith.postgresql.migration;

import io.reactivex.Completable;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.output.MigrateResult;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.postgresql.configuration.PostgresqlConfiguration;
import org.jzenith.postgresql.configuration.Server;
import org.jzenith.postgresql.configuration.TlsMode;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the migrations of the application. */
public final class Migrations {

    private static final Logger LOGGER = LoggerFactory.getLogger(Migrations.class);
    private static final String CLASS_PATH = "classpath:";
    private static final String FILE_SYSTEM = "filesystem:";

    private final Vertx vertx;
    private final Server server;
    private final PostgresqlConfiguration settings;

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
        this.settings = settings;
    }

    /**
     * Brings the schema up to date, on a thread for blocking work.
     *
     * @return completes when it is; does nothing where there are no migrations; an {@code StartException} that names the
     *     file if one fails
     */
    public Completable run() {
        if (!settings.migrations().enabled()) {
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
        final List<String> present = settings.migrations().locations().stream()
                .filter(Migrations::exists)
                .toList();
        if (present.isEmpty()) {
            LOGGER.debug("There are no migrations in {}.", settings.migrations().locations());
            return;
        }
        final long start = System.nanoTime();
        try {
            final MigrateResult result = Flyway.configure(loader())
                    .loggers("slf4j")
                    .dataSource(dataSource())
                    .locations(present.toArray(String[]::new))
                    .load()
                    .migrate();
            LOGGER.info(
                    "{} migrations applied in {} ms.",
                    result.migrationsExecuted,
                    (System.nanoTime() - start) / 1_000_000);
        } catch (final FlywayException e) {
            throw FailedMigration.of(e, server);
        }
    }

    private static ClassLoader loader() {
        final ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
        return ofThread == null ? Migrations.class.getClassLoader() : ofThread;
    }

    private static boolean exists(final String location) {
        if (location.startsWith(FILE_SYSTEM)) {
            return Files.isDirectory(Path.of(location.substring(FILE_SYSTEM.length())));
        }
        final String folder = location.startsWith(CLASS_PATH) ? location.substring(CLASS_PATH.length()) : location;
        try {
            return loader().getResources(folder).hasMoreElements();
        } catch (final IOException e) {
            throw new UncheckedIOException("The class path cannot be searched for " + folder + ".", e);
        }
    }

    private PGSimpleDataSource dataSource() {
        final PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(new String[] {server.host()});
        source.setPortNumbers(new int[] {server.port()});
        source.setDatabaseName(server.database());
        source.setUser(server.username());
        source.setPassword(server.password());
        source.setApplicationName(server.applicationName());
        source.setSslMode(server.tls().word());
        final int seconds =
                (int) Math.min(3_600, Math.max(1, settings.connectTimeout().toSeconds()));
        source.setConnectTimeout(seconds);
        source.setLoginTimeout(seconds);
        final Path trustFile = server.trustFile();
        if (trustFile != null) {
            source.setSslRootCert(trustFile.toString());
        } else if (server.tls() == TlsMode.VERIFY_CA || server.tls() == TlsMode.VERIFY_FULL) {
            source.setSslfactory("org.postgresql.ssl.DefaultJavaSSLFactory");
        }
        return source;
    }
}
