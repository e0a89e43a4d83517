package org.jzenith.websocket;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameEncoder;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.util.ReferenceCountUtil;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.subjects.CompletableSubject;
import io.reactivex.subjects.SingleSubject;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jzenith.core.context.ContextSnapshot;
import org.jzenith.core.internal.limit.NanoTime;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.http1.UpgradedProtocol;
import org.jzenith.websocket.internal.connection.ClosingHandshake;
import org.jzenith.websocket.internal.connection.ConnectionTimeouts;
import org.jzenith.websocket.internal.connection.FrameChannel;
import org.jzenith.websocket.internal.connection.FrameReader;
import org.jzenith.websocket.internal.connection.FrameWriter;
import org.jzenith.websocket.internal.connection.IncomingMessages;
import org.jzenith.websocket.internal.connection.OpenConnection;
import org.jzenith.websocket.internal.connection.WebSocketConfiguration;
import org.jzenith.websocket.internal.message.MessageContent;
import org.reactivestreams.Subscriber;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One WebSocket connection, from the handshake response to its end. It connects Netty's callbacks, the handler's messages and the parts
 * that implement the protocol. Used on the event loop of the connection, except where a method says otherwise.
 */
final class WebSocketConnection extends ChannelInboundHandlerAdapter implements UpgradedProtocol, OpenConnection {

    private static final Logger LOGGER = LoggerFactory.getLogger(WebSocket.class);

    /** The pause between two batches of discarded bytes after the client has closed, in milliseconds. */
    private static final long DISCARD_MILLIS = 10;

    private final WebSockets sockets;
    private final Exchange exchange;
    private final Handshake handshake;
    private final String network;
    private final FrameChannel channel = new FrameChannel();
    private final ClosingHandshake closing;
    private final IncomingMessages incoming;
    private final ConnectionTimeouts timeouts;
    private final FrameReader reader;
    private final FrameWriter writer;
    private final HandlerSubscription handling;
    private final SingleSubject<CloseReason> closed = SingleSubject.create();

    /** Completes when either side starts to close, or the connection is lost. */
    private final CompletableSubject ending = CompletableSubject.create();

    private final long openedAt = System.nanoTime();
    private long delivered;
    private boolean begun;
    private boolean ended;

    WebSocketConnection(
            final WebSockets sockets, final Exchange exchange, final Handshake handshake, final boolean compressed) {
        final WebSocketConfiguration settings = sockets.settings();
        this.sockets = sockets;
        this.exchange = exchange;
        this.handshake = handshake;
        this.network = exchange.request().clientNetwork();
        final long closeTimeout = NanoTime.of(settings.closeTimeout());
        this.closing = new ClosingHandshake(this, channel, closeTimeout);
        this.incoming = new IncomingMessages(this, exchange, settings.maxPendingMessages(), (int)
                settings.maxMessageSize().bytes());
        this.timeouts = new ConnectionTimeouts(this, channel, incoming, settings);
        this.reader = new FrameReader(this, channel, closing, incoming, timeouts, settings, compressed);
        this.writer = new FrameWriter(sockets.mapper(), channel, closing, timeouts, compressed);
        this.handling =
                new HandlerSubscription(this, exchange, channel, writer, incoming, handshake.route(), closeTimeout);
    }

    /** Returns the Netty handlers, in the order in which bytes from the client pass through them. */
    List<ChannelHandler> handlers() {
        return List.of(reader.decoder(), new WebSocket13FrameEncoder(false), this);
    }

    /** Called when the connection is upgraded; subscribes to the handler. */
    void begin(final WebSocketHandler handler) {
        begun = true;
        sockets.emit(new WebSocketEvent.Opened(handshake.route(), exchange.context()));
        if (!channel.isActive()) {
            end();
            return;
        }
        exchange.dispatch(
                () -> handling.subscribe(handler, new WebSocket(this, handshake, sockets.mapper(), sockets.reader())));
        reader.begin();
    }

    // Methods for the application

    Flowable<WebSocketMessage> incoming() {
        return incoming.map(WebSocketMessage::new);
    }

    Completable ending() {
        return ending.hide();
    }

    Single<CloseReason> closed() {
        return closed.hide();
    }

    /** Returns the event loop; may be called on any thread. */
    EventLoop eventLoop() {
        return channel.eventLoop();
    }

    /** Closes the WebSocket; may be called on any thread. */
    void close(final int code, final String reason) {
        exchange.execute(() -> startClose(code, reason));
    }

