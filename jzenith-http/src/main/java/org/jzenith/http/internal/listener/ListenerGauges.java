package org.jzenith.http.internal.listener;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.GaugeSource;
import org.jzenith.http.internal.tls.ServerTls;

/** Gauges of a plugin's listeners: the used part of each limit, and the totals of what they accept and refuse; 0 before they are built. */
public final class ListenerGauges implements GaugeSource {

    private final Supplier<? extends @Nullable ListenerGroup> built;

    /**
     * The gauges of a plugin.
     *
     * @param built supplies the listeners; null before they are built
     */
    public ListenerGauges(final Supplier<? extends @Nullable ListenerGroup> built) {
        this.built = built;
    }

    /** In the order of the documentation. */
    @Override
    public List<Gauge> gauges() {
        return List.of(
                used(
                        "connections",
                        "connections",
                        all -> all.connections().open(),
                        all -> all.connections().settings().maxConnections()),
                used(
                        "requests-in-flight",
                        "requests",
                        all -> all.requests().requestsInFlight(),
                        all -> all.requests().settings().maxInFlight()),
                used(
                        "adaptive-limit",
                        "requests",
                        all -> all.requests().admission().followedInFlight(),
                        all -> all.requests().admission().followingLimit()),
                used(
                        "buffered-bodies",
                        "bytes",
                        all -> all.requests().bufferedBodies(),
                        all -> all.requests().settings().maxBodies()),
                used(
                        "parsed-bodies",
                        "bytes",
                        all -> all.requests().parsedBodies(),
                        all -> all.requests().settings().maxParsedBodies()),
                used(
                        "buffered-responses",
                        "bytes",
                        all -> all.connections().bufferedResponses(),
                        all -> all.connections().settings().maxBufferedResponses()),
                certificateAge(),
                total(
                        "accepted-connections",
                        "connections",
                        all -> all.connections().accepted()),
                total(
                        "refused-connections",
                        "connections",
                        all -> all.connections().refused()),
                total("http2-floods", "connections", all -> all.connections().floods()),
                total("tls-handshakes", "handshakes", all -> all.connections().handshakes()),
                total(
                        "failed-tls-handshakes",
                        "handshakes",
                        all -> all.connections().failedHandshakes()),
                total(
                        "refused-requests",
                        "requests",
                        all -> all.requests().admission().refusedByNumber()),
                total(
                        "refused-requests-by-latency",
                        "requests",
                        all -> all.requests().admission().refusedByLatency()),
                total(
                        "refused-requests-by-responses",
                        "requests",
                        all -> all.requests().admission().refusedByResponses()));
    }

    private Gauge used(
            final String name,
            final String unit,
            final ToLongFunction<ListenerGroup> used,
            final ToLongFunction<ListenerGroup> limit) {
        return Gauge.of("rest." + name, unit, () -> read(used)).withLimit(() -> read(limit));
    }

    private Gauge certificateAge() {
        return Gauge.ofAge("rest.certificate-age", () -> read(ListenerGauges::certificateAge))
                .withLimit(() -> read(ListenerGauges::certificateLifetime));
    }

    private Gauge total(final String name, final String unit, final ToLongFunction<ListenerGroup> total) {
        return Gauge.ofTotal("rest." + name, unit, () -> read(total));
    }

    private long read(final ToLongFunction<ListenerGroup> number) {
        final ListenerGroup listeners = built.get();
        return listeners == null ? 0 : number.applyAsLong(listeners);
    }

    /** Returns the seconds since the certificate that expires first became valid; 0 without TLS. */
    private static long certificateAge(final ListenerGroup listeners) {
        return seconds(
                listeners,
                certificate -> Duration.between(certificate.getNotBefore().toInstant(), Instant.now())
                        .toSeconds());
    }

    private static long certificateLifetime(final ListenerGroup listeners) {
        return seconds(
                listeners,
                certificate -> Duration.between(
                                certificate.getNotBefore().toInstant(),
                                certificate.getNotAfter().toInstant())
                        .toSeconds());
    }

    private static long seconds(final ListenerGroup listeners, final ToLongFunction<X509Certificate> time) {
        return listeners.all().stream()
                .flatMap(listener -> Stream.ofNullable(listener.tls()))
                .map(ServerTls::firstToExpire)
                .min(Comparator.comparing(X509Certificate::getNotAfter))
                .map(time::applyAsLong)
                .orElse(0L);
    }
}
