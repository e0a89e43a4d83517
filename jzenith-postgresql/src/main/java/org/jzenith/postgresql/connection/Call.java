package org.jzenith.postgresql.connection;

import io.vertx.core.impl.ContextInternal;
import org.jspecify.annotations.Nullable;

/** What one caller wants run: one statement, or several that are admitted, sent and ended as a whole. */
interface Call {

    /** Where the outcome is to arrive, null for the event loop of the connection, and how long each answer may take. */
    void deliverTo(@Nullable ContextInternal where, long nanos);

    /** How many of its statements have not been sent. */
    int unsent();

    /** False when nobody waits for the outcome any more; then the rest is not sent. */
    boolean isWanted();

    /** The connection that its first statements were sent on, null before that; the rest belongs there too. */
    @Nullable
    PipelinedConnection connection();

    /**
     * Sends statements, on the event loop of the connection.
     *
     * @return how many, at most {@code most}
     */
    int send(PipelinedConnection connection, int most);

    /** It gets no answer; the reason stays as it is. */
    void refuse(RuntimeException reason);
}
