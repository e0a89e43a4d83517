package org.jzenith.benchmark.baseline;

import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PfxOptions;

/** The options of an HTTP server without what is not used. */
final class ServerOptions {

    /** The largest piece of a body: the bytes read from a connection at a time. */
    private static final int LARGEST_PIECE = 64 * 1024;

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

    /** Returns the options with cleartext HTTP/2 in addition to HTTP/1.1. */
    static HttpServerOptions withHttp2() {
        return create().setHttp2ClearTextEnabled(true).setMaxChunkSize(LARGEST_PIECE);
    }

    /** Returns the options with TLS, and HTTP/2 by ALPN. */
    static HttpServerOptions withTls(final String keystore, final String password) {
        return withHttp2()
                .setSsl(true)
                .setUseAlpn(true)
                .setKeyCertOptions(new PfxOptions().setPath(keystore).setPassword(password));
    }
}
