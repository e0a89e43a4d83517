package org.jzenith.sql.notification;

/**
 * An element of the stream that {@code Database.notifications(..)} returns. On {@link Missed}, read the current state from the
 * database; on {@link Received}, apply a change to it:
 *
 * <pre>{@code
 * database.notifications("prices")
 *         .concatMapSingle(each -> each instanceof SqlNotification.Received received
 *                 ? prices.reload(received.payload())
 *                 : prices.reloadAll())
 * }</pre>
 *
 * <p>Immutable and safe for use by many threads.
 */
public sealed interface SqlNotification {

    /**
     * Returns the channel.
     *
     * @return the name, with upper and lower case as the subscriber wrote it
     */
    String channel();

    /**
     * A notification that a session of the database has sent.
     *
     * @param channel the name of the channel
     * @param payload the text that the sender has added; empty for none
     */
    record Received(String channel, String payload) implements SqlNotification {}

    /**
     * Notifications that were sent before this element may have been missed; notifications that are sent from now on follow it. It is the
     * first element of each stream. Another {@code Missed} follows after an outage of the connection, and after notifications were dropped
     * because the subscriber was too slow.
     *
     * @param channel the name of the channel
     */
    record Missed(String channel) implements SqlNotification {}
}
