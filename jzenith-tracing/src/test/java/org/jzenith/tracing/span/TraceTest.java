package org.jzenith.tracing.span;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingDecision;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TraceTest {

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.01, 0.3, 0.9, 1})
    void samplesTheTracesThatOpenTelemetrySamples(final double ratio) {
        final Sampler sampler = Sampler.traceIdRatioBased(ratio);
        new Random(17)
                .longs(1_000)
                .forEach(low -> assertThat(Trace.isInSample(low, ratio))
                        .as("ratio %s, id %s", ratio, low)
                        .isEqualTo(sampler.shouldSample(
                                                Context.root(),
                                                TraceId.fromLongs(1, low),
                                                "",
                                                SpanKind.SERVER,
                                                Attributes.empty(),
                                                List.of())
                                        .getDecision()
                                == SamplingDecision.RECORD_AND_SAMPLE));
    }
}
