package org.jzenith.rest.server;

import io.vertx.core.impl.ContextInternal;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Looks after the connections of one event loop; everything but {@link #refuse} happens there. */
final class Watch {

    private static final long PERIOD_MILLIS = 250;

    private final ContextInternal context;
    private final long headerNanos;
    private final long idleNanos;
    private final Set<Gate> gates = Collections.newSetFromMap(new IdentityHashMap<>());
    private volatile boolean refusing;

    Watch(final ContextInternal context, final RestServer.Settings settings) {
        this.context = context;
        this.headerNanos = settings.headerTimeout().toNanos();
        this.idleNanos = settings.idleTimeout().toNanos();
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

    boolean isRefusing() {
        return refusing;
    }

    void refuse() {
        refusing = true;
        context.runOnContext(now -> List.copyOf(gates).forEach(Gate::closeIfIdle));
    }

    private void sweep() {
        final long now = System.nanoTime();
        for (final Gate gate : List.copyOf(gates)) {
            gate.closeIfLate(now);
        }
    }
}
