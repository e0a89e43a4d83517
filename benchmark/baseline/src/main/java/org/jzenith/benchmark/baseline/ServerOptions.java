package org.jzenith.benchmark.baseline;

import io.vertx.core.http.HttpServerOptions;

/** The options of an HTTP server without what is not used. */
final class ServerOptions {

    private ServerOptions() {}

    static HttpServerOptions create() {
        return new HttpServerOptions()
                .setTcpNoDelay(true)
                .setTcpFastOpen(true)
                .setTcpQuickAck(true)
                .setHttp2ClearTextEnabled(false)
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                .setRegisterWebSocketWriteHandlers(false);
    }
}
