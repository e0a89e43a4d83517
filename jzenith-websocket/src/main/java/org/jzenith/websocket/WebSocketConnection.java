package org.jzenith.websocket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameEncoder;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.subjects.SingleSubject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.log.LogText;
import org.jzenith.http.exchange.Exchange;
import org.jzenith.http.upgrade.UpgradedProtocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection that speaks WebSocket: reads frames as messages are asked for, writes messages as the socket takes them, and
 * closes in order. Used on the event loop of the connection, except where a method says otherwise.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a connection that cannot be closed is closed
final class WebSocketConnection extends ChannelInboundHandlerAdapter implements UpgradedProtocol {

    private static final Logger LOGGER = LoggerFactory.getLogger(WebSocket.class);

    /** A control frame has at most 125 bytes, of which the code takes two. */
    private static final int MAX_REASON = 123;

    /** How many pings of one read are answered each; of more, the last is (RFC 6455, 5.5.3). */
    private static final int MAX_PONGS = 32;

    /** Netty accepts larger ones. */
    private static final int LARGEST_CODE = 4999;

    /** How long a client may go on sending after a failure; the bytes are discarded. */
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** The pause between two batches that are discarded after the client has closed. */
    private static final long DISCARD_MILLIS = 10;

    private final WebSockets sockets;
    private final Exchange exchange;
    private final Handshake handshake;
    private final boolean compressed;
    private final FrameDecoder decoder;
    private final MessageAssembler assembler;
    private final IncomingMessages incoming;
    private final OutgoingMessages outgoing;
    private final SingleSubject<CloseReason> closed = SingleSubject.create();
    private final Limits limits;
    private final long openedAt = System.nanoTime();

    private @Nullable ChannelHandlerContext context;
    private boolean begun;

    /** What this server has told the client; null while the WebSocket is open. */
    private @Nullable CloseReason closeSent;

    /** What the client has told; null before. */
    private @Nullable CloseReason closeReceived;

    private long closingSince;
    private boolean failed;
    private boolean ended;
    private boolean outgoingDone;

    /** The handler works on messages of before the end, and the stop waits for it. */
    private boolean grace;

    private boolean readPending;
    private boolean flushScheduled;
    private int pongs;
    private @Nullable ByteBuf lastPing;
    private long held;
    private long received;
    private long sent;
    private long lastReadAt = openedAt;
    private long lastMessageAt = openedAt;

    /** When the ping was sent that waits for an answer. */
    private long pingSentAt;

    private boolean pinged;

    /** Since when a message or frame is incomplete. */
    private long incompleteSince;

    private boolean incomplete;

    /** Since when messages wait that nobody has subscribed to. */
    private long unsubscribedSince;

    private boolean unsubscribedFull;

    /** In the units in which they are compared. */
    private record Limits(long message, long pingInterval, long pingTimeout, long idle, long close) {

        static Limits of(final WebSocketConfiguration settings) {
            return new Limits(
                    nanos(settings.messageTimeout()),
                    nanos(settings.pingInterval()),
                    nanos(settings.pingTimeout()),
                    nanos(settings.idleTimeout()),
                    nanos(settings.closeTimeout()));
        }

        private static long nanos(final Duration duration) {
            return duration.compareTo(Duration.ofDays(365)) > 0
                    ? Duration.ofDays(365).toNanos()
                    : duration.toNanos();
        }
    }

    WebSocketConnection(
            final WebSockets sockets, final Exchange exchange, final Handshake handshake, final boolean compressed) {
        final WebSocketConfiguration settings = sockets.settings();
        final int maxMessage = (int) settings.maxMessageSize().bytes();
        this.sockets = sockets;
        this.exchange = exchange;
        this.handshake = handshake;
        this.compressed = compressed;
        this.limits = Limits.of(settings);
        this.incoming = new IncomingMessages(this, settings.maxPendingMessages(), maxMessage);
        this.outgoing = new OutgoingMessages(this);
        this.assembler = new MessageAssembler(maxMessage, compressed ? new MessageInflater() : null);
        this.decoder = new FrameDecoder((int) settings.maxFrameSize().bytes(), compressed, this::mayDecode);
    }

