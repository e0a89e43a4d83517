package org.jzenith.tracing.observer;

import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.PoolEvent;
import org.jzenith.core.observe.StatementEvent;
import org.jzenith.core.observe.TransactionEvent;
import org.jzenith.tracing.span.OpenSpan;
import org.jzenith.tracing.span.StatementSpan;
import org.jzenith.tracing.span.Traces;

/** The spans of statements, transactions and waits for a connection. Safe for use by many threads. */
final class DatabaseSpans {

    private static final double SECOND_NANOS = 1e9;

    private final Traces traces;
    private final OpenSpans<OpenSpan> statements = new OpenSpans<>();
    private final OpenSpans<OpenSpan> transactions = new OpenSpans<>();
    private final OpenSpans<OpenSpan> waits = new OpenSpans<>();

    DatabaseSpans(final Traces traces) {
        this.traces = traces;
    }

    private @Nullable OpenSpan begin(
            final OpenSpans<OpenSpan> open,
            final SpanKind kind,
            final String plugin,
            final long id,
            final String name) {
        final OpenSpan span = traces.child(kind, name);
        if (span != null) {
            final int dot = plugin.indexOf('.');
            span.span()
                    .setAttribute("db.system.name", dot < 0 ? plugin : plugin.substring(0, dot))
                    .setAttribute("db.client.connection.pool.name", plugin);
            open.add(plugin, id, span);
        }
        return span;
    }

    private static void end(final @Nullable OpenSpan span, final @Nullable Throwable error) {
        if (span != null) {
            span.end(error == null ? null : error.getClass().getName());
        }
    }

    void queued(final StatementEvent.Queued event) {
        final OpenSpan span = begin(statements, SpanKind.CLIENT, event.plugin(), event.id(), event.summary());
        if (span != null) {
            span.span().setAttribute("db.query.summary", event.summary()).setAttribute(StatementSpan.SQL, event.sql());
        }
    }

    void sent(final StatementEvent.Sent event) {
        final OpenSpan span = statements.get(event.plugin(), event.id());
        if (span != null) {
            span.span().setAttribute("jzenith.queue.duration", span.span().getLatencyNanos() / SECOND_NANOS);
        }
    }

    void done(final StatementEvent.Done event) {
        final OpenSpan span = statements.remove(event.plugin(), event.id());
        final RequestContext request = event.request();
        if (span != null && request != null) {
            span.span().setAttribute("http.route", request.route());
        }
        if (span != null && event.error() == null) {
            if (event.rows() < 0) {
                span.span().setAttribute("jzenith.disposed", true);
            } else {
                span.span().setAttribute("db.response.returned_rows", event.rows());
            }
        }
        end(span, event.error());
    }

    /** The span is current for the work of the transaction. */
    void transaction(final TransactionEvent.Begun event) {
        final OpenSpan span = begin(transactions, SpanKind.INTERNAL, event.plugin(), event.id(), "transaction");
        final RequestContext request = event.request();
        // Other contexts do not have the element that ends it.
        if (span != null && request != null && request.trace() != null && RequestContext.current() == request) {
            TraceElement.enter(Context.current().with(span.span()));
        }
    }

    void transactionEnded(final TransactionEvent.Ended event) {
        final OpenSpan span = transactions.remove(event.plugin(), event.id());
        if (span != null && event.status() != TransactionEvent.Status.COMMITTED) {
            span.span().setAttribute("jzenith.transaction.rolled_back", true);
        }
        end(span, event.error());
    }

    void waits(final PoolEvent.Queued event) {
        begin(waits, SpanKind.INTERNAL, event.plugin(), event.id(), "wait for connection");
    }

    void acquired(final PoolEvent.Acquired event) {
        end(waits.remove(event.plugin(), event.id()), null);
    }

    void refused(final PoolEvent.Refused event) {
        end(waits.remove(event.plugin(), event.id()), event.error());
    }

    void disposed(final PoolEvent.Disposed event) {
        end(waits.remove(event.plugin(), event.id()), null);
    }
}
