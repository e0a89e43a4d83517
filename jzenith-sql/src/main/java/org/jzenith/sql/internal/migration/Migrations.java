package org.jzenith.sql.internal.migration;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.internal.configuration.JZenithConfiguration;
import org.jzenith.core.problem.MissingPlugins;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.core.rx.RxFuture;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.DatabaseProduct;
import org.jzenith.sql.driver.PluginMigrations;
import org.jzenith.sql.driver.SqlConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the migrations of the application. It works without Flyway if there are none. */
public final class Migrations {

    private static final Logger LOGGER = LoggerFactory.getLogger(Migrations.class);

    private final Vertx vertx;
    private final DatabaseAddress address;
    private final Configuration configuration;
    private final SqlConfiguration.MigrationSettings settings;
    private final String keys;
    private final DatabaseProduct<?> product;
    private final Supplier<DataSource> source;
    private final List<String> missingLibraries;
    private final List<String> locations;
    private final List<PluginMigrations> plugins;
    private final PluginMigrationsCheck pluginCheck;
    private final Single<MigrationFiles> found;

    /**
     * Prepares the migrations without reading any.
     *
     * @param vertx has the threads for blocking work
     * @param product the database product
     * @param address the database to migrate
     * @param configuration has the settings of the migrations, with their sources
     * @param database the name of the database's plugin
     * @param plugins the migrations of plugins for all databases
     * @param isDatabase returns true for the name of a database's plugin
     * @param <C> the settings of the database
     */
    public <C extends SqlConfiguration> Migrations(
            final Vertx vertx,
            final DatabaseProduct<C> product,
            final DatabaseAddress address,
            final Configuration configuration,
            final String database,
            final List<PluginMigrations> plugins,
            final Predicate<String> isDatabase) {
        final C all = configuration.get(product.configuration());
        this.vertx = vertx;
        this.address = address;
        this.configuration = configuration;
        this.settings = all.migrations();
        this.keys = product.prefix() + ".migrations.";
        this.product = product;
        this.source = () -> product.migrationSource(address, all);
        this.missingLibraries = Stream.of(
                        Map.of("org.flywaydb.core.Flyway", "org.flywaydb:flyway-core"), product.migrationLibraries())
                .flatMap(libraries -> libraries.entrySet().stream())
                .filter(library -> !MissingPlugins.isPresent(library.getKey(), product.getClass()))
                .map(Map.Entry::getValue)
                .sorted()
                .toList();
        final List<PluginMigrations> ofPlugins = plugins.stream()
                .filter(each -> missingLibraries.isEmpty() && !each.locations().isEmpty())
                .toList();
        this.plugins = ofPlugins.stream()
                .filter(each -> each.database().equals(database))
                .toList();
        this.pluginCheck = new PluginMigrationsCheck(ofPlugins, database, isDatabase);
        this.locations = configuration.qualifier().isEmpty()
                        || configuration.origin(keys + "locations").isPresent()
                ? settings.locations()
                : List.of("db/migration-" + configuration.qualifier());
        this.found = blocking(this::find).cache();
    }

    private MigrationFiles find() throws IOException {
        final MigrationFiles files = new MigrationFiles(locations, loader(), missingLibraries.isEmpty());
        final MigrationFile latest = files.latest();
        if (configuration.wantsCheck() && latest != null) {
            new LongLocks(product).warn(latest);
        }
        return files;
    }

    /**
     * Reads the files of the migrations, on a thread for blocking work. The database is not asked. With {@code --check} it warns of
     * statements in the latest script that lock a table for long.
     *
     * @return completes when each configured location exists, each file has the name of a migration, and the libraries to run
     *     them are there; otherwise a {@code StartException} that names the locations, files and libraries
     */
    public Completable check() {
        if (!settings.enabled()) {
            return Completable.complete();
        }
        return found.zipWith(blocking(() -> pluginCheck.problems(loader())), (files, ofPlugins) -> {
                    final List<StartProblem> problems = missing(files.locations());
                    if (!files.locations().isEmpty() && !missingLibraries.isEmpty()) {
                        problems.add(StartProblem.of("The migrations in " + String.join(", ", files.locations())
                                        + " need libraries that are not on the class path.")
                                .remedy("Add the dependencies " + String.join(", ", missingLibraries) + ", or set "
                                        + keys + "enabled to false."));
                    }
                    problems.addAll(files.names().problems());
                    problems.addAll(ofPlugins);
                    return problems;
                })
                .flatMapCompletable(problems ->
                        problems.isEmpty() ? Completable.complete() : Completable.error(new StartException(problems)));
    }

