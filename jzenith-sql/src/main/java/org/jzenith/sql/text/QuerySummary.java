package org.jzenith.sql.text;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/** Summarizes an SQL text as its command and its tables, for example {@code SELECT users orders}. */
final class QuerySummary {

    /** The command of texts that do not start with a known command. */
    private static final String OTHER = "_OTHER";

    private static final int LONGEST_TEXT = 4_000;
    private static final int LONGEST_NAME = 64;
    private static final int MOST_TABLES = 3;

    private static final Set<String> COMMANDS =
            Set.of(("ALTER ANALYZE BEGIN CALL COMMIT COPY CREATE DELETE DO DROP EXPLAIN GRANT INSERT LISTEN"
                            + " LOCK MERGE NOTIFY REFRESH RELEASE REPLACE RESET REVOKE ROLLBACK SAVEPOINT SELECT SET SHOW START TABLE TRUNCATE UPDATE VACUUM VALUES WITH")
                    .split(" "));

    /** Words that are followed by a table. */
    private static final Set<String> BEFORE_TABLE = Set.of("FROM", "INTO", "JOIN", "TABLE", "UPDATE");

    /** If such a word stands before one of the others, no table follows: {@code DO UPDATE SET}. */
    private static final Set<String> NO_TABLE = Set.of("DISTINCT", "DO", "FOR", "KEY");

    private static final Set<String> BEFORE_NAME = Set.of("EXISTS", "IF", "LATERAL", "NOT", "ONLY");

    private QuerySummary() {}

    /** Returns the summary of a text; without values. */
    static String of(final String sql, final SqlLexis lexis) {
        final SqlScanner token =
                new SqlScanner(sql.length() <= LONGEST_TEXT ? sql : sql.substring(0, LONGEST_TEXT), lexis);
        final Set<String> tables = new LinkedHashSet<>();
        String command = "";
        String beforePrevious = "";
        String previous = "";
        boolean more = token.next();
        while (more && tables.size() < MOST_TABLES) {
            if (!token.isName()) {
                more = token.next();
                continue;
            }
            final StringBuilder qualified = new StringBuilder(token.text());
            more = token.next();
            while (more && (token.is('.') || (qualified.charAt(qualified.length() - 1) == '.' && token.isName()))) {
                qualified.append(token.text());
                more = token.next();
            }
            final boolean called = more && token.is('(');
            final String name = qualified.toString();
            final String word = name.toUpperCase(Locale.ROOT);
            if (command.isEmpty()) {
                command = COMMANDS.contains(word) ? word : OTHER;
            } else if (BEFORE_TABLE.contains(previous) && BEFORE_NAME.contains(word)) {
                continue;
            } else if (BEFORE_TABLE.contains(previous)
                    && !NO_TABLE.contains(beforePrevious)
                    && (!called || previous.equals("INTO"))
                    && !BEFORE_TABLE.contains(word)
                    && !COMMANDS.contains(word)
                    && name.length() <= LONGEST_NAME) {
                tables.add(name.replaceAll("[\"`]", ""));
            }
            beforePrevious = previous;
            previous = word;
        }
        return tables.isEmpty() ? command : command + " " + String.join(" ", tables);
    }
}
