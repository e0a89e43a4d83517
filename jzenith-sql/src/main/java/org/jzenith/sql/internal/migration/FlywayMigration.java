package org.jzenith.sql.internal.migration;

import java.time.Duration;
import java.util.Map;
import java.util.function.BiFunction;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.output.RepairResult;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.DatabaseProduct;

/** One run of Flyway. Its steps block, and return a sentence on what they did. Loaded only if there are migrations. */
final class FlywayMigration {

    private final DatabaseProduct<?> product;
    private final DatabaseAddress address;
    private final DataSource source;
    private final MigrationFiles files;
    private final Map<String, String> placeholders;
    private final String keys;
    private final @Nullable String plugin;
    private final Duration limit;
    private final MigrationRun run;

    /**
     * @param files the migrations, of which there is at least one folder
     * @param keys the prefix of the settings of migrations, with a dot
     * @param plugin the name of the plugin's migrations; null for the application's
     * @param limit the time that it may wait for the lock of another instance
     */
    FlywayMigration(
            final DatabaseProduct<?> product,
            final DatabaseAddress address,
            final DataSource source,
            final MigrationFiles files,
            final Map<String, String> placeholders,
            final String keys,
            final @Nullable String plugin,
            final Duration limit) {
        this.product = product;
        this.address = address;
        this.source = source;
        this.files = files;
        this.placeholders = placeholders;
        this.keys = keys;
        this.plugin = plugin;
        this.limit = limit;
        this.run = new MigrationRun(() -> product.endMigrations(source), files, new LongLocks(product));
    }

    /** Ends the migrations because they take too long, unless they are done. */
    void end() {
        run.end();
    }

    /** Applies the migrations that were not applied before. */
    String migrate(final ClassLoader loader) {
        final long start = System.nanoTime();
        final int count = run(loader, (configured, flyway) -> flyway.migrate().migrationsExecuted);
        return count == 0
                ? "All migrations are already applied."
                : count + " migrations applied in " + (System.nanoTime() - start) / 1_000_000 + " ms.";
    }

    /** Makes the history fit the files: removes failed migrations, accepts changed scripts and marks missing ones as deleted. */
    String repair(final ClassLoader loader) {
        final RepairResult result = run(loader, (configured, flyway) -> flyway.repair());
        return "Repaired the history of the migrations: removed " + result.migrationsRemoved.size()
                + " failed, accepted " + result.migrationsAligned.size() + " changed, and marked "
                + result.migrationsDeleted.size() + " missing migrations as deleted.";
    }

    /**
     * Creates the history of a schema that was made without migrations.
     *
     * @param version the version of the last migration that the schema contains
     */
    String baseline(final ClassLoader loader, final String version) {
        return run(loader, (configured, flyway) -> {
            if (flyway.info().applied().length > 0) {
                throw new StartException(StartProblem.of(address + " already has a history of migrations.")
                        .from("--baseline")
                        .remedy("Run --migrate, or set " + keys + "enabled to false to leave this database out."));
            }
            configured
                    .baselineVersion(MigrationVersion.fromVersion(version))
                    .load()
                    .baseline();
            return "The baseline is version " + version + ": migrations up to it count as applied.";
        });
    }

    private <T> T run(final ClassLoader loader, final BiFunction<FluentConfiguration, Flyway, T> step) {
        final FluentConfiguration flyway = Flyway.configure(loader)
                .loggers("slf4j")
                .dataSource(source)
                .locations(files.locations().toArray(String[]::new))
                .placeholders(placeholders)
                // Another instance may be migrating; Flyway asks for its lock once a second.
                .lockRetryCount((int) Math.max(1, Math.min(Integer.MAX_VALUE, limit.toSeconds() - 1)))
                .configuration(product.flywaySettings())
                .callbacks(run);
        if (plugin != null) {
            // The schema has tables of others.
            flyway.table(plugin + "_history").baselineOnMigrate(true).baselineVersion("0");
        }
        try {
            return step.apply(flyway, flyway.load());
        } catch (final FlywayException e) {
            throw new MigrationProblems(
                            address, keys, product, source, files.names().nextVersion())
                    .of(e, flyway, run);
        }
    }
}