    /** In the order in which bytes from the client pass them. */
    List<ChannelHandler> handlers() {
        return List.of(decoder, new WebSocket13FrameEncoder(false), this);
    }

    /** The connection is upgraded: the handler serves it. */
    void begin(final WebSocketHandler handler) {
        begun = true;
        sockets.emit(new WebSocketEvent.Opened(handshake.route(), exchange.context()));
        final ChannelHandlerContext now = context;
        if (now == null || !now.channel().isActive()) {
            end();
            return;
        }
        now.channel().config().setAutoRead(false);
        dispatch(() -> subscribe(handler));
        decoder.resume();
        readOn();
    }

    private void subscribe(final WebSocketHandler handler) {
        Flowable<WebSocketMessage> messages;
        try {
            messages = handler.handle(new WebSocket(this, handshake, sockets.mapper()));
            if (messages == null) {
                throw new IllegalStateException("The handler of the WebSocket " + handshake.route()
                        + " returned null. Return Flowable.never() to send nothing.");
            }
        } catch (final Exception e) {
            messages = Flowable.error(e);
        }
        messages.subscribe(outgoing);
    }

    // What the application does

    Flowable<WebSocketMessage> incoming() {
        return incoming;
    }

    Single<CloseReason> closed() {
        return closed.hide();
    }

    /** On any thread. */
    void close(final int code, final String reason) {
        execute(() -> {
            startClose(code, reason);
            finishIncoming();
        });
    }

    /** Runs work on the event loop: at once if called there. On any thread. */
    void execute(final Runnable work) {
        exchange.execute(work);
    }

    /** Runs what the application may see, on the event loop. */
    void dispatch(final Runnable work) {
        exchange.dispatch(work);
    }

    // What the client sends

    @Override
    public void handlerAdded(final ChannelHandlerContext added) {
        context = added;
    }

    private boolean mayDecode() {
        return begun && !failed && closeReceived == null && !incoming.isFull();
    }

