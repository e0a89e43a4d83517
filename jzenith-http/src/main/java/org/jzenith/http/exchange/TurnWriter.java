package org.jzenith.http.exchange;

import io.vertx.core.buffer.Buffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.response.ResponseFeatures;

/**
 * Writes content whose encoding takes time: between parts of it, the event loop serves others. Used on the event loop of the
 * request.
 */
final class TurnWriter {

    private final Exchange exchange;
    private final ResponseWriter writer;
    private boolean writing;

    /** What follows the piece that is written, and ends the response. */
    private @Nullable Buffer last;

    TurnWriter(final Exchange exchange, final ResponseWriter writer) {
        this.exchange = exchange;
        this.writer = writer;
    }

    /**
     * Writes parts of the content until the rest is small.
     *
     * @param rest gets the rest, unless the request has finished before
     */
    void write(final Buffer content, final Consumer<Buffer> rest) {
        if (exchange.isFinished()) {
            return;
        }
        if (!writer.isForTurns(content)) {
            writing = false;
            rest.accept(content);
            return;
        }
        writing = true;
        writer.writePart(content.slice(0, ResponseFeatures.TURN_BYTES));
        exchange.executeLater(() -> write(content.slice(ResponseFeatures.TURN_BYTES, content.length()), rest));
    }

    /** Keeps the last piece if the one before is still written; false if it can be written now. */
    boolean keepLast(final Buffer piece) {
        if (writing) {
            last = piece;
        }
        return writing;
    }

    /** The last piece if it has been kept. */
    @Nullable
    Buffer last() {
        return last;
    }
}
