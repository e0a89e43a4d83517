package org.jzenith.postgresql.connection;

import org.jspecify.annotations.Nullable;

/** What becomes of an answer. */
interface Form<R> {

    /** The result, or null for none; what it throws is the error of the result. */
    @Nullable
    R of(Answer answer);
}
