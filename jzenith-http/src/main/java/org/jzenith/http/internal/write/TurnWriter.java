package org.jzenith.http.internal.write;

import io.vertx.core.buffer.Buffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.request.RequestExecutor;
import org.jzenith.http.internal.response.ResponsePolicy;

/**
 * Writes content whose encoding takes time: between parts of it, the event loop serves others. Used on the event loop of the
 * request.
 */
public final class TurnWriter {

    private final RequestExecutor exchange;
    private final ResponseWriter writer;
    private boolean writing;

    /** Runs after the piece that is being written; null for nothing. */
    private @Nullable Runnable next;

    /** Creates it for one response. */
    public TurnWriter(final RequestExecutor exchange, final ResponseWriter writer) {
        this.exchange = exchange;
        this.writer = writer;
    }

    /**
     * Writes parts of the content until the rest is small.
     *
     * @param rest gets the rest, unless the request has finished before
     */
    public void write(final Buffer content, final Consumer<Buffer> rest) {
        Buffer left = content;
        while (!exchange.isFinished()) {
            if (!writer.isForTurns(left)) {
                writing = false;
                rest.accept(left);
                runNext();
                return;
            }
            writing = true;
            if (exchange.isTurnOver()) {
                final Buffer later = left;
                exchange.executeInNextTurn(() -> write(later, rest));
                return;
            }
            writer.writePart(left.slice(0, ResponsePolicy.TURN_BYTES));
            left = left.slice(ResponsePolicy.TURN_BYTES, left.length());
        }
    }

    private void runNext() {
        final Runnable kept = next;
        next = null;
        if (kept != null) {
            kept.run();
        }
    }

    /** Keeps what ends the response if the piece before is still written; false if it can run now. */
    public boolean keepNext(final Runnable ending) {
        if (writing) {
            next = ending;
        }
        return writing;
    }
}
