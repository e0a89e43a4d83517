package org.jzenith.rest.dispatch;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** The requests of one event loop; everything in it happens there. */
final class Lane implements Handler<HttpServerRequest> {

    private static final long SWEEP_MILLIS = 100;

    private final RequestHandler hall;
    private final Vertx vertx;
    private final Set<Exchange> inFlight = Collections.newSetFromMap(new IdentityHashMap<>());
    private final String idPrefix =
            Long.toHexString(ThreadLocalRandom.current().nextLong() | Long.MIN_VALUE)
                            .substring(4) + "-";
    private final Signature signature;
    private long idNumber;

    Lane(final RequestHandler hall, final Vertx vertx) {
        this.hall = hall;
        this.vertx = vertx;
        this.signature = new Signature(hall.limits().serverHeader());
        vertx.setPeriodic(SWEEP_MILLIS, timer -> sweep());
    }

    @Override
    public void handle(final HttpServerRequest incoming) {
        final Exchange exchange = new Exchange(this, incoming);
        if (hall.hasRoom()) {
            exchange.begin();
        } else {
            exchange.turnAway();
        }
    }

    /** Whoever is not answered at once is looked after. */
    void stays(final Exchange exchange) {
        inFlight.add(exchange);
        hall.enter();
    }

    /** A request that could not even be decoded. */
    void refuse(final HttpServerRequest incoming) {
        new Exchange(this, incoming).refuse(incoming.decoderResult().cause());
    }

    void left(final Exchange exchange) {
        if (inFlight.remove(exchange)) {
            hall.release();
        }
    }

    /** Ends whatever is still in flight. */
    void abandon() {
        List.copyOf(inFlight).forEach(Exchange::abandon);
    }

    private void sweep() {
        if (inFlight.isEmpty()) {
            return;
        }
        final long now = System.nanoTime();
        for (final Exchange exchange : List.copyOf(inFlight)) {
            exchange.checkTime(now);
        }
    }

    String nextId() {
        return idPrefix + Long.toString(++idNumber, Character.MAX_RADIX);
    }

    Signature signature() {
        return signature;
    }

    RequestHandler hall() {
        return hall;
    }

    Vertx vertx() {
        return vertx;
    }
}
