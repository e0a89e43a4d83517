package org.jzenith.postgresql.connection;

import org.jspecify.annotations.Nullable;

/** What becomes of an answer. */
interface RowMapping<R> {

    /** The result, or null for none; what it throws is the error of the result. */
    @Nullable
    R map(StatementResult result);
}