    /** The default location may be missing: an application without migrations has none. */
    private List<StartProblem> missing(final Set<String> present) {
        final List<StartProblem> problems = new ArrayList<>();
        final String origin = configuration.origin(keys + "locations").orElse(null);
        if (origin != null) {
            for (final String location : locations) {
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
        // a method reference would load Flyway, which an application without migrations need not have
        return steps(start, (migration, loader) -> migration.migrate(loader))
                .switchIfEmpty(Flowable.<String>empty().doOnComplete(() -> LOGGER.debug(nothing())))
                .doOnNext(LOGGER::info)
                .ignoreElements();
    }

    /**
     * Migrates the schema for {@code --migrate}.
     *
     * @return a line on what was done
     */
    public Single<String> migrate() {
        return told(Flowable.defer(() -> steps(System.nanoTime(), (migration, loader) -> migration.migrate(loader))));
    }

    /**
     * Makes the history of the migrations fit their files, for {@code --repair}.
     *
     * @return a line on what was done
     */
    public Single<String> repair() {
        return told(Flowable.defer(() -> steps(System.nanoTime(), (migration, loader) -> migration.repair(loader))));
    }

    /**
     * Creates the history of a schema that was made without migrations, for {@code --baseline}.
     *
     * @param version the version of the last migration that the schema contains
     * @return a line on what was done; a {@code StartException} if there is a history
     */
    public Single<String> baseline(final String version) {
        return told(Flowable.defer(
                () -> step(System.nanoTime(), (migration, loader) -> migration.baseline(loader, version))
                        .toFlowable()));
    }

    private Single<String> told(final Flowable<String> texts) {
        return texts.switchIfEmpty(Flowable.fromCallable(this::nothing))
                .map(text -> address + ": " + text)
                .toList()
                .map(all -> String.join("\n", all));
    }

    /** Explains why there is nothing to do. */
    private String nothing() {
        return settings.enabled()
                ? "There are no migrations in " + String.join(", ", locations) + "."
                : "Nothing was done, because " + configuration.key(keys + "enabled") + " is false.";
    }

    /** Runs a step for the migrations of the application, and then for those of each plugin. */
    private Flowable<String> steps(final long start, final BiFunction<FlywayMigration, ClassLoader, String> step) {
        return step(start, step)
                .toFlowable()
                .concatWith(Flowable.fromIterable(settings.enabled() ? plugins : List.of())
                        .concatMapMaybe(plugin -> blocking(() -> new MigrationFiles(plugin.locations(), loader(), true))
                                .filter(files -> !files.locations().isEmpty())
                                .flatMapSingleElement(files -> step(files, Map.of(), plugin.name(), start, step))
                                .map(text -> plugin.name() + ": " + text)));
    }

    /** Runs a step for the migrations of the application; empty if there are none. */
    private Maybe<String> step(final long start, final BiFunction<FlywayMigration, ClassLoader, String> step) {
        return settings.enabled()
                ? found.filter(files -> !files.locations().isEmpty())
                        .flatMapSingleElement(files -> step(files, settings.placeholders(), null, start, step))
                : Maybe.empty();
    }

    /** Runs a step of Flyway on a thread for blocking work. */
    private Single<String> step(
            final MigrationFiles files,
            final Map<String, String> placeholders,
            final @Nullable String plugin,
            final long start,
            final BiFunction<FlywayMigration, ClassLoader, String> step) {
        final Duration limit = configuration
                .get(JZenithConfiguration.class)
                .startTimeout()
                .multipliedBy(9)
                .dividedBy(10)
                .minusNanos(System.nanoTime() - start);
        final FlywayMigration migration =
                new FlywayMigration(product, address, source.get(), files, placeholders, keys, plugin, limit);
        final long timer = vertx.setTimer(
                Math.max(1, limit.toMillis()),
                passed -> vertx.executeBlocking(
                        () -> {
                            migration.end();
                            return null;
                        },
                        false));
        return blocking(() -> step.apply(migration, loader())).doFinally(() -> vertx.cancelTimer(timer));
    }

    private <T> Single<T> blocking(final Callable<T> work) {
        return RxFuture.single(() -> vertx.executeBlocking(work, false));
    }

    private static ClassLoader loader() {
        final ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
        return ofThread == null ? Migrations.class.getClassLoader() : ofThread;
    }
}
