package org.jzenith.tracing.span;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.trace.data.DelegatingSpanData;
import io.opentelemetry.sdk.trace.data.SpanData;
import org.jzenith.core.log.StatementText;

/** The span of a statement, whose text is masked on the exporter's thread, because most statements are not exported. Immutable. */
public final class StatementSpan extends DelegatingSpanData {

    /** The text of a statement as the application has written it, for {@code db.query.text}. */
    public static final AttributeKey<String> SQL = AttributeKey.stringKey("jzenith.sql");

    private final Attributes attributes;

    private StatementSpan(final SpanData span, final String sql) {
        super(span);
        this.attributes = span.getAttributes().toBuilder()
                .remove(SQL)
                .put("db.query.text", StatementText.of(sql))
                .build();
    }

    /** Returns the span as a collector gets it; the same if it is not that of a statement. */
    static SpanData masked(final SpanData span) {
        final String sql = span.getAttributes().get(SQL);
        return sql == null ? span : new StatementSpan(span, sql);
    }

    @Override
    public Attributes getAttributes() {
        return attributes;
    }
}
