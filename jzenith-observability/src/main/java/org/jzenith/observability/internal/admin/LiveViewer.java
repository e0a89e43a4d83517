package org.jzenith.observability.internal.admin;

import io.vertx.core.buffer.Buffer;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.write.ResponseHead;

/** A browser with the page open. Gets no event while the one before is not taken. */
final class LiveViewer {

    private static final int OK = 200;

    private final Exchange exchange;

    /** Used on the event loop of the exchange. */
    private boolean busy;

    LiveViewer(final Exchange exchange) {
        this.exchange = exchange;
    }

    /** Sends an event; on any thread. */
    @SuppressWarnings("FutureReturnValueIgnored") // the next event waits for it
    void send(final Buffer event) {
        exchange.execute(() -> {
            if (!busy && !exchange.isFinished()) {
                busy = true;
                exchange.response()
                        .sendPiece(ResponseHead.of(OK, AdminHandler.headersOfEvents()), event.slice())
                        .thenRun(() -> busy = false);
            }
        });
    }
}
