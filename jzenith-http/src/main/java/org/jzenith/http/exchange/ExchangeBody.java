package org.jzenith.http.exchange;

import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of one request: received as a whole, read in pieces, or kept back until somebody asks for it. An exchange
 * whose body nobody asks for has none of these. Used on the event loop of the request only.
 */
final class ExchangeBody {

    private final Exchange exchange;
    private final HttpServerRequest incoming;
    private @Nullable RequestBody whole;
    private @Nullable FlowableBody pieces;
    private @Nullable BodyStream received;
    private final List<BodyMemory> memories = new ArrayList<>(1);
    private boolean paused;

    ExchangeBody(final Exchange exchange, final HttpServerRequest incoming) {
        this.exchange = exchange;
        this.incoming = incoming;
    }

    void pause() {
        if (!paused) {
            BodyDemand.pause(incoming);
            paused = true;
        }
    }

    private void resume() {
        if (paused) {
            paused = false;
            BodyDemand.resume(incoming);
        }
    }

    /** Whether somebody has asked for the body, as a whole or in pieces. */
    boolean isAskedFor() {
        return whole != null || pieces != null;
    }

    boolean isOutstanding() {
        return whole == null && (pieces == null || !pieces.isWhole()) && RequestBody.isExpected(incoming);
    }

    void receive(final Runnable completed) {
        final RequestBody created = new RequestBody(exchange, incoming, all -> {
            received = all;
            exchange.bodyReceived(completed);
        });
        whole = created;
        created.collect();
        if (!created.isWaiting()) {
            resume();
        }
    }

    void prepareFlowable() {
        final MalformedRequestException refusal =
                RequestBody.refusal(incoming, RequestBody.contentLength(incoming), exchange.maxBody());
        if (refusal != null) {
            throw refusal;
        }
        pieces = new FlowableBody(exchange, incoming);
    }

    BodyMemory memory(final Runnable requestEnded) {
        final BodyMemory memory = new BodyMemory(exchange, requestEnded);
        memories.add(memory);
        return memory;
    }

    /** Null if it is not prepared. */
    @Nullable
    FlowableBody pieces() {
        return pieces;
    }

    /** Null before anybody has asked for the whole body. */
    @Nullable
    RequestBody whole() {
        return whole;
    }

    /** Empty before it is received. */
    BodyStream received() {
        return received == null ? BodyStream.empty() : received;
    }

    /** The request has ended. Bytes that nobody reads count against all streams of an HTTP/2 connection. */
    void end() {
        resume();
        if (whole != null) {
            whole.end();
        }
        memories.forEach(BodyMemory::end);
    }
}
