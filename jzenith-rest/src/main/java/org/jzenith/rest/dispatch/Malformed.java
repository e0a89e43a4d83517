package org.jzenith.rest.dispatch;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import org.jspecify.annotations.Nullable;

/** A request that is not as HTTP wants it; the message is for the client. */
final class Malformed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;

    Malformed(final String message) {
        this(400, message);
    }

    Malformed(final int status, final String message) {
        super(message, null, false, false);
        this.status = status;
    }

    /** What Vert.x says of a request that it could not decode. */
    static Malformed of(final @Nullable Throwable broken) {
        if (broken instanceof TooLongHttpLineException) {
            return new Malformed(414, "The request line is too long.");
        }
        if (broken instanceof TooLongHttpHeaderException) {
            return new Malformed(431, "The headers are too large.");
        }
        return new Malformed("The request is malformed.");
    }

    int status() {
        return status;
    }
}
