package org.jzenith.http.server;

/** One connection, as its event loop's {@link ConnectionSweeper} sees it. Used on that event loop only. */
interface ConnectionGuard {

    /** Counts the bytes that wait for the client, and ends a stream or connection that exceeds a time-out. */
    void check(long now);

    /** For how many nanoseconds the client has taken none of the bytes that wait for it; 0 if none wait. */
    long stalledNanos(long now);

    /** Ends the stream, or the connection, that {@link #stalledNanos} measured. */
    void endStalled();

    /** Called once when the server begins to stop. */
    void announceStop();

    /** Whether no request is in flight and the client has been silent for at least {@code idleGraceNanos}. */
    boolean isIdle(long now, long idleGraceNanos);

    /** Closes an idle connection. */
    void closeIdle();

    /** Accepts no request after those in flight: the grace for clients that keep sending is over. */
    void refuseFurtherRequests();
}
