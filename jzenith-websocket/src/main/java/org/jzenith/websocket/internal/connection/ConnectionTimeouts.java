package org.jzenith.websocket.internal.connection;

import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import org.jzenith.core.internal.limit.NanoTime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time-outs of one open WebSocket: of a message that does not end, of messages that nobody takes, of silence, and of the
 * answer to a ping. Used on the event loop of the connection.
 */
public final class ConnectionTimeouts {

    private static final Logger LOGGER = LoggerFactory.getLogger("org.jzenith.websocket.WebSocket");

    private final OpenConnection connection;
    private final FrameChannel channel;
    private final IncomingMessages incoming;
    private final long message;
    private final long pingInterval;
    private final long pingTimeout;
    private final long idle;
    private long lastReadAt = System.nanoTime();
    private long lastMessageAt = lastReadAt;

    /** The time at which the unanswered ping was sent. */
    private long pingSentAt;

    private boolean pinged;

    /** The time since which a message or frame is incomplete. */
    private long incompleteSince;

    private boolean incomplete;

    /** The time since which messages wait without a subscriber. */
    private long unsubscribedSince;

    private boolean unsubscribedFull;

    public ConnectionTimeouts(
            final OpenConnection connection,
            final FrameChannel channel,
            final IncomingMessages incoming,
            final WebSocketConfiguration settings) {
        this.connection = connection;
        this.channel = channel;
        this.incoming = incoming;
        this.message = NanoTime.of(settings.messageTimeout());
        this.pingInterval = NanoTime.of(settings.pingInterval());
        this.pingTimeout = NanoTime.of(settings.pingTimeout());
        this.idle = NanoTime.of(settings.idleTimeout());
    }

    /** Bytes have come, which answer a ping too. */
    void readCompleted() {
        lastReadAt = System.nanoTime();
        pinged = false;
    }

    void messageReceived() {
        lastMessageAt = lastReadAt;
    }

    void messageSent() {
        lastMessageAt = System.nanoTime();
    }

    /** Records the state: true if bytes of a message are missing, which does not count while the client is held back. */
    void setIncomplete(final boolean partial) {
        if (partial && !incomplete) {
            incompleteSince = System.nanoTime();
        }
        incomplete = partial;
    }

    /** A frame has ended: if no message is incomplete, the time of the next frame starts. */
    void frameEnded(final boolean partial) {
        incomplete &= partial;
    }

    /**
     * Checks the timeouts of an open WebSocket, four times a second.
     *
     * @param heldBack true if reading from the client is paused, so that its pongs are not read either
     */
    public void check(final long now, final boolean heldBack) {
        if (incomplete && now - incompleteSince >= message) {
            connection.fail(WebSocketCloseStatus.POLICY_VIOLATION.code(), "A message takes too long.");
        } else if (isUnwanted(now)) {
            connection.fail(
                    WebSocketCloseStatus.POLICY_VIOLATION.code(),
                    "The application does not read the messages of this WebSocket.");
        } else if (idle > 0 && now - lastMessageAt >= idle) {
            connection.startClose(WebSocketCloseStatus.ENDPOINT_UNAVAILABLE.code(), "There were no messages.");
        } else if (pingInterval > 0) {
            checkPing(now, heldBack);
        }
    }

    /** Messages wait, and the handler has never subscribed to them: the end of the connection could not be seen. */
    private boolean isUnwanted(final long now) {
        final boolean full = incoming.isFull() && !incoming.isSubscribed();
        if (full && !unsubscribedFull) {
            unsubscribedSince = now;
        }
        unsubscribedFull = full;
        return full && now - unsubscribedSince >= pingTimeout;
    }

    private void checkPing(final long now, final boolean heldBack) {
        if (!pinged) {
            if (now - lastReadAt >= pingInterval) {
                pinged = true;
                pingSentAt = now;
                channel.writePing();
            }
        } else if (heldBack || channel.hasPendingWrites()) {
            pingSentAt = now; // the answer is not read, or the ping waits behind messages
        } else if (now - pingSentAt >= pingTimeout) {
            LOGGER.debug("The client of a WebSocket did not answer a ping.");
            channel.abort();
        }
    }
}
