package org.jzenith.rest;

import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jzenith.core.observe.Gauge;

/** How much of the limits of a plugin's listeners is in use; 0 before they are built. */
final class RestGauges {

    private RestGauges() {}

    static List<Gauge> of(final Supplier<RestRuntime> runtime) {
        return List.of(
                gauge(
                        "rest.connections",
                        "connections",
                        runtime,
                        listeners -> listeners.server().connections().open(),
                        listeners -> listeners.server().settings().maxConnections()),
                gauge(
                        "rest.requests-in-flight",
                        "requests",
                        runtime,
                        listeners -> listeners.requests().requestsInFlight(),
                        listeners -> listeners.requests().settings().maxInFlight()),
                gauge(
                        "rest.buffered-bodies",
                        "bytes",
                        runtime,
                        listeners -> listeners.requests().bufferedBodies(),
                        listeners -> listeners.requests().settings().maxBodies()),
                gauge(
                        "rest.parsed-bodies",
                        "bytes",
                        runtime,
                        listeners -> listeners.requests().parsedBodies(),
                        listeners -> listeners.requests().settings().maxParsedBodies()),
                gauge(
                        "rest.buffered-responses",
                        "bytes",
                        runtime,
                        listeners -> listeners.server().connections().bufferedResponses(),
                        listeners -> listeners.server().settings().maxBufferedResponses()));
    }

    private static Gauge gauge(
            final String name,
            final String unit,
            final Supplier<RestRuntime> runtime,
            final ToLongFunction<RestRuntime> used,
            final ToLongFunction<RestRuntime> limit) {
        return Gauge.of(name, unit, () -> runtime.get().read(used))
                .withLimit(() -> runtime.get().read(limit));
    }
}
