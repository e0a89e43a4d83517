package org.jzenith.http.exchange;

import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.ThreadLocalAccessor;

/** Answers the requests of a listener. Its methods are called on the event loop of the request and must not block. */
public interface HttpHandler {

    /**
     * Prepares the call for one request. Nothing may be answered yet, and of the request only its HTTP method and headers
     * are known: it may be one that cannot be decoded, or that is refused. If this throws, the client gets a 500.
     *
     * @param exchange the request and its response
     * @return begins when it is run
     */
    Call call(Exchange exchange);

    /**
     * The content of an error response (RFC 9457).
     *
     * @param status of the response
     * @param detail a sentence for the client; null for none
     * @param path of the request; null if it has none that can be shown
     * @return UTF-8 bytes of type {@code application/problem+json}
     */
    byte[] problem(int status, @Nullable String detail, @Nullable String path);

    /**
     * The content of the 500 for a failure that nothing has handled; logs the failure.
     *
     * @param failure why
     * @param method of the request
     * @param path of the request; null if it has none that can be shown
     * @return UTF-8 bytes of type {@code application/problem+json}
     */
    byte[] problem(Throwable failure, String method, @Nullable String path);

    /**
     * Whether so many requests are refused that clients which retry too early are refused later.
     *
     * @return true while they are
     */
    default boolean refusesMany() {
        return false;
    }

    /**
     * The work for one request. {@link #run} begins it, in the context of the request; what is thrown is answered with
     * 500.
     */
    interface Call extends Runnable {

        /**
         * What is current on each thread that works for the request.
         *
         * @return entered and left with the context of the request
         */
        ThreadLocalAccessor threadLocals();

        /**
         * Names what answers the request, for reports; may be called on any thread.
         *
         * @return null if that is not known
         */
        @Nullable
        String description();

        /**
         * The failure that the response was made of, for observers.
         *
         * @return null if there was none
         */
        @Nullable
        Throwable failure();

        /** The client has disconnected, or has reset the stream. In the context of the request. */
        void disconnected();

        /**
         * The exchange has answered 503 in the place of the call: at the time-out or at the stop. In the context of the
         * request.
         *
         * @param detail a sentence that says why
         */
        void unavailable(String detail);

        /**
         * The exchange has answered 500, or has broken off the response, because work has failed. In the context of the
         * request.
         *
         * @param failure why
         */
        void failed(Throwable failure);

        /**
         * The request has finished, in whatever way: ends what still works for it. Called once.
         *
         * @param context of the request, which is not current
         * @param atOnce whether it was answered before any other thread could know of it
         */
        void finished(RequestContext context, boolean atOnce);
    }
}