    @Override
    public void channelRead(final ChannelHandlerContext reading, final Object message) {
        try {
            if (message instanceof final WebSocketFrame frame) {
                read(frame);
            }
        } catch (final WebSocketCloseException e) {
            fail(e.code(), e.reason());
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void read(final WebSocketFrame frame) {
        if (failed || closeReceived != null) {
            return;
        }
        final boolean control = frame instanceof PingWebSocketFrame
                || frame instanceof PongWebSocketFrame
                || frame instanceof CloseWebSocketFrame;
        if (!control) {
            readData(frame);
        } else if (frame.rsv() != 0) {
            fail(CloseReason.PROTOCOL_ERROR, "A reserved bit is set.");
        } else if (frame instanceof final CloseWebSocketFrame close) {
            readClose(close);
        } else if (frame instanceof PingWebSocketFrame) {
            readPing(frame.content());
        }
        incomplete &= assembler.isIncomplete(); // the time of the next frame begins
    }

    private void readData(final WebSocketFrame frame) {
        final WebSocketMessage message = assembler.add(frame);
        if (message != null && closeSent == null) {
            received++;
            lastMessageAt = lastReadAt;
            incoming.add(message);
        }
    }

    private void readPing(final ByteBuf content) {
        final ChannelHandlerContext now = context;
        if (closeSent != null || now == null) {
            return;
        }
        if (pongs < MAX_PONGS && now.channel().isWritable()) {
            pongs++;
            now.write(new PongWebSocketFrame(content.retainedDuplicate()));
        } else {
            forgetPing();
            lastPing = Unpooled.copiedBuffer(content);
        }
    }

    private void answerLastPing(final ChannelHandlerContext now) {
        final ByteBuf content = lastPing;
        if (content != null && now.channel().isWritable()) {
            lastPing = null;
            if (closeSent == null) {
                now.write(new PongWebSocketFrame(content));
            } else {
                content.release();
            }
        }
    }

    private void forgetPing() {
        if (lastPing != null) {
            lastPing.release();
            lastPing = null;
        }
    }

    private void readClose(final CloseWebSocketFrame frame) {
        final int code = frame.statusCode();
        if (code > LARGEST_CODE) {
            fail(CloseReason.PROTOCOL_ERROR, "There is no such code of a close.");
            return;
        }
        if (code >= 0
                && !MessageAssembler.isUtf8(
                        frame.content().nioBuffer(2, frame.content().readableBytes() - 2))) {
            fail(CloseReason.INVALID_CONTENT, "The reason of the close is not UTF-8.");
            return;
        }
        assembler.release();
        final boolean first = closeSent == null;
        final CloseReason told = new CloseReason(code < 0 ? CloseReason.NONE : code, frame.reasonText(), true);
        closeReceived = told;
        if (first) {
            closeSent = told;
            closingSince = System.nanoTime();
            final CloseWebSocketFrame echo =
                    code < 0 ? new CloseWebSocketFrame() : new CloseWebSocketFrame(true, 0, code, "");
            writeAndFlush(echo, future -> closeNow());
            finishIncoming();
        } else {
            closeNow();
        }
    }

    @Override
    public void channelReadComplete(final ChannelHandlerContext reading) {
        readPending = false;
        lastReadAt = System.nanoTime();
        pinged = false;
        pongs = 0;
        answerLastPing(reading);
        reading.flush();
        countHeld();
        readOn();
    }

    /** Reads from the socket, and decodes, if the application takes messages. */
    void readOn() {
        final ChannelHandlerContext now = context;
        if (!begun || now == null || !now.channel().isActive()) {
            return;
        }
        if (mayDecode() || failed) {
            decoder.resume();
        }
        if ((mayDecode() || failed || closeReceived != null) && !readPending) {
            readPending = true;
            now.read();
        }
    }

    private void countHeld() {
        final boolean partial = mayDecode() && (assembler.isIncomplete() || decoder.undecodedBytes() > 0);
        if (partial && !incomplete) {
            incompleteSince = lastReadAt;
        }
        incomplete = partial;
        final long now = ended ? 0 : (long) decoder.undecodedBytes() + assembler.heldBytes() + incoming.pendingBytes();
        final long change = now - held;
        if (change != 0) {
            held = now;
            if (!sockets.hold(change) && change > 0) {
                fail(CloseReason.TRY_AGAIN_LATER, "The server has no room for messages at the moment.");
            }
        }
    }

    // What the client gets

    /** Whether messages can be written now. */
    boolean takesMessages() {
        final ChannelHandlerContext now = context;
        return closeSent == null && now != null && now.channel().isWritable();
    }

    /** Runs what is done for a handler that still works on what the client has sent before the close. */
    void executeLater(final Runnable work) {
        final ChannelHandlerContext now = context;
        if (now != null) {
            now.executor().schedule(work, DISCARD_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    void write(final WebSocketMessage message) {
        final ChannelHandlerContext now = context;
        if (closeSent != null || now == null) {
            return;
        }
        byte[] bytes;
        try {
            bytes = message.encode(sockets.mapper());
        } catch (final IOException | RuntimeException e) {
            outgoing.dispose();
            outgoingEnded(e);
            return;
        }
        int rsv = 0;
        if (compressed) {
            bytes = MessageDeflater.compress(bytes);
            rsv = 4;
        }
        final ByteBuf content = Unpooled.wrappedBuffer(bytes);
        sent++;
        lastMessageAt = System.nanoTime();
        now.write(
                message.isText()
                        ? new TextWebSocketFrame(true, rsv, content)
                        : new BinaryWebSocketFrame(true, rsv, content));
        flushLater(now);
    }

    /** One flush for all that is written in this turn of the event loop. */
    private void flushLater(final ChannelHandlerContext now) {
        if (!flushScheduled) {
            flushScheduled = true;
            now.executor().execute(() -> {
                flushScheduled = false;
                now.flush();
            });
        }
    }

    @Override
    public void channelWritabilityChanged(final ChannelHandlerContext changed) {
        if (changed.channel().isWritable()) {
            answerLastPing(changed);
            if (closeSent == null) {
                outgoing.requestMore();
            }
            changed.flush();
        }
    }

    /** The handler's {@code Flowable} has ended. */
    void outgoingEnded(final @Nullable Throwable error) {
        if (outgoingDone) {
            return;
        }
        outgoingDone = true;
        if (closeSent == null) {
            if (error == null) {
                startClose(CloseReason.NORMAL, "");
            } else if (error instanceof final WebSocketCloseException close) {
                startClose(close.code(), close.reason());
            } else if (!(error instanceof WebSocketLostException)) {
                dispatch(() -> LOGGER.error(
                        "The WebSocket {} failed, and is closed with 1011.", handshake.route(), LogText.escape(error)));
                startClose(CloseReason.SERVER_ERROR, "The server failed.");
            }
            finishIncoming();
        } else if (error != null
                && !(error instanceof WebSocketCloseException)
                && !(error instanceof WebSocketLostException)) {
            dispatch(() -> LOGGER.warn(
                    "The WebSocket {} failed after it was closed.", handshake.route(), LogText.escape(error)));
        }
        endContext();
    }

    // The end

    @Override
    public boolean isClosing() {
        return closeSent != null || ended;
    }

    @Override
    public void beginClose() {
        startClose(CloseReason.GOING_AWAY, "The server is stopping.");
        finishIncoming();
    }

    /** Tells the client; the connection is closed when it has answered, or at the time-out. */
    private void startClose(final int code, final String reason) {
        if (closeSent != null || ended) {
            return;
        }
        final String text = shortened(reason);
        closeSent = new CloseReason(code, text, false);
        closingSince = System.nanoTime();
        writeAndFlush(new CloseWebSocketFrame(true, 0, code, text), future -> {});
    }

    private static String shortened(final String reason) {
        final byte[] bytes = reason.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= MAX_REASON) {
            return reason;
        }
        int end = MAX_REASON;
        while ((bytes[end] & 0xc0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }

    /** The client violates the protocol or a limit: it is told, and what it sends from now on is discarded. */
    private void fail(final int code, final String reason) {
        if (failed || ended) {
            return;
        }
        failed = true;
        decoder.discard();
        assembler.release();
        final boolean tell = closeSent == null;
        if (tell) {
            final String text = shortened(reason);
            closeSent = new CloseReason(code, text, false);
        }
        closingSince = System.nanoTime();
        if (tell) {
            writeAndFlush(new CloseWebSocketFrame(true, 0, code, shortened(reason)), future -> shutdownOutput());
        } else {
            shutdownOutput();
        }
        incoming.end(new WebSocketCloseException(code, reason));
        disposeOutgoing();
        readOn();
    }

    /** The client may still send; a reset would take the close from it. */
    private void shutdownOutput() {
        final ChannelHandlerContext now = context;
        final SslHandler tls = now == null ? null : now.pipeline().get(SslHandler.class);
        if (tls != null) {
            tls.closeOutbound();
        } else if (now != null && now.channel() instanceof final DuplexChannel duplex) {
            duplex.shutdownOutput();
        } else {
            closeNow();
        }
    }

    private void writeAndFlush(final WebSocketFrame frame, final ChannelFutureListener written) {
        final ChannelHandlerContext now = context;
        if (now != null) {
            final ChannelFuture future = now.writeAndFlush(frame);
            future.addListener(written);
        }
    }

    /** No message comes any more. What waits is still delivered; then the handler has some time to end. */
    private void finishIncoming() {
        incoming.end(null);
        final ChannelHandlerContext now = context;
        if (outgoingDone) {
            return;
        }
        if (!grace && now != null && incoming.isFollowed() && exchange.beginWork()) {
            grace = true;
            now.executor().schedule(this::disposeOutgoing, limits.close(), TimeUnit.NANOSECONDS);
        } else if (!grace) {
            disposeOutgoing();
        }
    }

    private void disposeOutgoing() {
        if (!outgoingDone) {
            outgoingDone = true;
            dispatch(outgoing::dispose);
        }
        endContext();
    }

    /** The subscriber of the messages has its last signal, or has cancelled. */
    void incomingFinished() {
        countHeld();
    }

    private void closeNow() {
        final ChannelHandlerContext now = context;
        if (now != null) {
            now.close();
        }
    }

    /** Without the last message of TLS, which a client that is gone would not take. */
    private void abort() {
        final ChannelHandlerContext now = context;
        final ChannelHandlerContext first = now == null ? null : now.pipeline().firstContext();
        if (first != null) {
            first.close();
        }
    }

    @Override
    public void channelInactive(final ChannelHandlerContext inactive) {
        if (begun) {
            end();
        }
        inactive.fireChannelInactive();
    }

    private void end() {
        if (ended) {
            return;
        }
        ended = true;
        final CloseReason reason = reason();
        forgetPing();
        assembler.close();
        countHeld();
        if (closeSent == null) {
            incoming.end(new WebSocketLostException("The connection of the WebSocket ended without a close."));
            disposeOutgoing();
        } else {
            endContext();
        }
        sockets.emit(new WebSocketEvent.Closed(
                handshake.route(),
                exchange.context(),
                reason,
                Duration.ofNanos(System.nanoTime() - openedAt),
                received,
                sent));
        sockets.closed();
        dispatch(() -> closed.onSuccess(reason));
    }

    /** Who was first counts. */
    private CloseReason reason() {
        final CloseReason first = closeSent;
        return first != null ? first : new CloseReason(CloseReason.LOST, "", true);
    }

    /** The request ends when nothing works for it any more. */
    private void endContext() {
        if (ended && outgoingDone) {
            exchange.context().end();
        }
        if (outgoingDone && grace) {
            grace = false;
            exchange.endWork();
        }
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext caught, final Throwable error) {
        if (error instanceof final CorruptedWebSocketFrameException corrupted) {
            fail(corrupted.closeStatus().code(), corrupted.closeStatus().reasonText());
        } else if (error instanceof TooLongFrameException) {
            fail(CloseReason.TOO_LARGE, "A frame is too large.");
        } else if (error instanceof CorruptedFrameException) {
            fail(CloseReason.PROTOCOL_ERROR, "A frame is malformed.");
        } else {
            LOGGER.debug("The connection of a WebSocket failed.", LogText.escape(error));
            closeNow();
        }
    }

    // Time

    @Override
    public void check(final long now) {
        if (ended || !begun) {
            return;
        }
        countHeld();
        if (closeSent != null) {
            if (now - closingSince >= (failed ? Math.min(LINGER_NANOS, limits.close()) : limits.close())) {
                abort();
            }
        } else if (incomplete && now - incompleteSince >= limits.message()) {
            fail(CloseReason.POLICY_VIOLATION, "A message takes too long.");
        } else if (isUnwanted(now)) {
            fail(CloseReason.POLICY_VIOLATION, "Nobody takes the messages of this WebSocket.");
        } else if (limits.idle() > 0 && now - lastMessageAt >= limits.idle()) {
            startClose(CloseReason.GOING_AWAY, "There were no messages.");
            finishIncoming();
        } else if (limits.pingInterval() > 0) {
            checkPing(now);
        }
    }

    /** Messages wait, and the handler has never subscribed to them: the end of the connection could not be seen. */
    private boolean isUnwanted(final long now) {
        final boolean full = incoming.isFull() && !incoming.isSubscribed();
        if (full && !unsubscribedFull) {
            unsubscribedSince = now;
        }
        unsubscribedFull = full;
        return full && now - unsubscribedSince >= limits.pingTimeout();
    }

    private void checkPing(final long now) {
        final ChannelHandlerContext open = context;
        if (open == null) {
            return;
        }
        if (!pinged) {
            if (now - lastReadAt >= limits.pingInterval()) {
                pinged = true;
                pingSentAt = now;
                writeAndFlush(new PingWebSocketFrame(Unpooled.EMPTY_BUFFER), future -> {});
            }
        } else if (incoming.isFull() || open.channel().unsafe().outboundBuffer().totalPendingWriteBytes() > 0) {
            pingSentAt = now; // the answer is not read, or the ping waits behind messages
        } else if (now - pingSentAt >= limits.pingTimeout()) {
            LOGGER.debug("The client of a WebSocket does not answer a ping.");
            abort();
        }
    }
}