    @Override
    public void deliver(final Subscriber<? super MessageContent> handler, final MessageContent message) {
        if (!sockets.seesMessages()) {
            handler.onNext(message);
            return;
        }
        delivered++;
        final long number = delivered;
        ContextSnapshot.runApart(ContextSnapshot.capture(), () -> {
            sockets.emit(new WebSocketEvent.Received(handshake.route(), exchange.context(), number, message.size()));
            handler.onNext(message);
            sockets.emit(new WebSocketEvent.Handled(handshake.route(), exchange.context(), number));
        });
    }

    @Override
    public void executeLater(final Runnable work) {
        channel.schedule(work, DISCARD_MILLIS, TimeUnit.MILLISECONDS);
    }

    // Input from the client

    @Override
    public void handlerAdded(final ChannelHandlerContext added) {
        channel.attach(added);
    }

    @Override
    public void channelRead(final ChannelHandlerContext reading, final Object message) {
        try {
            if (message instanceof final WebSocketFrame frame) {
                reader.read(frame);
            }
        } catch (final CorruptedWebSocketFrameException e) {
            fail(e.closeStatus().code(), Objects.requireNonNullElse(e.getMessage(), ""));
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelReadComplete(final ChannelHandlerContext reading) {
        reader.readCompleted();
    }

    @Override
    public void readOn() {
        reader.readOn();
    }

    @Override
    public void incomingFinished() {
        reader.count();
    }

    @Override
    public void channelWritabilityChanged(final ChannelHandlerContext changed) {
        if (channel.isWritable()) {
            reader.writable();
            if (!closing.isStarted()) {
                handling.requestMore();
            }
            channel.flush();
        }
    }

    // The end

    @Override
    public boolean isClosing() {
        return closing.isStarted() || ended;
    }

    @Override
    public boolean isEnded() {
        return ended;
    }

    @Override
    public void beginClose() {
        startClose(sockets.stopReason().code(), sockets.stopReason().text());
    }

    @Override
    public void startClose(final int code, final String reason) {
        closing.start(code, reason);
        finishIncoming();
    }

    @Override
    public void fail(final int code, final String reason) {
        if (closing.fail(code, reason)) {
            reader.discard();
            handling.fail(new WebSocketCloseException(code, reason));
            exchange.dispatch(ending::onComplete);
            reader.readOn();
        }
    }

    @Override
    public void finishIncoming() {
        handling.finishIncoming();
        exchange.dispatch(ending::onComplete);
    }

    @Override
    public void channelInactive(final ChannelHandlerContext inactive) {
        if (begun) {
            end();
        }
        inactive.fireChannelInactive();
    }

    @Override
    public boolean hold(final long change) {
        return sockets.hold(change);
    }

    private void end() {
        if (ended) {
            return;
        }
        ended = true;
        reader.end();
        if (closing.isStarted()) {
            endContext();
        } else {
            handling.fail(WebSocketCloseException.lost());
            exchange.dispatch(ending::onComplete);
        }
        final ClosingHandshake.EndReason end = closing.reason();
        final CloseReason reason = new CloseReason(end.code(), end.text(), end.byClient());
        sockets.emit(new WebSocketEvent.Closed(
                handshake.route(),
                exchange.context(),
                reason,
                Duration.ofNanos(System.nanoTime() - openedAt),
                reader.received(),
                writer.sent()));
        sockets.closed(network);
        exchange.dispatch(() -> closed.onSuccess(reason));
    }

    /** Ends the context of the request when the connection has ended and the handler is done. */
    void endContext() {
        if (ended && handling.isDone()) {
            exchange.context().end();
        }
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext caught, final Throwable error) {
        if (error instanceof TooLongFrameException
                || (error instanceof final CorruptedWebSocketFrameException large
                        && large.closeStatus().code() == CloseReason.TOO_LARGE)) {
            LOGGER.debug("A WebSocket is closed, because a frame exceeds websocket.max-frame-size.");
            fail(
                    CloseReason.TOO_LARGE,
                    "A frame may have at most "
                            + sockets.settings().maxFrameSize().bytes() + " bytes.");
        } else if (error instanceof final CorruptedWebSocketFrameException corrupted) {
            fail(corrupted.closeStatus().code(), corrupted.closeStatus().reasonText());
        } else if (error instanceof CorruptedFrameException) {
            fail(CloseReason.PROTOCOL_ERROR, "A frame is malformed.");
        } else {
            LOGGER.debug("The connection of a WebSocket failed.", LogText.escape(error));
            channel.close();
        }
    }

    @Override
    public void check(final long now) {
        if (ended || !begun) {
            return;
        }
        reader.count();
        if (closing.isStarted()) {
            closing.check(now);
        } else {
            timeouts.check(now, reader.isHeldBack());
        }
    }
}
