package org.jzenith.tracing.observer;

import io.opentelemetry.api.common.AttributesBuilder;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.log.StatementText;
import org.jzenith.core.observe.StatementEvent;
import org.jzenith.tracing.span.SpanDetails;

/**
 * The name and attributes of a statement, without its values. Not its events, which hold the request.
 * Written before the end of its span, read after it.
 */
final class StatementDetails implements SpanDetails {

    private static final double SECOND_NANOS = 1e9;

    private final String plugin;
    private final String summary;
    private final String sql;
    private final long queuedNanos = System.nanoTime();
    private volatile long sentNanos;

    /** -1 if there is no result. */
    private volatile long rows = -1;

    private volatile boolean disposed;

    /** Null outside a request, and without a matched route. */
    private volatile @Nullable String route;

    StatementDetails(final StatementEvent.Queued event) {
        this.plugin = event.plugin();
        this.summary = event.summary();
        this.sql = event.sql();
    }

    void sent() {
        sentNanos = System.nanoTime();
    }

    void done(final StatementEvent.Done event) {
        rows = event.error() == null ? event.rows() : -1;
        disposed = event.error() == null && event.rows() < 0;
        final RequestContext request = event.request();
        route = request == null ? null : request.route();
    }

    @Override
    public String name() {
        return summary;
    }

    @Override
    public void addTo(final AttributesBuilder attributes) {
        addDatabase(plugin, attributes);
        attributes.put("db.query.summary", name());
        attributes.put("db.query.text", StatementText.of(sql));
        if (route != null) {
            attributes.put("http.route", route);
        }
        if (sentNanos != 0) {
            attributes.put("jzenith.queue.duration", (sentNanos - queuedNanos) / SECOND_NANOS);
        }
        if (rows >= 0) {
            attributes.put("db.response.returned_rows", rows);
        }
        if (disposed) {
            attributes.put("jzenith.disposed", true);
        }
    }

    /** Names the database of a plugin. */
    static void addDatabase(final String plugin, final AttributesBuilder attributes) {
        final int dot = plugin.indexOf('.');
        attributes.put("db.system.name", dot < 0 ? plugin : plugin.substring(0, dot));
        attributes.put("db.client.connection.pool.name", plugin);
    }
}
