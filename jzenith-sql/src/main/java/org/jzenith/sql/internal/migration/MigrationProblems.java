package org.jzenith.sql.internal.migration;

import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.flywaydb.core.api.CoreErrorCode;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.flywaydb.core.api.output.ValidateOutput;
import org.flywaydb.core.internal.sqlscript.FlywaySqlScriptException;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.sql.driver.DatabaseAddress;
import org.jzenith.sql.driver.DatabaseProduct;

/** Errors of Flyway, as startup problems with file, line and SQLSTATE. */
final class MigrationProblems {

    private static final Pattern VERSION = Pattern.compile("with version (\\S+)");
    private static final Pattern OFFENDER = Pattern.compile("(?m)^-> (.*) \\([^()]*\\)\\s*$");
    private static final Pattern PLACEHOLDER = Pattern.compile("placeholder: \\$\\{([^}]*)}");
    private static final Pattern PARSED = Pattern.compile("parse statement in (.+?) at line");

    /** Part of Flyway's message when another instance keeps its lock. */
    private static final String LOCKED = "lockRetryCount";

    private static final String EMPTY_DATABASE = "In development, start with an empty database instead.";

    private final DatabaseAddress address;
    private final String keys;
    private final DatabaseProduct<?> product;
    private final DataSource source;
    private final String nextVersion;

    /**
     * @param keys the prefix of the settings of migrations, with a dot
     * @param source the data source of the migrations
     * @param nextVersion a version that none of the migrations has
     */
    MigrationProblems(
            final DatabaseAddress address,
            final String keys,
            final DatabaseProduct<?> product,
            final DataSource source,
            final String nextVersion) {
        this.address = address;
        this.keys = keys;
        this.product = product;
        this.source = source;
        this.nextVersion = nextVersion;
    }

    /** @param flyway validates the migrations once more, to find out which of them do not fit */
    StartException of(final FlywayException error, final FluentConfiguration flyway, final MigrationRun run) {
        final FlywaySqlScriptException failed = find(error, FlywaySqlScriptException.class);
        final MigrationScript script =
                failed == null || failed.getResource() == null ? null : new MigrationScript(failed, product.lexis());
        final List<String> ended = run.done();
        if (ended != null) {
            return new StartException(tooLong(ended, script, run).causedBy(error));
        }
        if (message(error).contains(LOCKED)) {
            return new StartException(
                    tooLong(product.endMigrations(source), null, run).causedBy(error));
        }
        if (script != null) {
            return new StartException(inFile(script, error, run).causedBy(error));
        }
        final Matcher placeholder = PLACEHOLDER.matcher(message(error));
        if (placeholder.find()) {
            return new StartException(withoutValue(placeholder.group(1), error));
        }
        if (error instanceof FlywayValidateException) {
            final List<StartProblem> unfit = unfit(error, flyway);
            return unfit.isEmpty()
                    ? new StartException(StartProblem.of("The migrations differ from those that were applied to "
                                    + address + ": " + oneLine(error.getMessage()))
                            .remedy("Restore the migrations as they were applied and put changes into a new migration. "
                                    + EMPTY_DATABASE)
                            .causedBy(error))
                    : new StartException(unfit);
        }
        if (error.getErrorCode() == CoreErrorCode.NON_EMPTY_SCHEMA_WITHOUT_SCHEMA_HISTORY_TABLE) {
            return new StartException(StartProblem.of(
                            "The schema of " + address + " has tables, but no history of migrations.")
                    .remedy("If the migrations up to some version have created these tables, run the application once"
                            + " with --baseline=VERSION. If the tables do not come from the migrations, run it once with"
                            + " --baseline=0. " + EMPTY_DATABASE)
                    .causedBy(error));
        }
        if (error.getErrorCode() == CoreErrorCode.DUPLICATE_VERSIONED_MIGRATION) {
            return new StartException(sameVersion(error));
        }
        return new StartException(StartProblem.of("The migrations of " + address + " failed: " + reason(error))
                .remedy("Correct the cause, or set " + keys + "enabled to false.")
                .causedBy(error));
    }

    private StartProblem sameVersion(final FlywayException error) {
        final Matcher version = VERSION.matcher(error.getMessage());
        final List<String> files = OFFENDER.matcher(error.getMessage())
                .results()
                .map(offender -> MigrationFiles.source(offender.group(1)))
                .toList();
        return StartProblem.of("Two migrations have the version " + (version.find() ? version.group(1) : "") + ": "
                        + String.join(
                                " and ",
                                files.stream().map(MigrationProblems::name).toList()) + ".")
                .from(String.join(" and ", files))
                .remedy("Rename the migration that was not applied yet; the next free version is " + nextVersion + ".")
                .causedBy(error);
    }

    /** The migrations that do not fit, one problem each. */
    private List<StartProblem> unfit(final FlywayException error, final FluentConfiguration flyway) {
        try {
            return flyway
                    .ignoreMigrationPatterns("*:pending", "*:future")
                    .load()
                    .validateWithResult()
                    .invalidMigrations
                    .stream()
                    .map(each -> unfit(each).causedBy(error))
                    .toList();
        } catch (final FlywayException e) {
            error.addSuppressed(e);
            return List.of();
        }
    }

