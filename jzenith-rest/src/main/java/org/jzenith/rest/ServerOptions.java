package org.jzenith.rest;

import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerOptions;
import java.util.concurrent.TimeUnit;

/** What Vert.x is told of the settings. */
final class ServerOptions {

    private ServerOptions() {}

    static HttpServerOptions of(final RestConfiguration settings) {
        final HttpServerOptions options = new HttpServerOptions()
                .setHost(settings.host())
                .setPort(settings.port())
                .setMaxInitialLineLength(settings.maxRequestLine().toInt())
                .setMaxHeaderSize(settings.maxHeaderSize().toInt())
                .setTcpNoDelay(settings.tcp().noDelay())
                .setTcpFastOpen(settings.tcp().fastOpen())
                .setTcpQuickAck(settings.tcp().quickAck())
                .setRegisterWebSocketWriteHandlers(false);
        return http2(options, settings.http2());
    }

    private static HttpServerOptions http2(final HttpServerOptions options, final RestConfiguration.Http2 settings) {
        return options.setHttp2ClearTextEnabled(settings.enabled())
                .setInitialSettings(new Http2Settings()
                        .setMaxConcurrentStreams(settings.maxStreams())
                        .setMaxHeaderListSize(options.getMaxHeaderSize()))
                .setHttp2RstFloodMaxRstFramePerWindow(settings.maxResets())
                .setHttp2RstFloodWindowDuration(
                        (int) Math.min(settings.resetWindow().toSeconds(), Integer.MAX_VALUE))
                .setHttp2RstFloodWindowDurationTimeUnit(TimeUnit.SECONDS);
    }
}
