package org.jzenith.rest.dispatch;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import org.jspecify.annotations.Nullable;

/** A request that violates HTTP; the message is for the client. */
final class MalformedRequestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;

    MalformedRequestException(final String message) {
        this(400, message);
    }

    MalformedRequestException(final int status, final String message) {
        super(message, null, false, false);
        this.status = status;
    }

    /** Translates the failure of a request that Vert.x could not decode. */
    static MalformedRequestException of(final @Nullable Throwable broken) {
        if (broken instanceof TooLongHttpLineException) {
            return new MalformedRequestException(414, "The request line is too long.");
        }
        if (broken instanceof TooLongHttpHeaderException) {
            return new MalformedRequestException(431, "The headers are too large.");
        }
        return new MalformedRequestException("The request is malformed.");
    }

    int status() {
        return status;
    }
}
