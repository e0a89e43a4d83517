package org.jzenith.sql.statement;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.log.SqlScanner;
import org.jzenith.sql.driver.SqlDriver;

/**
 * The traits of a statement that follow from its text.
 *
 * @param summary the command and up to three tables, without values, such as {@code SELECT users orders}; {@code _OTHER} if the
 *     command is unknown
 * @param reads true if it is a statement that changes nothing, unless it calls a function that does
 * @param atomic true if the server undoes it as a whole when it is cancelled; a procedure may have committed a part
 * @param refusalAlone the reason for which it is not sent outside a transaction, or null
 * @param refusalInTransaction the reason for which it is not sent in a transaction, or null
 */
record StatementTraits(
        String summary,
        boolean reads,
        boolean atomic,
        @Nullable String refusalAlone,
        @Nullable String refusalInTransaction) {

    private static final Set<String> READING = Set.of("SELECT", "VALUES", "TABLE");
    private static final Set<String> CHANGING = Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "WITH");

    static StatementTraits of(final String sql, final SqlDriver driver) {
        final List<String> tokens = tokens(sql);
        final String command = tokens.isEmpty() ? "" : tokens.get(0);
        final boolean reads = READING.contains(command);
        return new StatementTraits(
                QuerySummary.of(sql),
                reads,
                reads || CHANGING.contains(command),
                driver.sessionEffect(tokens, false),
                driver.sessionEffect(tokens, true));
    }

    /** Returns the tokens from the first word on, as {@link SqlDriver#sessionEffect} takes them. */
    private static List<String> tokens(final String sql) {
        final List<String> tokens = new ArrayList<>();
        for (final SqlScanner token = new SqlScanner(sql); token.next(); ) {
            switch (token.kind()) {
                case COMMENT -> {}
                case LITERAL -> tokens.add("?");
                case WORD -> tokens.add(token.text().toUpperCase(Locale.ROOT));
                case QUOTED_NAME -> tokens.add(token.text());
                case SYMBOL -> {
                    if (!tokens.isEmpty()) {
                        tokens.add(token.text());
                    }
                }
            }
        }
        return tokens;
    }
}
