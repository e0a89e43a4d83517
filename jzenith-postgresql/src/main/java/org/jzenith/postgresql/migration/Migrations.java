package org.jzenith.postgresql.migration;

import io.reactivex.Completable;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.output.MigrateResult;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.postgresql.configuration.DatabaseAddress;
import org.jzenith.postgresql.configuration.PostgresqlConfiguration;
import org.jzenith.postgresql.configuration.TlsMode;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the migrations of the application. */
public final class Migrations {

    private static final Logger LOGGER = LoggerFactory.getLogger(Migrations.class);
    private static final String LOCATIONS = "postgresql.migrations.locations";

    private final Vertx vertx;
    private final DatabaseAddress address;
    private final PostgresqlConfiguration settings;
    private final Configuration configuration;
    private final Single<MigrationFiles> found;

    /**
     * Made by the framework.
     *
     * @param vertx has the threads for blocking work
     * @param address where to migrate
     * @param settings what to migrate
     * @param configuration knows where the locations were set
     */
    @Inject
    public Migrations(
            final Vertx vertx,
            final DatabaseAddress address,
            final PostgresqlConfiguration settings,
            final Configuration configuration) {
        this.vertx = vertx;
        this.address = address;
        this.settings = settings;
        this.configuration = configuration;
        this.found = blocking(() -> new MigrationFiles(settings.migrations().locations(), loader()))
                .cache();
    }

    /**
     * Reads the files of the migrations, on a thread for blocking work. The database is not asked.
     *
     * @return completes when each configured location exists and each file has the name of a migration; otherwise an {@code
     *     StartException} that names the locations and files
     */
    public Completable check() {
        if (!settings.migrations().enabled()) {
            return Completable.complete();
        }
        return found.flatMapCompletable(files -> {
            final List<StartProblem> problems = missing(files.locations());
            problems.addAll(files.names().problems());
            return problems.isEmpty() ? Completable.complete() : Completable.error(new StartException(problems, false));
        });
    }

    /** The default location may be missing: an application without migrations has none. */
    private List<StartProblem> missing(final Set<String> present) {
        final List<StartProblem> problems = new ArrayList<>();
        final String origin = configuration.origin(LOCATIONS).orElse(null);
        if (origin != null) {
            for (final String location : settings.migrations().locations()) {
                if (!present.contains(location)) {
                    problems.add(StartProblem.of("The location '" + location + "' of migrations does not exist"
                                    + (location.startsWith(MigrationFiles.FILE_SYSTEM) ? "." : " on the class path."))
                            .from(origin)
                            .remedy("Correct " + LOCATIONS + ", or set postgresql.migrations.enabled to false."));
                }
            }
        }
        return problems;
    }

    /**
     * Migrates the schema, on a thread for blocking work.
     *
     * @return completes when it is; does nothing where there are no migrations; an {@code StartException} that names the
     *     file if one fails
     */
    public Completable run() {
        if (!settings.migrations().enabled()) {
            return Completable.complete();
        }
        return found.flatMapCompletable(files -> {
            if (files.locations().isEmpty()) {
                LOGGER.debug("There are no migrations in {}.", settings.migrations().locations());
                return Completable.complete();
            }
            return blocking(() -> migrate(files)).ignoreElement();
        });
    }

    private <T> Single<T> blocking(final Callable<T> work) {
        return RxFuture.single(() -> vertx.executeBlocking(work, false));
    }

    private MigrateResult migrate(final MigrationFiles files) {
        final long start = System.nanoTime();
        final FluentConfiguration flyway = Flyway.configure(loader())
                .loggers("slf4j")
                .dataSource(dataSource())
                .locations(files.locations().toArray(String[]::new));
        try {
            final MigrateResult result = flyway.load().migrate();
            if (result.migrationsExecuted == 0) {
                LOGGER.info("All migrations were applied before.");
            } else {
                LOGGER.info(
                        "{} migrations applied in {} ms.",
                        result.migrationsExecuted,
                        (System.nanoTime() - start) / 1_000_000);
            }
            return result;
        } catch (final FlywayException e) {
            throw new MigrationProblems(address, files.names().nextVersion()).of(e, flyway);
        }
    }

    private static ClassLoader loader() {
        final ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
        return ofThread == null ? Migrations.class.getClassLoader() : ofThread;
    }

    private PGSimpleDataSource dataSource() {
        final PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(new String[] {address.host()});
        source.setPortNumbers(new int[] {address.port()});
        source.setDatabaseName(address.database());
        source.setUser(address.username());
        source.setPassword(address.password());
        source.setApplicationName(address.applicationName());
        source.setSslMode(address.tls().word());
        final int seconds =
                (int) Math.min(3_600, Math.max(1, settings.connectTimeout().toSeconds()));
        source.setConnectTimeout(seconds);
        source.setLoginTimeout(seconds);
        final Path trustFile = address.trustFile();
        if (trustFile != null) {
            source.setSslRootCert(trustFile.toString());
        } else if (address.tls() == TlsMode.VERIFY_CA || address.tls() == TlsMode.VERIFY_FULL) {
            source.setSslfactory("org.postgresql.ssl.DefaultJavaSSLFactory");
        }
        return source;
    }
}