    private StartProblem unfit(final ValidateOutput migration) {
        final boolean hasFile = migration.filepath != null && !migration.filepath.isEmpty();
        final String which = hasFile
                ? name(migration.filepath)
                : "version " + migration.version + " (" + migration.description + ")";
        final String before = "The migrations differ from those that were applied to " + address + ": " + which;
        final StartProblem problem = switch (migration.errorDetails.errorCode instanceof final CoreErrorCode code
                ? code
                : CoreErrorCode.ERROR) {
            case CHECKSUM_MISMATCH ->
                StartProblem.of(before + " was changed after it was applied (its checksum differs).")
                        .remedy("Undo the change and put it into a new migration, version " + nextVersion + ". "
                                + EMPTY_DATABASE);
            case DESCRIPTION_MISMATCH, TYPE_MISMATCH ->
                StartProblem.of(before + " had another description or type when it was applied.")
                        .remedy("Give the file the name that it had. " + EMPTY_DATABASE);
            case APPLIED_VERSIONED_MIGRATION_NOT_RESOLVED, APPLIED_REPEATABLE_MIGRATION_NOT_RESOLVED ->
                StartProblem.of(before + " was applied, but is not among the migrations.")
                        .remedy("Restore its file. " + EMPTY_DATABASE);
            case RESOLVED_VERSIONED_MIGRATION_NOT_APPLIED ->
                StartProblem.of(before + " was not applied, but a migration with a higher version was.")
                        .remedy("Give it the next free version, " + nextVersion + ".");
            case FAILED_VERSIONED_MIGRATION, FAILED_REPEATABLE_MIGRATION ->
                StartProblem.of(before + " failed.")
                        .remedy("Undo the migration's changes and run the application with --repair, which deletes its "
                                + "row in flyway_schema_history. " + EMPTY_DATABASE);
            default ->
                StartProblem.of(before + ": " + oneLine(migration.errorDetails.errorMessage))
                        .remedy("Restore the migration as it was applied and put changes into a new migration. "
                                + EMPTY_DATABASE);
        };
        return hasFile ? problem.from(MigrationFiles.source(migration.filepath)) : problem;
    }

    private static String name(final String file) {
        return file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    }

    private StartProblem inFile(final MigrationScript script, final FlywayException error, final MigrationRun run) {
        final SQLException sql = find(error, SQLException.class);
        final String reason = sql == null || sql.getMessage() == null
                ? "no reason given"
                : sql.getMessage().lines().findFirst().orElse("");
        return StartProblem.of(
                        "The migration " + script.name() + " failed on " + address + ": " + reason + state(error) + ".")
                .from(script.place())
                .remedy(remedy(script, run));
    }

    /** Says what is left of a script that has failed. */
    private String remedy(final MigrationScript script, final MigrationRun run) {
        if (!product.hasTransactionalDdl()) {
            return "Correct the migration, undo its changes, run the application with --repair, which deletes its row "
                    + "in flyway_schema_history, and start again. " + EMPTY_DATABASE;
        }
        if (run.script() != null && !run.isInTransaction()) {
            return "The migration ran without a transaction, so nothing was rolled back: undo its changes, correct it, "
                    + "run the application with --repair, which deletes its row in flyway_schema_history, and start "
                    + "again. "
                    + String.join(" ", product.leftByMigrations(source));
        }
        final int commit = script.lineOfCommit();
        return commit == 0
                ? "The migration's changes were rolled back. Correct it and start again."
                : "The migration's changes before its own COMMIT in line " + commit
                        + " were not rolled back: undo them, correct the migration, and start again.";
    }

    /** @param waits sentences on what it was waiting for */
    private StartProblem tooLong(
            final List<String> waits, final @Nullable MigrationScript script, final MigrationRun run) {
        final String limit = " within 90 % of jzenith.start-timeout";
        final StartProblem problem = StartProblem.of((run.script() == null
                                ? "The migrations of " + address + " could not start" + limit + ". "
                                : "The migration " + run.script() + " did not end on " + address + limit
                                        + ", and was cancelled. ")
                        + String.join(" ", waits))
                .remedy("Wait until the other sessions have ended, or raise jzenith.start-timeout."
                        + (script == null ? "" : " " + remedy(script, run)));
        return script == null ? problem : problem.from(script.place());
    }

    private StartProblem withoutValue(final String name, final FlywayException error) {
        final Matcher file = PARSED.matcher(message(error));
        final StartProblem problem = StartProblem.of("A migration contains ${" + name + "}, which has no value.")
                .remedy("Set " + keys + "placeholders." + name
                        + ". To keep ${" + name
                        + "} as it is, put placeholderReplacement=false into a file beside the script, such as "
                        + "V2__two.sql.conf for V2__two.sql.")
                .causedBy(error);
        return file.find() ? problem.from(MigrationFiles.source(file.group(1))) : problem;
    }

    private static String message(final Throwable error) {
        return Objects.requireNonNullElse(error.getMessage(), "");
    }

    /** The first line of the database's error, with its cause; what Flyway says around it repeats both in several lines. */
    private static String reason(final FlywayException error) {
        final SQLException sql = find(error, SQLException.class);
        if (sql == null) {
            return oneLine(error.getMessage());
        }
        final String first = message(sql).lines().findFirst().orElse("");
        return first + (sql.getCause() == null ? "" : " " + sql.getCause()) + state(error) + ".";
    }

    private static String state(final Throwable error) {
        final SQLException sql = find(error, SQLException.class);
        return sql == null || sql.getSQLState() == null ? "" : " (SQLSTATE " + sql.getSQLState() + ")";
    }

    private static String oneLine(final @Nullable String text) {
        return Objects.requireNonNullElse(text, "no reason given").strip().replaceAll("\\s*\\R\\s*", "; ");
    }

    private static <T extends Throwable> @Nullable T find(final Throwable error, final Class<T> type) {
        for (Throwable each = error; each != null; each = each.getCause()) {
            if (type.isInstance(each)) {
                return type.cast(each);
            }
        }
        return null;
    }
}
