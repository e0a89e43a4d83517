package org.jzenith.sql.connection;

import io.vertx.core.impl.ContextInternal;
import org.jspecify.annotations.Nullable;

/** The statements of one caller: one, or several that are admitted, sent and ended as a whole. */
interface Call {

    /** Sets the context that gets the result, null for the event loop of the connection, and the time limit of each answer. */
    void deliverTo(@Nullable ContextInternal where, long nanos);

    /** How many of its statements have not been sent. */
    int unsent();

    /** False when the caller has disposed; then the rest is not sent. */
    boolean isWanted();

    /** The connection on which its first statements were sent, null before that. The rest is sent on the same one. */
    @Nullable
    PipelinedConnection connection();

    /** Sends statements, on the event loop of the connection, and returns how many; at most {@code most}. */
    int send(PipelinedConnection connection, int most);

    /** Ends the call with an error that is delivered unchanged. */
    void refuse(RuntimeException reason);
}
