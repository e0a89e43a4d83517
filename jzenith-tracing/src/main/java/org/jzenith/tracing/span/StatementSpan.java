package org.jzenith.tracing.span;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.trace.data.DelegatingSpanData;
import io.opentelemetry.sdk.trace.data.SpanData;
import org.jzenith.core.log.StatementText;

/** The span of a statement, whose text is masked on the exporter's thread, because most statements are not exported. Immutable. */
final class StatementSpan extends DelegatingSpanData {

    private final Attributes attributes;

    private StatementSpan(final SpanData span, final String sql) {
        super(span);
        this.attributes = span.getAttributes().toBuilder()
                .remove(Traces.SQL)
                .put("db.query.text", StatementText.of(sql))
                .build();
    }

    /** Returns the span as a collector gets it; the same if it is not that of a statement. */
    static SpanData masked(final SpanData span) {
        final String sql = span.getAttributes().get(Traces.SQL);
        return sql == null ? span : new StatementSpan(span, sql);
    }

    @Override
    public Attributes getAttributes() {
        return attributes;
    }
}
