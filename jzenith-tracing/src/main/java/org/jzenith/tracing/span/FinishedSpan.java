package org.jzenith.tracing.span;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.common.InstrumentationLibraryInfo;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.List;

/** The data of a span, as an exporter reads it. Immutable. */
record FinishedSpan(
        LiveSpan span,
        Resource resource,
        Attributes attributes,
        long startEpochNanos,
        long endEpochNanos,
        StatusData status,
        List<EventData> events,
        List<LinkData> links)
        implements SpanData {

    static final String SCOPE = "org.jzenith.tracing";

    private static final InstrumentationScopeInfo SCOPE_INFO = InstrumentationScopeInfo.create(SCOPE);

    @Override
    public String getName() {
        return span.getName();
    }

    @Override
    public SpanKind getKind() {
        return span.getKind();
    }

    @Override
    public SpanContext getSpanContext() {
        return span.getSpanContext();
    }

    @Override
    public SpanContext getParentSpanContext() {
        return span.getParentSpanContext();
    }

    @Override
    public StatusData getStatus() {
        return status;
    }

    @Override
    public long getStartEpochNanos() {
        return startEpochNanos;
    }

    @Override
    public Attributes getAttributes() {
        return attributes;
    }

    @Override
    public List<EventData> getEvents() {
        return events;
    }

    @Override
    public List<LinkData> getLinks() {
        return links;
    }

    @Override
    public long getEndEpochNanos() {
        return endEpochNanos;
    }

    @Override
    public boolean hasEnded() {
        return true;
    }

    @Override
    public int getTotalRecordedEvents() {
        return events.size();
    }

    @Override
    public int getTotalRecordedLinks() {
        return links.size();
    }

    @Override
    public int getTotalAttributeCount() {
        return attributes.size();
    }

    @Override
    @SuppressWarnings("deprecation") // the interface asks for it
    public InstrumentationLibraryInfo getInstrumentationLibraryInfo() {
        return span.getInstrumentationLibraryInfo();
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
        return SCOPE_INFO;
    }

    @Override
    public Resource getResource() {
        return resource;
    }
}
