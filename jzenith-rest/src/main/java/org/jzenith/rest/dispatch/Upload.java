package org.jzenith.rest.dispatch;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.function.Consumer;

/** The body of a request while it arrives. */
final class Upload {

    private static final int TOO_LARGE = 413;
    private static final int EXPECTATION_FAILED = 417;

    private final HttpServerRequest incoming;
    private final long maxBody;

    Upload(final HttpServerRequest incoming, final long maxBody) {
        this.incoming = incoming;
        this.maxBody = maxBody;
    }

    /** Whether a body comes at all. */
    static boolean isExpected(final HttpServerRequest incoming) {
        if (incoming.version() == HttpVersion.HTTP_2) {
            final HttpMethod method = incoming.method();
            return incoming.headers().contains(HttpHeaders.CONTENT_LENGTH)
                    || !(method.equals(HttpMethod.GET)
                            || method.equals(HttpMethod.HEAD)
                            || method.equals(HttpMethod.OPTIONS));
        }
        return incoming.headers().contains(HttpHeaders.TRANSFER_ENCODING)
                || (incoming.headers().contains(HttpHeaders.CONTENT_LENGTH) && contentLength(incoming) != 0);
    }

    private static long contentLength(final HttpServerRequest incoming) {
        final String length = incoming.headers().get(HttpHeaders.CONTENT_LENGTH);
        try {
            return length == null ? 0 : Long.parseLong(length);
        } catch (final NumberFormatException e) {
            throw new Malformed("The Content-Length is not a number.");
        }
    }

    /**
     * Collects the whole body.
     *
     * @param exchange is refused if the body cannot be taken
     * @param arrived gets the body
     */
    void collect(final Exchange exchange, final Consumer<Buffer> arrived) {
        if (contentLength(incoming) > maxBody) {
            exchange.refuse(TOO_LARGE, "The body is too large.");
            return;
        }
        final String expectation = incoming.headers().get(HttpHeaders.EXPECT);
        if (expectation != null && !expectation.equalsIgnoreCase("100-continue")) {
            exchange.refuse(EXPECTATION_FAILED, "The only expectation understood is 100-continue.");
            return;
        }
        if (expectation != null) {
            incoming.response().writeContinue();
        }
        final Buffer body = Buffer.buffer();
        incoming.handler(chunk -> {
            if (!exchange.awaitsBody()) {
                return;
            }
            if (body.length() + (long) chunk.length() > maxBody) {
                exchange.refuse(TOO_LARGE, "The body is too large.");
            } else {
                body.appendBuffer(chunk);
            }
        });
        incoming.exceptionHandler(exchange::refuse);
        incoming.endHandler(end -> {
            if (!exchange.awaitsBody()) {
                return;
            }
            if (incoming.decoderResult().isFailure()) {
                exchange.refuse(incoming.decoderResult().cause());
            } else {
                arrived.accept(body);
            }
        });
    }
}
