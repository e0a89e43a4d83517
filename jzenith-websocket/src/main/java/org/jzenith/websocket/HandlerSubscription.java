package org.jzenith.websocket;

import io.reactivex.Flowable;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.http.handler.Exchange;
import org.jzenith.websocket.internal.connection.FrameChannel;
import org.jzenith.websocket.internal.connection.FrameWriter;
import org.jzenith.websocket.internal.connection.IncomingMessages;
import org.jzenith.websocket.internal.connection.OutgoingMessages;
import org.jzenith.websocket.internal.message.MessageContent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The subscription to the messages that the handler of one WebSocket sends. When it ends, the WebSocket is closed. When the WebSocket ends,
 * the subscription is disposed, at once or after the handler has processed the last messages. Used on the event loop of the connection.
 */
final class HandlerSubscription implements OutgoingMessages.MessageSink {

    private static final Logger LOGGER = LoggerFactory.getLogger(WebSocket.class);

    private final WebSocketConnection connection;
    private final Exchange exchange;
    private final FrameChannel channel;
    private final FrameWriter writer;
    private final IncomingMessages incoming;
    private final OutgoingMessages outgoing;
    private final String route;
    private final long graceNanos;
    private boolean done;

    /** True while the handler still processes messages from before the end; the shutdown waits for it. */
    private boolean grace;

    HandlerSubscription(
            final WebSocketConnection connection,
            final Exchange exchange,
            final FrameChannel channel,
            final FrameWriter writer,
            final IncomingMessages incoming,
            final String route,
            final long graceNanos) {
        this.connection = connection;
        this.exchange = exchange;
        this.channel = channel;
        this.writer = writer;
        this.incoming = incoming;
        this.outgoing = new OutgoingMessages(connection, exchange, this);
        this.route = route;
        this.graceNanos = graceNanos;
    }

    void subscribe(final WebSocketHandler handler, final WebSocket socket) {
        Flowable<WebSocketMessage> messages;
        try {
            messages = handler.handle(socket);
            if (messages == null) {
                throw new IllegalStateException("The handler of the WebSocket " + route
                        + " returned null. Return Flowable.never() to send nothing.");
            }
        } catch (final Exception e) {
            messages = Flowable.error(e);
        }
        messages.map(WebSocketMessage::content).subscribe(outgoing);
    }

    /** Returns true once the handler sends nothing more. */
    boolean isDone() {
        return done;
    }

    /** Called when the client can receive bytes again. */
    void requestMore() {
        outgoing.requestMore();
    }

    @Override
    public boolean takesMessages() {
        return writer.takesMessages();
    }

    @Override
    public void write(final MessageContent message) {
        try {
            writer.write(message);
        } catch (final IOException | RuntimeException e) {
            outgoing.dispose();
            ended(e);
        }
    }

    @Override
    public void ended(final @Nullable Throwable error) {
        if (done) {
            return;
        }
        done = true;
        if (!connection.isClosing()) {
            closeAfter(error);
        } else if (error != null && isUnexpected(error)) {
            exchange.dispatch(
                    () -> LOGGER.warn("The WebSocket {} failed after it was closed.", route, LogText.escape(error)));
        }
        endGrace();
    }

    private void closeAfter(final @Nullable Throwable error) {
        if (error == null) {
            connection.startClose(CloseReason.NORMAL, "");
        } else if (error instanceof final WebSocketCloseException close && close.code() != CloseReason.LOST) {
            connection.startClose(close.code(), close.reason());
        } else if (isUnexpected(error)) {
            exchange.dispatch(() ->
                    LOGGER.error("The WebSocket {} failed and is closed with 1011.", route, LogText.escape(error)));
            connection.startClose(CloseReason.SERVER_ERROR, "The server failed.");
        } else {
            finishIncoming();
        }
    }

    private static boolean isUnexpected(final Throwable error) {
        return !(error instanceof WebSocketCloseException);
    }

    /** Ends the incoming messages. Waiting messages are still delivered; then the handler has some time to end. */
    void finishIncoming() {
        incoming.end(null);
        if (done || grace) {
            return;
        }
        if (incoming.isFollowed() && exchange.workers().begin()) {
            grace = true;
            channel.schedule(this::dispose, graceNanos, TimeUnit.NANOSECONDS);
        } else {
            dispose();
        }
    }

    /** Fails the incoming messages and disposes the handler, which has nothing left to do. */
    void fail(final RuntimeException error) {
        incoming.end(error);
        dispose();
    }

    private void dispose() {
        if (!done) {
            done = true;
            exchange.dispatch(outgoing::dispose);
        }
        endGrace();
    }

    private void endGrace() {
        connection.endContext();
        if (grace) {
            grace = false;
            exchange.workers().end();
        }
    }
}
