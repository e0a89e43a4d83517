package org.jzenith.tracing.internal.span;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingDecision;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.util.List;

/** Decides as the parent, or by ratio; the spans of jZenith's traces are recorded even if they are not sampled. */
final class TraceSampler implements Sampler {

    private final Sampler sampler;

    /** @param ratio the part of the traces without a parent that are sampled, from 0 to 1 */
    TraceSampler(final double ratio) {
        this.sampler = Sampler.parentBased(Sampler.traceIdRatioBased(ratio));
    }

    @Override
    public SamplingResult shouldSample(
            final Context parent,
            final String traceId,
            final String name,
            final SpanKind kind,
            final Attributes attributes,
            final List<LinkData> links) {
        final SamplingResult result = sampler.shouldSample(parent, traceId, name, kind, attributes, links);
        return result.getDecision() == SamplingDecision.DROP && parent.get(Trace.KEY) != null
                ? SamplingResult.recordOnly()
                : result;
    }

    @Override
    public String getDescription() {
        return "jZenith";
    }
}
