package org.jzenith.observability.internal.metrics;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.RangeConverter;
import org.jzenith.core.configuration.converter.Ranges;
import org.jzenith.http.internal.configuration.HttpText;
import org.jzenith.http.request.Networks;

/** The settings of metrics. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "metrics")
public interface MetricsConfiguration {

    /**
     * Turns the metrics on.
     *
     * @return false to measure nothing
     */
    @WithDefault("true")
    @Description("Set to false to record no metrics and not serve them. Meters of the application then have no effect.")
    boolean enabled();

    /**
     * The listener that serves the metrics.
     *
     * @return the name of its plugin; empty for {@code rest.admin} if there is one, otherwise for none
     */
    @Description(
            "The plugin whose listener serves the metrics. Defaults to rest.admin. If this is not set and the application has"
                    + " no rest.admin, the metrics are not served.")
    Optional<String> listener();

    /**
     * The path of the metrics.
     *
     * @return begins with a slash
     */
    @WithDefault("/metrics")
    @WithConverter(HttpText.PlainPath.class)
    @Description("The path of the metrics.")
    String path();

    /**
     * The networks of the programs that read the metrics without authentication.
     *
     * @return addresses and networks; empty for programs on the same machine only
     */
    @Description(
            "The addresses or networks (such as 10.0.0.0/8) of clients that may read the metrics without authentication, in"
                    + " addition to those on the same machine.")
    Optional<List<@WithConverter(Network.class) String>> scrapers();

    /** Checks an address or a network. */
    @SuppressWarnings("serial")
    final class Network extends RangeConverter<String> {

        public Network() {
            super(
                    "an IP address or a network such as 10.0.0.0/8",
                    text -> Networks.of(List.of(text)).isEmpty() ? null : text,
                    part -> true);
        }

        @Override
        public @Nullable String convert(final String text) {
            return super.convert(text);
        }
    }

    /**
     * The collector to which the metrics are pushed.
     *
     * @return a URL; empty to push nothing
     */
    @Description(
            "The URL to which the metrics are pushed by OTLP once a minute, such as http://collector:4318/v1/metrics; needs"
                    + " io.micrometer:micrometer-registry-otlp.")
    Optional<String> otlpEndpoint();

    /**
     * The objective of the alerts.
     *
     * @return a percentage of the requests
     */
    @WithDefault("99.9")
    @WithConverter(Percentage.class)
    @Description("The percentage of the requests in 30 days that must not fail; used by the alerts of --metrics-rules.")
    double objective();

    /** Reads a percentage. */
    @SuppressWarnings("serial")
    final class Percentage extends RangeConverter<Double> {

        public Percentage() {
            super("a percentage from 1 to 99.999", Double::valueOf, part -> part >= 1 && part <= 99.999);
        }

        @Override
        public @Nullable Double convert(final String text) {
            return super.convert(text);
        }
    }

    /**
     * The bounds of the histograms of durations.
     *
     * @return the bounds, in any order
     */
    @WithDefault("5ms,10ms,25ms,50ms,100ms,250ms,500ms,1s,2500ms,5s,10s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description(
            "The upper bounds of the histogram buckets for durations. Include the limits of your latency objectives.")
    List<Duration> buckets();

    /**
     * The limit of the time series that traffic adds.
     *
     * @return without those that are created at startup
     */
    @WithDefault("4000")
    @WithConverter(Ranges.NotNegative.class)
    @Description(
            "The maximum number of time series that requests, statements and jobs add after startup, and of meters that the"
                    + " application creates. Beyond it, values are recorded under _OTHER, and meters record nothing; both are"
                    + " counted in metrics.dropped.")
    int maxSeries();
}
