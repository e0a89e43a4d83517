package org.jzenith.websocket.internal.connection;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jzenith.core.configuration.DataSize;
import org.jzenith.core.configuration.Description;
import org.jzenith.core.configuration.converter.Ranges;

/** The settings of WebSockets. Immutable and safe for use by many threads. */
@ConfigMapping(prefix = "websocket")
public interface WebSocketConfiguration {

    /**
     * The pages that may open WebSockets.
     *
     * @return origins such as {@code https://shop.example.org}, one label of which may be an asterisk, {@code null}, or {@code
     *     *} for all; empty for pages of this server only
     */
    @Description("The origins whose pages may open WebSockets, in addition to the server's own. An entry is an origin "
            + "(https://shop.example.org), a pattern in which * is one label (https://*.example.org), the word null (for "
            + "pages whose Origin header is null), or * for all. Clients that send no Origin are always allowed.")
    Optional<List<String>> origins();

    /**
     * The number of open WebSockets.
     *
     * @return more get a 503
     */
    @WithDefault("5000")
    @WithConverter(Ranges.Positive.class)
    @Description("The maximum number of open WebSockets; further handshakes get a 503. Open WebSockets also "
            + "count towards rest.max-connections.")
    int maxConnections();

    /**
     * The number of open WebSockets of one client: of an address of IPv4, or of a network of 64 bits of IPv6, as trusted proxies
     * name it.
     *
     * @return more get a 429; zero for no limit
     */
    @WithDefault("0")
    @WithConverter(Ranges.NotNegative.class)
    @Description("The maximum number of open WebSockets per client (an IPv4 address or an IPv6 /64 network); "
            + "further handshakes get a 429. 0 sets no limit.")
    int maxConnectionsPerClient();

    /**
     * The largest frame from a client.
     *
     * @return a larger one closes its WebSocket with 1009
     */
    @WithDefault("64K")
    @Description("The largest frame from a client; a larger one closes the WebSocket with 1009.")
    DataSize maxFrameSize();

    /**
     * The largest message from a client, all its frames together and expanded.
     *
     * @return a larger one closes its WebSocket with 1009
     */
    @WithDefault("256K")
    @Description(
            "The largest message from a client, after decompression; a larger one closes the WebSocket with " + "1009.")
    DataSize maxMessageSize();

    /**
     * The number of messages of one WebSocket that may wait for the application; beyond it, reading from the socket pauses.
     *
     * @return the number, at least one
     */
    @WithDefault("16")
    @WithConverter(Ranges.Threads.class)
    @Description("The maximum number of messages of a WebSocket that wait for the application. When that many "
            + "wait, jZenith stops reading from the WebSocket until the application takes one.")
    int maxPendingMessages();

    /**
     * The number of messages a second that are read from one WebSocket.
     *
     * @return further messages are read later; zero for no limit
     */
    @WithDefault("0")
    @WithConverter(Ranges.NotNegative.class)
    @Description("The maximum number of messages read from one WebSocket per second; further messages wait in the "
            + "connection's buffers. 0 sets no limit.")
    int maxMessagesPerSecond();

    /**
     * The bytes of incoming frames and messages that all WebSockets hold together.
     *
     * @return a size, or empty for an eighth of the heap, divided among the {@code WebSocketPlugin}s of the
     *     application; the WebSocket that exceeds it is closed with 1013
     */
    @Description(
            "The memory for received messages, shared by all WebSockets; the WebSocket that exceeds it is closed with 1013. When "
                    + "not set, an eighth of the heap, divided among the application's WebSocketPlugins.")
    Optional<DataSize> maxBufferedMessages();

    /**
     * The time that a message may take from its first byte to its last.
     *
     * @return a slower one closes its WebSocket with 1008
     */
    @WithDefault("30s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description(
            "The time limit from a message's first byte to its last; a slower one closes the WebSocket with " + "1008.")
    Duration messageTimeout();

    /**
     * The time for which a client may be silent before it gets a ping.
     *
     * @return zero for no pings
     */
    @WithDefault("30s")
    @WithConverter(Ranges.NotNegativeDuration.class)
    @Description("How long a client may be silent before the server sends a ping; 0s sends no pings.")
    Duration pingInterval();

    /**
     * The time in which a client must respond to a ping with any frame.
     *
     * @return the connection is closed afterwards
     */
    @WithDefault("10s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description("How long a client may take to answer a ping before its connection is closed.")
    Duration pingTimeout();

    /**
     * The time for which a WebSocket may be open without a message in either direction.
     *
     * @return zero for no limit
     */
    @WithDefault("0s")
    @WithConverter(Ranges.NotNegativeDuration.class)
    @Description("How long a WebSocket may have no message in either direction before it is closed with 1001. 0s "
            + "sets no limit.")
    Duration idleTimeout();

    /**
     * The time in which a client must answer a close. It also limits how long the handler's result may continue after the client has
     * closed, while earlier messages are still being processed.
     *
     * @return afterwards, the connection is closed and the handler's result is disposed
     */
    @WithDefault("5s")
    @WithConverter(Ranges.PositiveDuration.class)
    @Description(
            "The time limit for a client to answer a close frame, and for a handler to end after its client has closed.")
    Duration closeTimeout();

    /**
     * Compression.
     *
     * @return a group of settings
     */
    Compression compression();

    /** The settings of the extension permessage-deflate (RFC 7692). */
    interface Compression {

        /**
         * Compresses messages if the client supports it.
         *
         * @return false by default, because the size of a message that mixes secrets with text of others can reveal the secrets
         */
        @WithDefault("false")
        @Description("Compresses messages for clients that support permessage-deflate. Size limits apply to "
                + "decompressed bytes.")
        boolean enabled();
    }
}
