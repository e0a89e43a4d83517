package org.jzenith.tracing.observer;

import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.PoolEvent;
import org.jzenith.core.observe.StatementEvent;
import org.jzenith.core.observe.TransactionEvent;
import org.jzenith.tracing.span.LiveSpan;
import org.jzenith.tracing.span.SpanDetails;
import org.jzenith.tracing.span.Traces;

/** The spans of statements, transactions and waits for a connection. Safe for use by many threads. */
final class DatabaseSpans {

    private final Traces traces;
    private final OpenSpans statements = new OpenSpans();
    private final OpenSpans transactions = new OpenSpans();
    private final OpenSpans waits = new OpenSpans();

    DatabaseSpans(final Traces traces) {
        this.traces = traces;
    }

    private @Nullable LiveSpan begin(
            final OpenSpans open, final SpanKind kind, final String plugin, final long id, final SpanDetails details) {
        final LiveSpan span = traces.child(kind, details);
        if (span != null) {
            open.add(plugin, id, span);
        }
        return span;
    }

    private static void end(final @Nullable LiveSpan span, final @Nullable Throwable error) {
        if (span != null) {
            if (error != null) {
                span.setStatus(StatusCode.ERROR, "");
                span.setAttribute("error.type", error.getClass().getName());
            }
            span.end();
        }
    }

    private static NamedDetails details(final String name, final String plugin) {
        return new NamedDetails(name, attributes -> StatementDetails.addDatabase(plugin, attributes));
    }

    void queued(final StatementEvent.Queued event) {
        begin(statements, SpanKind.CLIENT, event.plugin(), event.id(), new StatementDetails(event));
    }

    void sent(final StatementEvent.Sent event) {
        final LiveSpan span = statements.get(event.plugin(), event.id());
        if (span != null && span.details() instanceof final StatementDetails details) {
            details.sent();
        }
    }

    void done(final StatementEvent.Done event) {
        final LiveSpan span = statements.remove(event.plugin(), event.id());
        if (span != null && span.details() instanceof final StatementDetails details) {
            details.done(event);
        }
        end(span, event.error());
    }

    /** The span is current for the work of the transaction. */
    void transaction(final TransactionEvent.Begun event) {
        final LiveSpan span = begin(
                transactions, SpanKind.INTERNAL, event.plugin(), event.id(), details("transaction", event.plugin()));
        final RequestContext request = event.request();
        // Other contexts do not have the element that ends it.
        if (span != null && request != null && request.trace() != null && RequestContext.current() == request) {
            TraceElement.enter(Context.current().with(span));
        }
    }

    void transactionEnded(final TransactionEvent.Ended event) {
        final LiveSpan span = transactions.remove(event.plugin(), event.id());
        if (span != null && event.status() != TransactionEvent.Status.COMMITTED) {
            span.setAttribute("jzenith.transaction.rolled_back", true);
        }
        end(span, event.error());
    }

    void waits(final PoolEvent.Queued event) {
        begin(waits, SpanKind.INTERNAL, event.plugin(), event.id(), details("wait for connection", event.plugin()));
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
