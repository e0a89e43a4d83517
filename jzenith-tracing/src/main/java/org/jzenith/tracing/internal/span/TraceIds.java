package org.jzenith.tracing.internal.span;

import io.opentelemetry.sdk.trace.IdGenerator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Random ids, except for traces that get the id of their request. Safe for use by many threads. */
final class TraceIds implements IdGenerator {

    private final IdGenerator random = IdGenerator.random();

    @SuppressWarnings("ThreadLocalUsage") // one for each application
    private final ThreadLocal<@Nullable String> wanted = new ThreadLocal<>();

    /** Starts a trace, which gets an id if it has no parent. */
    Trace withId(final String traceId, final Supplier<Trace> begin) {
        wanted.set(traceId);
        try {
            return begin.get();
        } finally {
            wanted.set(null); // not remove(), after which each request makes a new entry
        }
    }

    @Override
    public String generateSpanId() {
        return random.generateSpanId();
    }

    @Override
    public String generateTraceId() {
        final String id = wanted.get();
        return id == null ? random.generateTraceId() : id;
    }
}
