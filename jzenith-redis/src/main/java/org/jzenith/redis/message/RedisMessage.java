package org.jzenith.redis.message;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/**
 * An element of the stream that {@code RedisClient.messages(..)} returns. On {@link Missed}, read the current state; on {@link Received}, apply
 * a change to it. Safe for use by many threads.
 */
public sealed interface RedisMessage {

    /**
     * Returns the channel.
     *
     * @return its name
     */
    String channel();

    /**
     * A message that somebody has published.
     *
     * @param channel the name of the channel
     * @param payload its bytes, which all subscribers share
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
     * Messages that were published before this element may have been missed; those that are published from now on follow it. It is the
     * first element of each stream, and follows after each outage of the connection.
     *
     * @param channel the name of the channel
     */
    record Missed(String channel) implements RedisMessage {}
}
