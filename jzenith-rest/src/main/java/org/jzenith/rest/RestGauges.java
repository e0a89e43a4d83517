package org.jzenith.rest;

import java.util.List;
import java.util.function.Supplier;
import org.jzenith.core.observe.Gauge;

/** Gauges of a plugin's listeners: the used part of each limit; 0 before they are built. */
final class RestGauges {

    private RestGauges() {}

    static List<Gauge> of(final Supplier<RestRuntime> runtime) {
        return List.of(
                gauge("rest.connections", "connections", runtime),
                gauge("rest.requests-in-flight", "requests", runtime),
                gauge("rest.buffered-bodies", "bytes", runtime),
                gauge("rest.parsed-bodies", "bytes", runtime),
                gauge("rest.buffered-responses", "bytes", runtime));
    }

    private static Gauge gauge(final String name, final String unit, final Supplier<RestRuntime> runtime) {
        return Gauge.of(name, unit, () -> runtime.get().read(listeners -> used(name, listeners)))
                .withLimit(() -> runtime.get().read(listeners -> limit(name, listeners)));
    }

    private static long used(final String name, final RestRuntime listeners) {
        return switch (name) {
            case "rest.connections" -> listeners.mainListener().connections().open();
            case "rest.requests-in-flight" -> listeners.requests().requestsInFlight();
            case "rest.buffered-bodies" -> listeners.requests().bufferedBodies();
            case "rest.parsed-bodies" -> listeners.requests().parsedBodies();
            default -> listeners.mainListener().connections().bufferedResponses();
        };
    }

    private static long limit(final String name, final RestRuntime listeners) {
        return switch (name) {
            case "rest.connections" -> listeners.mainListener().settings().maxConnections();
            case "rest.requests-in-flight" -> listeners.requests().settings().maxInFlight();
            case "rest.buffered-bodies" -> listeners.requests().settings().maxBodies();
            case "rest.parsed-bodies" -> listeners.requests().settings().maxParsedBodies();
            default -> listeners.mainListener().settings().maxBufferedResponses();
        };
    }
}
