package org.jzenith.rest.server;

/** One connection, as the watch over its event loop sees it. Belongs to that event loop. */
interface ConnectionGuard {

    /** Counts what waits for the client, and ends what has waited for it too long. */
    void look(long now);

    /** For how many nanoseconds the client has taken nothing of what waits for it; 0 if nothing waits. */
    long stalledNanos(long now);

    /** Ends what {@link #stalledNanos} told of: a stream, or the connection. */
    void endStalled();

    /** The server is going to stop. */
    void announceStop();

    /** Whether nothing is under way and the client has been silent for some time. */
    boolean isQuiet(long now, long quietNanos);

    /** Closes a connection that is quiet. */
    void closeQuiet();

    /** Lets no request begin behind those that are under way: clients that always send more have had their time. */
    void takeNoMore();
}
