package org.jzenith.postgresql.migration;

import java.sql.SQLException;
import java.util.Objects;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.exception.FlywayValidateException;
import org.flywaydb.core.internal.sqlscript.FlywaySqlScriptException;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.postgresql.configuration.DatabaseAddress;

/** Errors of Flyway, as problems of the start with file, line and SQLSTATE. */
final class MigrationProblems {

    private MigrationProblems() {}

    static StartException of(final FlywayException error, final DatabaseAddress address) {
        final FlywaySqlScriptException script = find(error, FlywaySqlScriptException.class);
        if (script != null && script.getResource() != null) {
            return new StartException(inFile(script, address).causedBy(error));
        }
        if (error instanceof FlywayValidateException) {
            return new StartException(StartProblem.of("The migrations do not fit what was applied to " + address
                            + " before: " + oneLine(error.getMessage()))
                    .remedy("Restore the migrations as they were applied and put changes into a new one.")
                    .causedBy(error));
        }
        return new StartException(StartProblem.of(
                        "The migrations of " + address + " failed: " + oneLine(error.getMessage()) + state(error))
                .remedy("Correct what it says, or set postgresql.migrations.enabled to false.")
                .causedBy(error));
    }

    private static StartProblem inFile(final FlywaySqlScriptException script, final DatabaseAddress address) {
        final SQLException sql = find(script, SQLException.class);
        final String reason = sql == null || sql.getMessage() == null
                ? "no reason given"
                : sql.getMessage().lines().findFirst().orElse("");
        return StartProblem.of("The migration " + script.getResource().getFilename() + " failed on " + address + ": "
                        + reason + state(script) + ".")
                .from(script.getResource().getAbsolutePath() + ", line " + script.getLineNumber())
                .remedy("Correct the migration and start again; what it had done was rolled back.");
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
