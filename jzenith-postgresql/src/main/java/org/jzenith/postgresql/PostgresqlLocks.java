package org.jzenith.postgresql;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.driver.LongLock;

/** Statements of migrations that lock a large table for long on PostgreSQL. */
final class PostgresqlLocks {

    private static final String ALTER = "ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(?<table>\\S+) (?:\\* )?(?:.* , )?";

    private static final String COLUMN = "ADD (?!CONSTRAINT )(?:COLUMN )?+(?:IF NOT EXISTS )?+\\S+ ";

    private static final String VOLATILE = "(?:\\S+\\.)?(?:RANDOM|GEN_RANDOM_UUID|UUIDV4|UUIDV7|UUID_GENERATE_V\\w+"
            + "|NEXTVAL|CLOCK_TIMESTAMP|TIMEOFDAY)[ :]?\\(";

    private static final String IN_PARTS =
            "Add the column without a default, set the default for new rows, and fill the old rows in parts.";

    static final List<LongLock> ALL = List.of(
            lock(
                    "CREATE INDEX",
                    "CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY )(?:[^(]*? )?ON (?!ONLY )(?<table>\\S+)",
                    null,
                    "blocks writes to the table while it builds the index",
                    "Write CREATE INDEX CONCURRENTLY in its own script."),
            lock(
                    "ADD CONSTRAINT",
                    ALTER + "ADD (?:CONSTRAINT \\S+ )?(?:FOREIGN KEY|CHECK|NOT NULL) (?![^,]*NOT VALID )",
                    null,
                    "locks the table while it checks all rows",
                    "Add NOT VALID, and run ALTER TABLE .. VALIDATE CONSTRAINT in a later script."),
            lock(
                    "PRIMARY KEY or UNIQUE",
                    ALTER + "(?:ADD (?:CONSTRAINT \\S+ )?|" + COLUMN + "[^,]*?)(?:PRIMARY KEY|UNIQUE) (?!USING INDEX )",
                    null,
                    "locks the table while it builds the index",
                    "Write CREATE UNIQUE INDEX CONCURRENTLY in its own script, and in the next one ADD CONSTRAINT .."
                            + " USING INDEX."),
            lock(
                    "ALTER COLUMN .. TYPE",
                    ALTER + "ALTER (?:COLUMN )?\\S+ (?:SET DATA )?TYPE ",
                    null,
                    "locks the table while it writes all rows again, unless the new type stores the values in the same "
                            + "way, as text does for varchar",
                    "Add a column with the new type, and fill it in parts."),
            lock(
                    "SET NOT NULL",
                    ALTER + "ALTER (?:COLUMN )?\\S+ SET NOT NULL ",
                    ALTER + "VALIDATE CONSTRAINT ",
                    "locks the table while it checks all rows",
                    "Write ADD CONSTRAINT .. CHECK (.. IS NOT NULL) NOT VALID, and in a later script VALIDATE CONSTRAINT"
                            + " before SET NOT NULL."),
            lock(
                    "ADD COLUMN .. DEFAULT",
                    ALTER + COLUMN + "[^,]*?DEFAULT [^,]*" + VOLATILE,
                    null,
                    "with a value for each row locks the table while it writes all rows again",
                    IN_PARTS),
            lock(
                    "ADD COLUMN",
                    ALTER + COLUMN + "(?:(?:SMALL|BIG)?SERIAL[248]? |[^,]* (?:AS IDENTITY|STORED) )",
                    null,
                    "with generated values locks the table while it writes all rows again",
                    IN_PARTS),
            lock(
                    "VACUUM FULL",
                    "VACUUM (?:FULL |\\((?:\\S*:)?FULL[:)]\\S* )(?:VERBOSE |ANALYZE )*(?<table>\\S+)?",
                    null,
                    "locks the table while it writes all rows again",
                    "Use VACUUM without FULL; it lets others read and write."),
            lock(
                    "CLUSTER",
                    "CLUSTER (?:VERBOSE |\\(\\S* )?(?<table>\\S+)?",
                    null,
                    "locks the table while it writes all rows again",
                    "Remove the statement, or run it while the table is not in use."),
            lock(
                    "REINDEX",
                    "REINDEX (?!\\(\\S*CONCURRENTLY)(?:\\(\\S* )?(?:TABLE|INDEX|SCHEMA|DATABASE|SYSTEM) (?!CONCURRENTLY )"
                            + "(?<table>\\S+)?",
                    null,
                    "blocks writes to the table while it builds the index",
                    "Move the statement to its own script, and write CONCURRENTLY after INDEX or TABLE."),
            lock(
                    "LOCK TABLE",
                    "LOCK (?:TABLE )?(?:ONLY )?(?<table>\\S+) (?!.*IN (?:ACCESS SHARE|ROW SHARE|ROW EXCLUSIVE) MODE )",
                    null,
                    "locks the table until the script ends",
                    "Remove the statement, or lock in the mode ROW EXCLUSIVE."));

    private PostgresqlLocks() {}

    private static LongLock lock(
            final String kind,
            final String statement,
            final @Nullable String unless,
            final String effect,
            final String remedy) {
        return new LongLock(
                kind, Pattern.compile(statement), unless == null ? null : Pattern.compile(unless), effect, remedy);
    }
}
