package org.jzenith.http.internal.listener;

import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.internal.configuration.Http2Configuration;
import org.jzenith.http.internal.configuration.HttpConfiguration;

/** Makes the options of Vert.x from the settings. */
final class ServerOptions {

    /** The largest piece of a body over HTTP/1.1: the bytes read from a connection at a time. Pieces are passed on one by one. */
    private static final int LARGEST_PIECE = 64 * 1024;

    /** The bytes a client may send on a stream before they are read (RFC 9113, 6.5.2). */
    private static final int STREAM_WINDOW = 65_535;

    private static final long LEAST_UNCONFIRMED_MILLIS = 5000;

    private ServerOptions() {}

    /** @param host the address to listen on, unless a function changes it */
    static HttpServerOptions of(
            final HttpConfiguration settings, final String host, final List<Consumer<HttpServerOptions>> changes) {
        final HttpServerOptions options = of(settings).setHost(host);
        try {
            changes.forEach(change -> change.accept(options));
        } catch (final RuntimeException e) {
            throw new StartException(problem("The function passed to withServerOptions(..) failed: " + e)
                    .remedy("Fix this function.")
                    .causedBy(e));
        }
        if (options.isSsl()) {
            throw new StartException(problem("withServerOptions(..) enables TLS, but only settings can enable it.")
                    .remedy("Set rest.tls.certificate and rest.tls.key instead."));
        }
        return options;
    }

    private static StartProblem problem(final String what) {
        return StartProblem.of(what).from("withServerOptions(..)");
    }

    private static HttpServerOptions of(final HttpConfiguration settings) {
        final HttpServerOptions options = new HttpServerOptions()
                .setPort(settings.port())
                .setMaxInitialLineLength(settings.maxRequestLine().toInt())
                .setMaxHeaderSize(settings.maxHeaderSize().toInt())
                .setMaxChunkSize(LARGEST_PIECE)
                .setTcpNoDelay(settings.tcp().noDelay())
                .setTcpFastOpen(settings.tcp().fastOpen())
                .setTcpQuickAck(settings.tcp().quickAck())
                .setTcpUserTimeout(unconfirmedMillis(settings.idleTimeout()))
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                .setRegisterWebSocketWriteHandlers(false);
        return http2(options, settings);
    }

    /** A client that vanishes confirms nothing; a network that loses packets is no such client. */
    private static int unconfirmedMillis(final Duration idleTimeout) {
        return (int) Math.min(Math.max(idleTimeout.toMillis(), LEAST_UNCONFIRMED_MILLIS), Integer.MAX_VALUE);
    }

    private static HttpServerOptions http2(final HttpServerOptions options, final HttpConfiguration settings) {
        final Http2Configuration http2 = settings.http2();
        // A body that waits for the budget leaves bytes of its stream unread; they must not block other streams.
        return options.setHttp2ConnectionWindowSize(
                        (int) Math.min((long) http2.maxStreams() * STREAM_WINDOW, Integer.MAX_VALUE))
                .setHttp2ClearTextEnabled(http2.enabled())
                .setInitialSettings(new Http2Settings()
                        .setMaxConcurrentStreams(http2.maxStreams())
                        .setMaxHeaderListSize(options.getMaxHeaderSize()))
                .setHttp2RstFloodMaxRstFramePerWindow(http2.maxResets())
                .setHttp2RstFloodWindowDuration(
                        (int) Math.min(http2.resetWindow().toSeconds(), Integer.MAX_VALUE))
                .setHttp2RstFloodWindowDurationTimeUnit(TimeUnit.SECONDS);
    }
}
