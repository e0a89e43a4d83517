package org.jzenith.sql.migration;

import io.reactivex.Completable;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.output.MigrateResult;
import org.jzenith.core.JZenithConfiguration;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.DatabaseProduct;
import org.jzenith.sql.driver.SqlConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the migrations of the application. */
public final class Migrations {

    private static final Logger LOGGER = LoggerFactory.getLogger(Migrations.class);

    private final Vertx vertx;
    private final DatabaseAddress address;
    private final Configuration configuration;
    private final SqlConfiguration.MigrationSettings settings;
    private final String keys;
    private final DatabaseProduct<?> product;
    private final Supplier<DataSource> source;
    private final Single<MigrationFiles> found;

    /**
     * Prepares the migrations without reading any.
     *
     * @param vertx has the threads for blocking work
     * @param product the database product
     * @param address the database to migrate
     * @param configuration has the settings of the migrations, with their sources
     * @param <C> the settings of the database
     */
    public <C extends SqlConfiguration> Migrations(
            final Vertx vertx,
            final DatabaseProduct<C> product,
            final DatabaseAddress address,
            final Configuration configuration) {
        final C all = configuration.get(product.configuration());
        this.vertx = vertx;
        this.address = address;
        this.configuration = configuration;
        this.settings = all.migrations();
        this.keys = product.prefix() + ".migrations.";
        this.product = product;
        this.source = () -> product.migrationSource(address, all);
        this.found = blocking(() -> new MigrationFiles(settings.locations(), loader()))
                .cache();
    }

    /**
     * Reads the files of the migrations, on a thread for blocking work. The database is not asked.
     *
     * @return completes when each configured location exists and each file has the name of a migration; otherwise an {@code
     *     StartException} that names the locations and files
     */
    public Completable check() {
        if (!settings.enabled()) {
            return Completable.complete();
        }
        return found.flatMapCompletable(files -> {
            final List<StartProblem> problems = missing(files.locations());
            problems.addAll(files.names().problems());
            return problems.isEmpty() ? Completable.complete() : Completable.error(new StartException(problems));
        });
    }

    /** The default location may be missing: an application without migrations has none. */
    private List<StartProblem> missing(final Set<String> present) {
        final List<StartProblem> problems = new ArrayList<>();
        final String origin = configuration.origin(keys + "locations").orElse(null);
        if (origin != null) {
            for (final String location : settings.locations()) {
                if (!present.contains(location)) {
                    problems.add(StartProblem.of("The location '" + location + "' of migrations does not exist"
                                    + (location.startsWith(MigrationFiles.FILE_SYSTEM) ? "." : " on the class path."))
                            .from(origin)
                            .remedy("Correct " + keys + "locations, or set " + keys + "enabled to false."));
                }
            }
        }
        return problems;
    }

    /**
     * Migrates the schema, on a thread for blocking work, and ends what takes too long.
     *
     * @param start the time since which the start-timeout runs, in nanoseconds
     * @return completes when it is; does nothing where there are no migrations; an {@code StartException} that names the
     *     file if one fails
     */
    public Completable run(final long start) {
        if (!settings.enabled()) {
            return Completable.complete();
        }
        return found.flatMapCompletable(files -> {
            if (files.locations().isEmpty()) {
                LOGGER.debug("There are no migrations in {}.", settings.locations());
                return Completable.complete();
            }
            final DataSource migrated = source.get();
            final MigrationRun run = new MigrationRun(() -> product.endMigrations(migrated));
            final Duration limit = configuration
                    .get(JZenithConfiguration.class)
                    .startTimeout()
                    .multipliedBy(9)
                    .dividedBy(10)
                    .minusNanos(System.nanoTime() - start);
            final long timer = vertx.setTimer(
                    Math.max(1, limit.toMillis()),
                    passed -> vertx.executeBlocking(
                            () -> {
                                run.end();
                                return null;
                            },
                            false));
            return blocking(() -> migrate(files, migrated, run, limit))
                    .doFinally(() -> vertx.cancelTimer(timer))
                    .ignoreElement();
        });
    }

    private <T> Single<T> blocking(final Callable<T> work) {
        return RxFuture.single(() -> vertx.executeBlocking(work, false));
    }

    private MigrateResult migrate(
            final MigrationFiles files, final DataSource migrated, final MigrationRun run, final Duration limit) {
        final long start = System.nanoTime();
        final FluentConfiguration flyway = Flyway.configure(loader())
                .loggers("slf4j")
                .dataSource(migrated)
                .locations(files.locations().toArray(String[]::new))
                .placeholders(settings.placeholders())
                // Another instance may be migrating; Flyway asks for its lock once a second.
                .lockRetryCount((int) Math.max(1, Math.min(Integer.MAX_VALUE, limit.toSeconds() - 1)))
                .configuration(product.flywaySettings())
                .callbacks(run);
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
            throw new MigrationProblems(
                            address, keys, product, migrated, files.names().nextVersion())
                    .of(e, flyway, run);
        }
    }

    private static ClassLoader loader() {
        final ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
        return ofThread == null ? Migrations.class.getClassLoader() : ofThread;
    }
}
