package org.jzenith.tracing.span;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.util.List;

/** Decides about spans of the application: those of a trace follow it, and are recorded even if it is not sampled. */
final class TraceSampler implements Sampler {

    private final Sampler others;

    /** @param ratio the part of the other traces that are sampled */
    TraceSampler(final double ratio) {
        this.others = Sampler.parentBased(Sampler.traceIdRatioBased(ratio));
    }

    @Override
    public SamplingResult shouldSample(
            final Context parent,
            final String traceId,
            final String name,
            final SpanKind kind,
            final Attributes attributes,
            final List<LinkData> links) {
        final Trace trace = parent.get(Trace.KEY);
        if (trace == null) {
            return others.shouldSample(parent, traceId, name, kind, attributes, links);
        }
        return trace.isSampled() ? SamplingResult.recordAndSample() : SamplingResult.recordOnly();
    }

    @Override
    public String getDescription() {
        return "jZenith";
    }
}
