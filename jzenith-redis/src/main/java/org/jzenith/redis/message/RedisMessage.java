package org.jzenith.redis.message;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/**
 * An element of the stream that {@code RedisClient.messages(..)} returns. After a {@link Missed}, read the current state. A {@link Received} is
 * a later change of this state. Safe for use by many threads.
 */
public sealed interface RedisMessage {

    /**
     * Returns the channel.
     *
     * @return the name of the channel
     */
    String channel();

    /**
     * A message that was published to the channel.
     *
     * @param channel the name of the channel
     * @param payload the bytes of the message, which all subscribers share; do not change them
     */
    record Received(String channel, Buffer payload) implements RedisMessage {

        /**
         * Returns the payload as a text.
         *
         * @return the bytes, read as UTF-8
         */
        public String text() {
            return payload.toString(StandardCharsets.UTF_8);
        }
    }

    /**
     * Messages before this element may have been missed; later messages follow it. It is the first element of each stream, and comes again
     * after each outage of the connection.
     *
     * @param channel the name of the channel
     */
    record Missed(String channel) implements RedisMessage {}
}
