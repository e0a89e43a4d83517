package org.jzenith.sql.internal.statement;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.sql.error.SqlException;
import org.jzenith.sql.internal.connection.SqlErrors;

/**
 * The tables whose rows the server shows by identity. Statements on them that run outside a request as nobody are refused, because they
 * would see no rows. Safe for use by many threads.
 */
final class PolicyTables {

    private final SqlErrors errors;
    private volatile Set<String> names = Set.of();

    PolicyTables(final SqlErrors errors) {
        this.errors = errors;
    }

    /** Replaces the names, which have no schema. */
    void set(final List<String> tables) {
        names = tables.stream().map(PolicyTables::key).collect(Collectors.toUnmodifiableSet());
    }

    private static String key(final String table) {
        return table.substring(table.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    /** Returns the name of the current work if it is not a request and runs as nobody; otherwise null. */
    static @Nullable String worker() {
        final RequestContext context = RequestContext.current();
        return context == null ? "code outside a request" : context.identity() == null ? context.work() : null;
    }

    /**
     * Returns the error of a statement; null if it may be sent.
     *
     * @param worker the result of {@link #worker}, at the beginning of the transaction if there is one
     */
    @Nullable
    SqlException refusal(final StatementTraits traits, final String sql, final @Nullable String worker) {
        if (worker == null || names.isEmpty()) {
            return null;
        }
        return Arrays.stream(traits.text().summary().split(" "))
                .skip(1)
                .filter(table -> names.contains(key(table)))
                .findFirst()
                .map(table -> errors.withoutIdentity(worker, table, sql))
                .orElse(null);
    }
}
