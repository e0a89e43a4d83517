package org.jzenith.mysql;

import java.util.List;
import java.util.regex.Pattern;
import org.jzenith.sql.driver.LongLock;

/** Statements of migrations that lock a large table for long on MariaDB. */
final class MysqlLocks {

    /** Does not match a statement that says how it locks. */
    private static final String ALTER = "ALTER (?:IGNORE )?TABLE (?:IF EXISTS )?(?<table>\\S+) "
            + "(?!.*(?:ALGORITHM (?:= )?(?:INSTANT|NOCOPY|INPLACE)|LOCK (?:= )?NONE) )(?:.* , )?";

    private static final String COPIES =
            "blocks writes to the table if the server must copy all rows; from version 11.2 on, MariaDB copies them "
                    + "without a lock";

    private static final String BUILDS = "blocks writes to the table while the server builds the index";

    private static final String REMEDY =
            "Add LOCK=NONE: the server then finds a way without a lock, or refuses the statement at once.";

    static final List<LongLock> ALL = List.of(
            lock("MODIFY or CHANGE", ALTER + "(?:MODIFY|CHANGE) ", COPIES, REMEDY),
            lock("CONVERT TO CHARACTER SET", ALTER + "CONVERT TO ", COPIES, REMEDY),
            lock(
                    "ADD FOREIGN KEY or CHECK",
                    ALTER + "ADD (?:CONSTRAINT (?:IF NOT EXISTS )?\\S+ )?(?:FOREIGN KEY|CHECK) ",
                    COPIES,
                    REMEDY),
            lock("ADD FULLTEXT or SPATIAL", ALTER + "ADD (?:FULLTEXT|SPATIAL) ", BUILDS, REMEDY),
            lock(
                    "CREATE FULLTEXT or SPATIAL INDEX",
                    "CREATE (?:OR REPLACE )?(?:FULLTEXT|SPATIAL) INDEX (?!.*LOCK (?:= )?NONE )(?:[^(]*? )?ON"
                            + " (?<table>\\S+)",
                    BUILDS,
                    REMEDY),
            lock(
                    "LOCK TABLES",
                    "LOCK TABLES? (?<table>\\S+)",
                    "locks the table until the script ends",
                    "Remove the statement."));

    private MysqlLocks() {}

    private static LongLock lock(final String kind, final String statement, final String effect, final String remedy) {
        return new LongLock(kind, Pattern.compile(statement), null, effect, remedy);
    }
}
