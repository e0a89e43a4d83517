package org.jzenith.http.exchange;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/** What the head of a request says of its body. */
final class BodyHeaders {

    private static final int TOO_LARGE = 413;
    private static final int EXPECTATION_FAILED = 417;

    /** The length of a body that does not say it. */
    static final int UNKNOWN = -1;

    private BodyHeaders() {}

    /** Whether the request has a body. */
    static boolean isExpected(final HttpServerRequest incoming) {
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

    /** Why the body will not be received, as far as its headers say; null if nothing speaks against it. */
    static @Nullable MalformedRequestException refusal(
            final HttpServerRequest incoming, final long declared, final ExchangeBody body) {
        if (declared > body.maxBody()) {
            return body.tooLarge();
        }
        final String expectation = incoming.headers().get(HttpHeaders.EXPECT);
        return expectation == null || expectation.equalsIgnoreCase("100-continue")
                ? null
                : new MalformedRequestException(EXPECTATION_FAILED, "The only expectation understood is 100-continue.");
    }

    static MalformedRequestException tooLarge(final long limit) {
        return new MalformedRequestException(TOO_LARGE, "The body is larger than " + limit + " bytes.");
    }

    /** A client of HTTP/1.0 does not understand interim responses (RFC 9110, 10.1.1). */
    static void continueIfExpected(final HttpServerRequest incoming) {
        if (incoming.headers().contains(HttpHeaders.EXPECT) && incoming.version() != HttpVersion.HTTP_1_0) {
            incoming.response().writeContinue();
        }
    }
}
