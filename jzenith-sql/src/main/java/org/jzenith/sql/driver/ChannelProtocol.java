package org.jzenith.sql.driver;

import io.vertx.sqlclient.SqlConnection;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Lets a session listen to channels of notifications. Stateless and safe for use by many threads. */
public interface ChannelProtocol {

    /**
     * Returns the reason why a name is invalid for a channel.
     *
     * @param channel the name as the application wrote it
     * @return the end of a sentence that begins with "the name of the channel"; null for a valid name
     */
    @Nullable
    String refusal(String channel);

    /**
     * Returns the statement that subscribes a session to a channel.
     *
     * @param channel a valid name
     * @return one statement without parameters; it does no harm if the session listens already
     */
    String listen(String channel);

    /**
     * Returns the statement that unsubscribes a session from a channel.
     *
     * @param channel a valid name
     * @return one statement without parameters
     */
    String unlisten(String channel);

    /**
     * Sets the receiver of a session's notifications.
     *
     * @param connection an open connection of this driver
     * @param receiver takes the channel and the payload of each notification, on the connection's event loop
     */
    void receive(SqlConnection connection, BiConsumer<String, String> receiver);
}
