package org.jzenith.rest.dispatch;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerRequestInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The requests of one event loop; everything in it happens there. */
final class Lane implements Handler<HttpServerRequest> {

    private static final long SWEEP_MILLIS = 100;

    private static final int UNAVAILABLE = 503;

    /** Requests of one connection that are answered inside one another. */
    private static final int MAX_NESTED = 8;

    private final RequestHandler hall;
    private final Vertx vertx;
    private final BooleanSupplier roomForAnswers;
    private final WorkerExecutor documents;
    private @Nullable Exchange first;
    private int nested;
    private final RequestId.Sequence ids = new RequestId.Sequence();

    Lane(final RequestHandler hall, final Vertx vertx, final BooleanSupplier roomForAnswers) {
        this.hall = hall;
        this.roomForAnswers = roomForAnswers;
        this.vertx = vertx;
        this.documents = vertx.createSharedWorkerExecutor(
                "jzenith-documents", Runtime.getRuntime().availableProcessors());
        vertx.setPeriodic(SWEEP_MILLIS, timer -> sweep());
    }

    /** Vert.x hands over a request that was pipelined in the middle of the end of the one before it. */
    @Override
    public void handle(final HttpServerRequest incoming) {
        if (nested == MAX_NESTED) {
            handleLater(incoming);
            return;
        }
        nested++;
        try {
            begin(incoming);
        } finally {
            nested--;
        }
    }

    /** In a turn of its own, as the stack has an end. It counts as in flight meanwhile, and its body waits. */
    private void handleLater(final HttpServerRequest incoming) {
        hall.enter();
        incoming.pause();
        ((HttpServerRequestInternal) incoming).context().runOnContext(now -> {
            if (!incoming.response().closed()) {
                incoming.resume();
                handle(incoming);
            }
            hall.release(); // not before the next one counts
        });
    }

    private void begin(final HttpServerRequest incoming) {
        final Exchange exchange = new Exchange(this, incoming);
        if (hall.hasRoom() && roomForAnswers.getAsBoolean()) {
            exchange.begin();
        } else {
            exchange.decline(UNAVAILABLE, "There are too many requests at the moment.");
        }
    }

    /** Whoever is not answered at once is looked after. */
    void stays(final Exchange exchange) {
        Waiting.link(exchange, first);
        first = exchange;
        hall.enter();
    }

    /** A request that could not even be decoded. */
    void refuse(final HttpServerRequest incoming) {
        new Exchange(this, incoming).refuse(incoming.decoderResult().cause());
    }

    void left(final Exchange exchange) {
        final Exchange next = exchange.unlink();
        if (first == exchange) {
            first = next;
        }
        hall.release();
    }

    /** Ends whatever is still in flight. */
    void abandon() {
        inFlight().forEach(Exchange::abandon);
    }

    /** Refusals that wait are sent now. */
    void releaseRefusals() {
        inFlight().forEach(Exchange::releaseRefusal);
    }

    private void sweep() {
        if (first != null) {
            final long now = System.nanoTime();
            inFlight().forEach(exchange -> exchange.checkTime(now));
        }
    }

    /** A copy, as whoever is looked at may leave. */
    private List<Exchange> inFlight() {
        final List<Exchange> all = new ArrayList<>();
        for (Exchange each = first; each != null; each = each.next()) {
            all.add(each);
        }
        return all;
    }

    /** The event loop has ended, and with it its requests: nobody answers them. */
    void lost() {
        inFlight().forEach(exchange -> hall.release());
        first = null;
    }

    String nextId() {
        return ids.next();
    }

    RequestHandler hall() {
        return hall;
    }

    /**
     * Threads that read large documents, one a processor for all event loops, as more would only hold more memory at a
     * time.
     */
    WorkerExecutor documents() {
        return documents;
    }

    Vertx vertx() {
        return vertx;
    }
}
