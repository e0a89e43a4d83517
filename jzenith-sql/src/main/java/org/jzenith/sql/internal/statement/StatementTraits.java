package org.jzenith.sql.internal.statement;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.sql.driver.SqlDriver;
import org.jzenith.sql.internal.connection.StatementPace;
import org.jzenith.sql.text.SqlScanner;
import org.jzenith.sql.text.SqlText;

/**
 * The traits of a statement that follow from its text.
 *
 * @param text the statement for messages and observers
 * @param named the statement with the parameters that the server knows; null if its parameters have no names
 * @param reads true if it is a statement that changes nothing, unless it calls a function that does
 * @param atomic true if the server undoes it as a whole when it is cancelled; a procedure may have committed a part
 * @param refusalAlone the reason for which it is not sent outside a transaction, or null
 * @param refusalInTransaction the reason for which it is not sent in a transaction, or null
 * @param pace remembers slow runs
 */
record StatementTraits(
        SqlText text,
        @Nullable NamedStatement named,
        boolean reads,
        boolean atomic,
        @Nullable String refusalAlone,
        @Nullable String refusalInTransaction,
        StatementPace pace) {

    private static final String NUL = "it contains a NUL character, which the server reads as the end of the text";

    private static final String NOT_UNICODE = "it has half of a surrogate pair, which cannot be sent as UTF-8";

    private static final String SEVERAL =
            "it has several statements; run each by itself, in withTransaction(..) if they belong together";

    private static final String UNBOUND =
            "its parameters have names, but its values do not; pass a map or a record with a value for each name, such "
                    + "as query(sql, Map.of(\"id\", id))";

    private static final String MIXED = "it has named and numbered parameters; use one kind for all. Write a space "
            + "after a colon that does not start a parameter";

    private static final String ALLOWS_CHANGES =
            "it would let the transaction change data; readOnly() is for reads: run changes on the database itself";

    private static final Set<String> READING = Set.of("SELECT", "VALUES", "TABLE");
    private static final Set<String> SETTING = Set.of("SET", "RESET");
    private static final Set<String> CHANGING = Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "WITH");

    /** @param readOnly true for a read-only session */
    static StatementTraits of(final String sql, final SqlDriver driver, final boolean readOnly) {
        final SqlText text = new SqlText(sql, driver.lexis());
        final List<String> tokens = new ArrayList<>();
        boolean hasNames = false;
        boolean hasNumbers = false;
        for (final SqlScanner token = text.tokens(); token.next(); ) {
            final boolean named = token.kind() == SqlScanner.Kind.NAMED_PARAMETER;
            hasNames |= named;
            hasNumbers |= isNumbered(token, driver.parameterPrefix());
            switch (token.kind()) {
                case COMMENT -> {}
                case LITERAL -> tokens.add("?");
                case WORD -> tokens.add(token.text().toUpperCase(Locale.ROOT));
                case QUOTED_NAME -> tokens.add(token.text());
                case NAMED_PARAMETER, SYMBOL -> {
                    if (!tokens.isEmpty()) {
                        tokens.add(token.text());
                    }
                }
            }
        }
        final String command = tokens.isEmpty() ? "" : tokens.get(0);
        final boolean reads = READING.contains(command);
        final boolean changes = CHANGING.contains(command);
        final String ofText = sql.indexOf('\0') >= 0
                ? NUL
                : !StandardCharsets.UTF_8.newEncoder().canEncode(sql)
                        ? NOT_UNICODE
                        : (reads || changes) && hasSeveral(tokens)
                                ? SEVERAL
                                : hasNames
                                        ? (hasNumbers ? MIXED : UNBOUND)
                                        : readOnly && allowsChanges(tokens) ? ALLOWS_CHANGES : null;
        final String alone = driver.sessionEffect(tokens, false);
        final String inTransaction = driver.sessionEffect(tokens, true);
        return new StatementTraits(
                text,
                hasNames && !hasNumbers ? new NamedStatement(text, driver.parameterPrefix(), driver.emptyList()) : null,
                reads,
                reads || (driver.undoesCancelled() && changes),
                alone == null ? ofText : alone,
                inTransaction == null ? ofText : inTransaction,
                new StatementPace());
    }

    /** {@code SET TRANSACTION READ WRITE}, or {@code SET} of a variable such as {@code transaction_read_only}. */
    private static boolean allowsChanges(final List<String> tokens) {
        return !tokens.isEmpty()
                && SETTING.contains(tokens.get(0))
                && tokens.stream()
                        .anyMatch(token -> token.equals("WRITE")
                                || token.toUpperCase(Locale.ROOT).contains("READ_ONLY"));
    }

    private static boolean hasSeveral(final List<String> tokens) {
        final int end = tokens.indexOf(";");
        return end >= 0 && !tokens.subList(end, tokens.size()).stream().allMatch(";"::equals);
    }

    private static boolean isNumbered(final SqlScanner token, final @Nullable String prefix) {
        return prefix == null
                ? token.is('?')
                : token.kind() == SqlScanner.Kind.SYMBOL
                        && token.end() - token.start() > 1
                        && token.text().startsWith(prefix);
    }
}
