package org.jzenith.postgresql.internal.pgclient;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds statements that change a session, which would affect its later users, or that the client cannot run. Does not check the code in
 * functions, procedures and {@code DO} blocks.
 */
final class SessionStatements {

    private static final Pattern SESSION_LOCK =
            Pattern.compile("PG_(TRY_)?ADVISORY_LOCK(_SHARED)?|PG_ADVISORY_UNLOCK(_SHARED|_ALL)?");

    /** Statements that may name a function without calling it. */
    private static final Set<String> DEFINING =
            Set.of("ALTER", "COMMENT", "DROP", "GRANT", "REVOKE", "SECURITY", "FUNCTION", "PROCEDURE");

    private static final String OUTLASTS =
            " would outlast the transaction, in a session that other callers use later; ";
    private static final String SHARED = ", in a session that other callers use too; ";

    private final List<String> tokens;
    private final boolean inTransaction;

    private SessionStatements(final List<String> tokens, final boolean inTransaction) {
        this.tokens = tokens;
        this.inTransaction = inTransaction;
    }

    /** Implements {@link org.jzenith.sql.driver.SqlDriver#sessionEffect}. */
    static @Nullable String effect(final List<String> tokens, final boolean inTransaction) {
        final SessionStatements statement = new SessionStatements(tokens, inTransaction);
        final String ofCommand = statement.ofCommand();
        return ofCommand == null && !statement.isDefining() ? statement.ofCalls() : ofCommand;
    }

    private boolean isDefining() {
        return DEFINING.contains(token(0).equals("CREATE") ? token(afterCreate()) : token(0));
    }

    private @Nullable String ofCommand() {
        final String command = token(0);
        return switch (command) {
            case "BEGIN", "START", "COMMIT", "END", "ABORT" -> ofTransaction(command);
            case "ROLLBACK" -> inTransaction && tokens.contains("TO") ? null : ofTransaction(command);
            case "SAVEPOINT", "RELEASE" -> inTransaction ? null : ofTransaction(command);
            case "PREPARE" ->
                token(1).equals("TRANSACTION")
                        ? ofTransaction("PREPARE TRANSACTION")
                        : "jZenith prepares each statement itself, and there is no way yet to use PREPARE";
            case "EXECUTE", "DEALLOCATE" ->
                "jZenith prepares each statement itself, and there is no way yet to use " + command;
            case "SET" -> ofSet();
            case "RESET" ->
                inTransaction
                        ? null
                        : "RESET would change a session that other callers use too; use SET LOCAL in withTransaction(..)";
            case "DISCARD", "LOAD" -> command + " changes the session, which other callers use too";
            case "LISTEN", "UNLISTEN" -> command + " needs its own session; use database.notifications(..)";
            case "COPY" -> "there is no way yet to use COPY with jZenith; use batch(..) to write and stream() to read";
            case "DECLARE" ->
                inTransaction && !isHeld()
                        ? null
                        : "a cursor" + end() + "use stream(), or a cursor without HOLD in withTransaction(..)";
            case "FETCH", "MOVE", "CLOSE" -> inTransaction ? null : "a cursor" + end() + "use stream()";
            case "CREATE" -> ofCreate();
            case "EXPLAIN" ->
                tokens.contains("ANALYZE") && tokens.contains("CREATE")
                        ? new SessionStatements(tokens.subList(tokens.indexOf("CREATE"), tokens.size()), inTransaction)
                                .ofCreate()
                        : null;
            default -> null;
        };
    }

    private String ofTransaction(final String words) {
        return inTransaction
                ? words
                        + " would interfere with jZenith's transaction, which commits when the result of "
                        + "withTransaction(..) succeeds and rolls back when it fails"
                : words + " would change a transaction" + SHARED + "use withTransaction(..)";
    }

    private @Nullable String ofSet() {
        return switch (token(1)) {
            case "LOCAL", "TRANSACTION", "CONSTRAINTS" ->
                inTransaction
                        ? null
                        : "SET " + token(1) + " lasts until the end of the transaction, and this statement is a "
                                + "transaction by itself; use it in withTransaction(..)";
            default -> "SET" + end() + "use SET LOCAL in withTransaction(..)";
        };
    }

    /** A temporary object hides tables of the same name from later users of the session. */
    private @Nullable String ofCreate() {
        final String kind = token(afterCreate());
        if (!isTemporary(kind) && !namesTemporarySchema()) {
            return null;
        }
        final int commit = tokens.lastIndexOf("COMMIT");
        return inTransaction && commit > 0 && token(commit + 1).equals("DROP") ? null : temporary();
    }

