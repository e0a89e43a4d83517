package org.jzenith.rest.server;

import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.vertx.core.impl.ContextInternal;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Looks after the connections of one event loop; everything but {@link #refuse} happens there. */
final class Watch {

    private static final long PERIOD_MILLIS = 250;

    private final ContextInternal context;
    private final long headerNanos;
    private final long idleNanos;
    private final Set<Gate> gates = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Signature signature;
    private volatile boolean refusing;
    private long soon = System.nanoTime();
    private @Nullable Class<?> wholeAnswer;

    Watch(final ContextInternal context, final RestServer.Settings settings) {
        this.context = context;
        this.headerNanos = settings.headerTimeout().toNanos();
        this.idleNanos = settings.idleTimeout().toNanos();
        this.signature = new Signature(settings.serverHeader().orElse(null));
        context.setPeriodic(PERIOD_MILLIS, timer -> sweep());
    }

    void add(final Gate gate) {
        gates.add(gate);
    }

    void remove(final Gate gate) {
        gates.remove(gate);
    }

    long headerNanos() {
        return headerNanos;
    }

    long idleNanos() {
        return idleNanos;
    }

    /** A time that has come by the next look around; cheaper than the clock, which every answer would ask. */
    long soon() {
        return soon;
    }

    /** Whether this is a head with its whole body. Vert.x has one class for it, which is no secret after the first. */
    boolean isWholeAnswer(final Object message) {
        if (message.getClass() == wholeAnswer) {
            return true;
        }
        final boolean whole = message instanceof HttpResponse && message instanceof LastHttpContent;
        if (whole) {
            wholeAnswer = message.getClass();
        }
        return whole;
    }

    Signature signature() {
        return signature;
    }

    boolean isRefusing() {
        return refusing;
    }

    void refuse() {
        refusing = true;
        context.runOnContext(now -> List.copyOf(gates).forEach(Gate::closeIfIdle));
    }

    private void sweep() {
        signature.refresh();
        final long now = System.nanoTime();
        soon = now + TimeUnit.MILLISECONDS.toNanos(PERIOD_MILLIS);
        for (final Gate gate : List.copyOf(gates)) {
            gate.closeIfLate(now);
        }
    }
}
