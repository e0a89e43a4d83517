package org.jzenith.rest.server;

import io.netty.handler.codec.http.HttpMessage;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;

/** Refuses what Netty would repair: two lengths in one message are how requests are smuggled. */
final class StrictDecoder extends VertxHttpRequestDecoder {

    StrictDecoder(final HttpServerOptions options) {
        super(options);
    }

    @Override
    protected void handleTransferEncodingChunkedWithContentLength(final HttpMessage message) {
        throw new IllegalArgumentException("There is a Content-Length beside a Transfer-Encoding.");
    }
}