    /** Returns the position of the first word that tells the kind of what is created. */
    private int afterCreate() {
        final int kind = token(1).equals("OR") ? 3 : 1;
        return token(kind).equals("LOCAL") || token(kind).equals("GLOBAL") ? kind + 1 : kind;
    }

    private static boolean isTemporary(final String word) {
        return word.equals("TEMP") || word.equals("TEMPORARY");
    }

    private boolean namesTemporarySchema() {
        return IntStream.range(0, tokens.size()).anyMatch(this::isTemporarySchema);
    }

    private boolean isTemporarySchema(final int index) {
        return name(index).equals("PG_TEMP") && token(index + 1).equals(".");
    }

    /** {@code DECLARE c CURSOR WITH HOLD FOR ..} */
    private boolean isHeld() {
        final int query = tokens.indexOf("FOR");
        final int hold = tokens.indexOf("HOLD");
        return hold > 0 && hold < query && token(hold - 1).equals("WITH");
    }

    private String temporary() {
        return "a temporary object" + end() + "use CREATE TEMP TABLE .. ON COMMIT DROP in withTransaction(..)";
    }

    /** Finds calls of functions that change the session, and clauses that do what a command does. */
    private @Nullable String ofCalls() {
        for (int i = 0; i < tokens.size(); i++) {
            final String name = name(i);
            final boolean called = token(i + 1).equals("(");
            if (called && SESSION_LOCK.matcher(name).matches()) {
                return "a session's advisory lock" + end() + "use pg_advisory_xact_lock in withTransaction(..)";
            }
            if (called && name.equals("SET_CONFIG") && !isLocal(i + 2)) {
                return "set_config" + end() + "write true as its third argument, in withTransaction(..)";
            }
            if (called
                    && !inTransaction
                    && (name.equals("LASTVAL") || name.equals("CURRVAL"))
                    && !contains("NEXTVAL")) {
                return name.toLowerCase(Locale.ROOT) + " reads a value of the session" + SHARED + "use RETURNING";
            }
            if (name.equals("PG_SETTINGS") && updates(i)) {
                return "an UPDATE of pg_settings" + end() + "use SET LOCAL in withTransaction(..)";
            }
            if (token(i).equals("INTO") && intoTemporary(i + 1)) {
                return temporary();
            }
        }
        return null;
    }

    private boolean updates(final int table) {
        final int before = token(table - 1).equals(".") ? table - 3 : table - 1;
        return token(token(before).equals("ONLY") ? before - 1 : before).equals("UPDATE");
    }

    /** {@code SELECT .. INTO TEMP t}, but not {@code INSERT INTO temp ..}. */
    private boolean intoTemporary(final int word) {
        final String command = token(word - 2);
        if (command.equals("INSERT") || command.equals("MERGE")) {
            return false;
        }
        final boolean local = token(word).equals("LOCAL") || token(word).equals("GLOBAL");
        final int temporary = local ? word + 1 : word;
        return (isTemporary(token(temporary)) && !Set.of("FROM", "").contains(token(temporary + 1)))
                || isTemporarySchema(word);
    }

    /** Returns true if the third argument is the word {@code true}. */
    private boolean isLocal(final int firstArgument) {
        int depth = 0;
        int argument = 1;
        for (int i = firstArgument; i < tokens.size() && depth >= 0; i++) {
            switch (token(i)) {
                case "(", "[" -> depth++;
                case ")", "]" -> depth--;
                case "," -> argument += depth == 0 ? 1 : 0;
                case "TRUE" -> {
                    if (depth == 0 && argument == 3 && token(i + 1).equals(")")) {
                        return token(i - 1).equals(",");
                    }
                }
                default -> {}
            }
        }
        return false;
    }

    private boolean contains(final String name) {
        return tokens.stream().anyMatch(token -> bare(token).equals(name));
    }

    private String end() {
        return inTransaction ? OUTLASTS : " would outlast the statement" + SHARED;
    }

    private String name(final int index) {
        return bare(token(index));
    }

    private static String bare(final String token) {
        return token.startsWith("\"") ? token.replace("\"", "").toUpperCase(Locale.ROOT) : token;
    }

    private String token(final int index) {
        return index >= 0 && index < tokens.size() ? tokens.get(index) : "";
    }
}
