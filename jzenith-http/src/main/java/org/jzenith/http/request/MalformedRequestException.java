package org.jzenith.http.request;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import org.jspecify.annotations.Nullable;

/** A request that violates HTTP, or that this server cannot understand. It has no stack trace. */
public final class MalformedRequestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final @Nullable String acceptEncoding;

    /**
     * Creates the exception for a 400.
     *
     * @param message a sentence for the client
     */
    public MalformedRequestException(final String message) {
        this(400, message);
    }

    /**
     * Creates the exception for another status.
     *
     * @param status from 400 to 499, 503 or 505
     * @param message a sentence for the client
     */
    public MalformedRequestException(final int status, final String message) {
        this(status, message, null);
    }

    private MalformedRequestException(final int status, final String message, final @Nullable String acceptEncoding) {
        super(message, null, false, false);
        this.status = status;
        this.acceptEncoding = acceptEncoding;
    }

    /**
     * Returns the exception for a body with an unsupported coding: 415 (RFC 9110, 15.5.16).
     *
     * @param message a sentence for the client
     * @param acceptEncoding the supported codings
     * @return the exception
     */
    public static MalformedRequestException ofCoding(final String message, final String acceptEncoding) {
        return new MalformedRequestException(415, message, acceptEncoding);
    }

    /**
     * Returns the message for a client whose request exceeds a limit of the whole server, with a 503.
     *
     * @param limit the last part of the setting's name, such as {@code max-requests-in-flight}
     * @return two sentences
     */
    public static String overloaded(final String limit) {
        return "The server is overloaded (" + limit + "). Retry later.";
    }

    /** Returns the exception for a request line that is longer than the limit: 414 (RFC 9110, 15.5.15). */
    public static MalformedRequestException ofLongLine() {
        return new MalformedRequestException(414, "The request line is too long.");
    }

    /** Translates the failure of a request that Vert.x could not decode. */
    public static MalformedRequestException of(final @Nullable Throwable broken) {
        if (broken instanceof TooLongHttpLineException) {
            return ofLongLine();
        }
        if (broken instanceof TooLongHttpHeaderException) {
            return new MalformedRequestException(431, "The headers are too large.");
        }
        return broken instanceof final MalformedRequestException named
                ? named
                : new MalformedRequestException("The request is malformed.");
    }

    /**
     * Returns the status of the response.
     *
     * @return from 400 to 499, 503 or 505
     */
    public int status() {
        return status;
    }

    /** Returns the supported codings; null if the request was not refused because of its coding. */
    @Nullable
    public String acceptEncoding() {
        return acceptEncoding;
    }
}
