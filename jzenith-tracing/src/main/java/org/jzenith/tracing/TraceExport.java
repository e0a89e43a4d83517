package org.jzenith.tracing;

import com.google.inject.Provider;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.jzenith.tracing.internal.configuration.TracingConfiguration;
import org.jzenith.tracing.internal.span.Traces;

/** Exports the traces. Starts before the listeners open, and stops after they are closed. Does nothing if tracing is off. */
@Singleton
final class TraceExport {

    private static final long SWEEP_MILLIS = 1_000;

    private final TracingConfiguration settings;
    private final Provider<Traces> traces;
    private final Vertx vertx;
    private volatile long timer = -1;

    @Inject
    TraceExport(final TracingConfiguration settings, final Provider<Traces> traces, final Vertx vertx) {
        this.settings = settings;
        this.traces = traces;
        this.vertx = vertx;
    }

    /** Starts to send. */
    void start() {
        if (TracingModule.isOn(settings)) {
            final Traces all = traces.get();
            all.start();
            timer = vertx.setPeriodic(SWEEP_MILLIS, due -> all.sweep());
        }
    }

    /** Sends the remaining traces. Blocks for a few seconds at most. */
    void stop() {
        if (timer >= 0) {
            vertx.cancelTimer(timer);
            traces.get().stop();
        }
    }
}
