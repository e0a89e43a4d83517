package org.jzenith.tracing.observer;

import io.opentelemetry.api.trace.SpanKind;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.PoolEvent;
import org.jzenith.tracing.span.OpenSpan;
import org.jzenith.tracing.span.Traces;

/** The spans of waits for a connection. Safe for use by many threads. */
final class PoolSpans {

    private final Traces traces;
    private final OpenSpans<OpenSpan> waits = new OpenSpans<>();

    PoolSpans(final Traces traces) {
        this.traces = traces;
    }

    void waits(final PoolEvent.Queued event) {
        final OpenSpan span = traces.child(SpanKind.INTERNAL, "wait for connection");
        if (span != null) {
            final String plugin = event.plugin();
            final int dot = plugin.indexOf('.');
            span.span()
                    .setAttribute("db.system.name", dot < 0 ? plugin : plugin.substring(0, dot))
                    .setAttribute("db.client.connection.pool.name", plugin);
            waits.add(plugin, event.id(), span);
        }
    }

    void acquired(final PoolEvent.Acquired event) {
        end(event.plugin(), event.id(), null);
    }

    void refused(final PoolEvent.Refused event) {
        end(event.plugin(), event.id(), event.error());
    }

    void disposed(final PoolEvent.Disposed event) {
        end(event.plugin(), event.id(), null);
    }

    private void end(final String plugin, final long id, final @Nullable Throwable error) {
        final OpenSpan span = waits.remove(plugin, id);
        if (span != null) {
            span.end(error == null ? null : error.getClass().getName());
        }
    }
}
