package org.jzenith.tracing.internal.span;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class SlowTracesTest {

    private final Traces traces =
            new Traces("http://localhost:1", Optional.empty(), 0, W3CTraceContextPropagator.getInstance());
    private final SlowTraces slow = new SlowTraces();

    private Trace trace(final int seconds) {
        final Trace trace = traces.begin(Context.root(), SpanKind.SERVER, "GET /", span -> {});
        trace.root().end(System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(seconds), TimeUnit.MILLISECONDS);
        return trace;
    }

    @Test
    void aFasterTraceDoesNotReplaceASlowerOne() {
        assertThat(slow.offer(trace(100), true)).isTrue();
        for (int i = 1; i < 256; i++) {
            assertThat(slow.offer(trace(1), true)).isTrue();
        }
        assertThat(slow.offer(trace(1), true))
                .as("a fast one in the place of the slow one")
                .isFalse();
        assertThat(slow.offer(trace(2), true))
                .as("a slower one in the place of another")
                .isTrue();
    }
}
