package org.jzenith.http.handler;

import org.jspecify.annotations.Nullable;

/**
 * Handles the requests of a listener, and formats its error responses. The methods are called on the event loop of the
 * request and must not block.
 */
public interface HttpHandler extends RequestHandler {

    /**
     * Returns the content of an error response (RFC 9457).
     *
     * @param status the status of the response
     * @param detail a sentence for the client; null for none
     * @param path the path of the request; null if it has none that can be shown
     * @return UTF-8 bytes of type {@code application/problem+json}
     */
    byte[] problem(int status, @Nullable String detail, @Nullable String path);

    /**
     * Logs a failure that nothing has handled, and returns the content of the 500.
     *
     * @param failure the cause
     * @param method the method of the request
     * @param path the path of the request; null if it has none that can be shown
     * @return UTF-8 bytes of type {@code application/problem+json}
     */
    byte[] problem(Throwable failure, String method, @Nullable String path);

    /**
     * Returns true while many requests are refused. Refusals of clients that retry too early are then delayed.
     *
     * @return true while such refusals are delayed
     */
    default boolean refusesMany() {
        return false;
    }
}
