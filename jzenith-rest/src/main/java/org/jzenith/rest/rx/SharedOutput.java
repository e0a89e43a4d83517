package org.jzenith.rest.rx;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.exchange.SharedPiece;

/** An output to a connection, to which a piece that many connections have can be written as it is. */
public interface SharedOutput {

    /**
     * Writes a piece behind what has been written and flushed. Called on the event loop.
     *
     * @param piece that many connections have
     * @return completes when the connection can take more; null if nothing was written, because this output encodes what it
     *     writes
     */
    @Nullable
    CompletionStage<Void> trySend(SharedPiece piece);
}
