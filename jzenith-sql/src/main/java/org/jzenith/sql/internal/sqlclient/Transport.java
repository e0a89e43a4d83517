package org.jzenith.sql.internal.sqlclient;

/** The socket below a connection of the library, which does not show it. Belongs to the event loop of the connection. */
interface Transport {

    /** A connection without a socket, such as one of a database in this process. */
    Transport NONE = new Transport() {
        @Override
        public void flush() {}

        @Override
        public void discardPrepared(final String sql) {}

        @Override
        public long receivedBytes() {
            return 0;
        }
    };

    /** Sends now what would be sent at the end of this iteration of the event loop, for callers whose statements nobody follows. */
    void flush();

    /** The statement is prepared anew when it is sent next. */
    void discardPrepared(String sql);

    /** Returns the number of bytes that have arrived since the first call. */
    long receivedBytes();
}
