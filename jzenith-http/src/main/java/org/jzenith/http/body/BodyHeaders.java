package org.jzenith.http.body;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import org.jzenith.http.request.MalformedRequestException;

/** Reads Content-Length and Transfer-Encoding. */
public final class BodyHeaders {

    /** The length of a body without Content-Length. */
    static final int UNKNOWN = -1;

    private BodyHeaders() {}

    /** Returns true if the request has a body. */
    public static boolean isExpected(final HttpServerRequest incoming) {
        if (incoming.version() == HttpVersion.HTTP_2) {
            final HttpMethod method = incoming.method();
            return incoming.headers().contains(HttpHeaders.CONTENT_LENGTH)
                    || !(method.equals(HttpMethod.GET)
                            || method.equals(HttpMethod.HEAD)
                            || method.equals(HttpMethod.OPTIONS));
        }
        final String length = incoming.headers().get(HttpHeaders.CONTENT_LENGTH);
        return (length != null && !length.equals("0")) || incoming.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    }

    static long contentLength(final HttpServerRequest incoming) {
        final String length = incoming.headers().get(HttpHeaders.CONTENT_LENGTH);
        try {
            return length == null ? UNKNOWN : Long.parseLong(length);
        } catch (final NumberFormatException e) {
            throw new MalformedRequestException("The Content-Length is not a number.");
        }
    }

    /** An HTTP/1.0 client does not understand interim responses such as 100 (RFC 9110, 10.1.1). */
    static void continueIfExpected(final HttpServerRequest incoming) {
        if (incoming.headers().contains(HttpHeaders.EXPECT) && incoming.version() != HttpVersion.HTTP_1_0) {
            incoming.response().writeContinue();
        }
    }
}
