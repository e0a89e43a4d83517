package org.jzenith.http.exchange;

import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.StreamResetException;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.failure.OutOfMemory;
import org.jzenith.core.log.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The responses that the server makes in the place of a handler. Used on the event loop of the request. */
final class ErrorResponses {

    private static final Logger LOGGER = LoggerFactory.getLogger(ListenerRequests.class);

    private static final int FAILED = 500;
    private static final int UNAVAILABLE = 503;

    private ErrorResponses() {}

    /** The content of a problem, as the listener's own handler shapes it. */
    static byte[] problem(final Exchange exchange, final int status, final @Nullable String detail) {
        return handler(exchange).problem(status, detail, exchange.request().displayPath());
    }

    /** Answers 500 for a failure that nothing else has handled, or breaks off the response, and logs the failure. */
    static void fail(final Exchange exchange, final Throwable error) {
        if (exchange.isFinished()) {
            LOGGER.warn("A request failed after it was answered.", LogText.escape(error));
        } else if (exchange.isStreaming()) {
            LOGGER.warn("A request failed while its answer was being sent.", LogText.escape(error));
            exchange.response().abort();
        } else {
            final ServerRequest request = exchange.request();
            exchange.response()
                    .answerProblem(
                            FAILED,
                            handler(exchange).problem(error, request.method().name(), request.displayPath()));
        }
        exchange.tell(call -> call.failed(error));
    }

    /** Answers 503 in the place of the call. */
    static void unavailable(final Exchange exchange, final String detail) {
        exchange.response().answer(UNAVAILABLE, detail);
        exchange.tell(call -> call.unavailable(detail));
    }

    /** Answers and closes the connection, because the start of the next request cannot be found. */
    static void refuse(final Exchange exchange, final int status, final @Nullable String detail) {
        exchange.response().writer().closeAfterResponse();
        exchange.response().answer(status, detail);
    }

    /**
     * The request or its body cannot be received: answers 400, or 500 if the server has no memory, or nobody if the client
     * is gone.
     */
    static void refuse(final Exchange exchange, final @Nullable Throwable broken) {
        if (broken instanceof StreamResetException || broken instanceof HttpClosedException) {
            exchange.disconnected();
        } else if (broken != null && OutOfMemory.isCauseOf(broken)) {
            exchange.response().writer().closeAfterResponse();
            fail(exchange, broken);
        } else {
            exchange.response().refuse(MalformedRequestException.of(broken));
        }
    }

    private static HttpHandler handler(final Exchange exchange) {
        return exchange.requests().listener().handler();
    }
}
