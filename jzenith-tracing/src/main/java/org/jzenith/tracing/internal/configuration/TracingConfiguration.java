package org.jzenith.tracing.internal.configuration;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.RangeConverter;
import org.jzenith.core.configuration.converter.TextConverter;

/** The settings of traces. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "tracing")
public interface TracingConfiguration {

    /** The headers that carry a trace from one service to another. */
    enum Propagation {
        /** {@code traceparent} and {@code tracestate} of the W3C. */
        W3C,
        /** {@code b3}, or {@code X-B3-TraceId} and its like, of Zipkin. */
        B3
    }

    /** Accepts the base URL of a collector. */
    @SuppressWarnings("serial")
    final class Endpoint extends TextConverter {

        /** Creates it; called by SmallRye Config. */
        public Endpoint() {
            super("https?://[^/?#@\\s]+(/[^?#\\s]*)?", "a URL such as http://collector:4318");
        }

        @Override
        public @Nullable String convert(final String text) {
            return super.convert(text);
        }
    }

    /** Accepts a part of the whole. */
    @SuppressWarnings("serial")
    final class Ratio extends RangeConverter<Double> {

        /** Creates it; called by SmallRye Config. */
        public Ratio() {
            super("a number from 0 to 1", Double::valueOf, value -> value >= 0 && value <= 1);
        }

        @Override
        public @Nullable Double convert(final String text) {
            return super.convert(text);
        }
    }

    /**
     * Turns tracing on.
     *
     * @return false to trace nothing, even with an endpoint
     */
    @WithDefault("true")
    @Description("Set to false to turn tracing off, even if tracing.endpoint is set.")
    boolean enabled();

    /**
     * The collector.
     *
     * @return a URL, to which {@code /v1/traces} is added unless it ends so; empty to trace nothing
     */
    @WithConverter(Endpoint.class)
    @Description(
            "The base URL of the collector, such as http://collector:4318; OTLP over HTTP. When not set, nothing is"
                    + " traced.")
    Optional<String> endpoint();

    /**
     * The name under which the collector shows this application.
     *
     * @return empty for OpenTelemetry's default
     */
    @Description("The name of this application in its traces. Defaults to unknown_service:java.")
    Optional<String> serviceName();

    /**
     * The part of the traces that are exported whatever happens in them.
     *
     * @return from 0 to 1
     */
    @WithDefault("1")
    @WithConverter(Ratio.class)
    @Description(
            "The fraction of traces to export, if they start in this application: 0.01 exports one in a hundred. Failed requests and"
                    + " the slowest 1 % are also exported.")
    double ratio();

    /**
     * The headers of a trace.
     *
     * @return for incoming and outgoing requests
     */
    @WithDefault("w3c")
    @Description("The headers that continue a trace: w3c (traceparent) or b3.")
    Propagation propagation();

    /**
     * A span for each resource method.
     *
     * @return false to have none
     */
    @WithDefault("false")
    @Description("Set to true to add a span for each call of a resource method.")
    boolean resourceMethods();

    /**
     * The name of each transaction at the database.
     *
     * @return false to leave it as it is
     */
    @WithDefault("false")
    @Description("Set to true to show in pg_stat_activity which request runs a PostgreSQL transaction:"
            + " application_name then contains the trace id and the route.")
    boolean databaseApplicationName();
}
