package org.jzenith.mysql.internal.mysqlclient;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds statements that change a session, which would affect its later users, that commit a transaction, or whose result depends on the
 * session. Does not check the code in functions and procedures.
 */
final class RefusedStatements {

    /** Statements that commit the transaction in which they run. */
    private static final Set<String> COMMITTING =
            Set.of("ALTER", "CREATE", "DROP", "FLUSH", "GRANT", "OPTIMIZE", "RENAME", "REPAIR", "REVOKE", "TRUNCATE");

    /** Functions that answer for the last statement of the session. */
    private static final Set<String> OF_LAST_STATEMENT = Set.of("LAST_INSERT_ID", "FOUND_ROWS", "ROW_COUNT");

    private static final Set<String> GLOBAL = Set.of("GLOBAL", "PASSWORD");

    private static final Set<String> LOCKS = Set.of("GET_LOCK", "RELEASE_LOCK", "RELEASE_ALL_LOCKS");

    private static final String SHARED = ", in a session that other callers use too";

    private RefusedStatements() {}

    /** Implements {@link org.jzenith.sql.driver.SqlDriver#sessionEffect}. */
    static @Nullable String effect(final List<String> tokens, final boolean inTransaction) {
        final String ofCommand = ofCommand(tokens, inTransaction);
        return ofCommand == null ? ofCalls(tokens, inTransaction) : ofCommand;
    }

    private static @Nullable String ofCommand(final List<String> tokens, final boolean inTransaction) {
        final String command = token(tokens, 0);
        final String second = token(tokens, 1);
        return switch (command) {
            case "BEGIN", "COMMIT", "XA" -> ofTransaction(command, inTransaction);
            case "START" -> second.equals("TRANSACTION") ? ofTransaction("START TRANSACTION", inTransaction) : null;
            case "ROLLBACK" -> inTransaction && tokens.contains("TO") ? null : ofTransaction(command, inTransaction);
            case "SAVEPOINT", "RELEASE" -> inTransaction ? null : ofTransaction(command, false);
            case "SET" ->
                second.equals("STATEMENT")
                        ? ofCommand(tokens.subList(tokens.indexOf("FOR") + 1, tokens.size()), inTransaction)
                        : isGlobal(tokens)
                                ? null
                                : "SET would outlast the statement" + SHARED
                                        + "; use SET STATEMENT .. FOR before the statement";
            case "USE" -> "USE would outlast the statement" + SHARED + "; write the database's name before the table's";
            case "LOCK", "UNLOCK" ->
                second.startsWith("TABLE")
                        ? command + " TABLES changes the session" + SHARED
                                + "; use SELECT .. FOR UPDATE in withTransaction(..)"
                        : null;
            case "PREPARE", "EXECUTE", "DEALLOCATE" ->
                "jZenith prepares each statement itself, and there is no way yet to use " + command;
            case "HANDLER" -> "HANDLER opens a cursor of the session" + SHARED + "; use stream()";
            case "LOAD" -> "there is no way yet to use LOAD with jZenith; use batch(..)";
            case "FLUSH" ->
                tokens.contains("LOCK") || tokens.contains("EXPORT")
                        ? "FLUSH TABLES locks for the whole session" + SHARED
                        : ofDefinition(tokens, inTransaction);
            default -> ofDefinition(tokens, inTransaction);
        };
    }

    /** Returns true if no assignment of {@code SET} is for the session. */
    private static boolean isGlobal(final List<String> tokens) {
        int depth = 0;
        for (int i = 0; i < tokens.size(); i++) {
            final String token = tokens.get(i);
            depth += token.equals("(") ? 1 : token.equals(")") ? -1 : 0;
            if (depth == 0 && (i == 0 || token.equals(",")) && !GLOBAL.contains(token(tokens, i + 1))) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable String ofDefinition(final List<String> tokens, final boolean inTransaction) {
        final String command = token(tokens, 0);
        final boolean temporary = tokens.size() > 1
                && tokens.subList(1, Math.min(4, tokens.size())).contains("TEMPORARY");
        if (command.equals("CREATE") && temporary) {
            return "a temporary table would outlast the statement" + SHARED + "; use a common table expression";
        }
        return inTransaction && COMMITTING.contains(command) && !temporary
                ? command
                        + " would commit the transaction, so that it could not be rolled back; run it outside the "
                        + "transaction, or in a migration"
                : null;
    }

    private static String ofTransaction(final String words, final boolean inTransaction) {
        return inTransaction
                ? words
                        + " would interfere with jZenith's transaction, which commits when the work completes and "
                        + "rolls back when it fails"
                : words + " would start or end a transaction" + SHARED + "; use withTransaction(..)";
    }

    private static @Nullable String ofCalls(final List<String> tokens, final boolean inTransaction) {
        for (int i = 0; i + 1 < tokens.size(); i++) {
            final String token = tokens.get(i).replace("`", "").toUpperCase(Locale.ROOT);
            if (LOCKS.contains(token) && tokens.get(i + 1).equals("(")) {
                return token + " locks for the whole session" + SHARED
                        + "; lock a row with SELECT .. FOR UPDATE in withTransaction(..)";
            }
            if (!inTransaction
                    && OF_LAST_STATEMENT.contains(token)
                    && tokens.get(i + 1).equals("(")) {
                return token
                        + "() would return the value of another caller's statement; use it in withTransaction(..), or "
                        + "RETURNING";
            }
            if (!inTransaction
                    && (token.equals(":=") || token.equals("INTO"))
                    && (tokens.get(i + 1).equals("@") || tokens.subList(0, i).contains("@"))) {
                return "a variable would outlast the statement" + SHARED + "; use withTransaction(..)";
            }
        }
        return null;
    }

    private static String token(final List<String> tokens, final int position) {
        return position < tokens.size() ? tokens.get(position) : "";
    }
}
