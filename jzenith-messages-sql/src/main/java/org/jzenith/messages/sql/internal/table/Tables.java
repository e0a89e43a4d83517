package org.jzenith.messages.sql.internal.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.sql.driver.PluginMigrations;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.error.SqlException;

/**
 * The tables of the plugin in one database.
 *
 * @param database the name of the plugin of the database
 */
public record Tables(String database) {

    private static final String POSTGRESQL = "postgresql";

    /** SQLSTATEs of a table that does not exist: PostgreSQL's and MariaDB's. */
    private static final List<String> MISSING = List.of("42P01", "42S02");

    /**
     * Returns the tables in a database.
     *
     * @param driver the database
     * @return the tables, which may not exist
     * @throws StartException if the database is neither PostgreSQL nor MariaDB
     */
    public static Tables of(final SqlDriver driver) {
        return switch (driver.dialect()) {
            case "POSTGRES" -> new Tables(POSTGRESQL);
            case "MARIADB" -> new Tables("mysql");
            default ->
                throw new StartException(
                        StartProblem.of("SqlMessagesPlugin has no tables for the database '" + driver.prefix() + "'.")
                                .remedy("Use PostgresqlPlugin or MysqlPlugin, or remove SqlMessagesPlugin."));
        };
    }

    /**
     * Returns true if topics can be in this database.
     *
     * @return true for PostgreSQL
     */
    public boolean isPostgresql() {
        return database.equals(POSTGRESQL);
    }

    /**
     * Returns the migrations that create the tables.
     *
     * @return scripts
     */
    public PluginMigrations migrations() {
        return new PluginMigrations("jzenith_messages", database, List.of(location()));
    }

    private String location() {
        return "org/jzenith/messages/sql/" + database;
    }

    /**
     * Returns true if a statement has failed because a table does not exist.
     *
     * @param error the error of a statement
     * @return false for any other error
     */
    public static boolean isMissing(final Throwable error) {
        return error instanceof final SqlException failed
                && failed.sqlState() != null
                && MISSING.contains(failed.sqlState());
    }

    /**
     * Explains an error of a statement at startup.
     *
     * @param error the error
     * @return an error with the statements that create the tables, if they are missing; otherwise the same error
     */
    public Throwable explained(final Throwable error) {
        return isMissing(error)
                ? new StartException(StartProblem.of(
                                "The tables of SqlMessagesPlugin cannot be read: " + error.getMessage())
                        .remedy("Enable the migrations and add the libraries that they need, or run these statements: "
                                + statements()))
                : error;
    }

    private String statements() {
        try (InputStream script = Objects.requireNonNull(
                Tables.class.getResourceAsStream("/" + location() + "/V1__jzenith_messages.sql"))) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8)
                    .strip()
                    .replace('\n', ' ');
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
