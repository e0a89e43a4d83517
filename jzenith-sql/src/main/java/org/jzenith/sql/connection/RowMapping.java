package org.jzenith.sql.connection;

import org.jspecify.annotations.Nullable;

/** Turns the result of a statement into what its caller gets. */
interface RowMapping<R> {

    /** The result, or null for none; what it throws is the error of the result. */
    @Nullable
    R map(StatementResult result);
}
