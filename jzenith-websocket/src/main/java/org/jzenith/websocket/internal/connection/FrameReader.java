package org.jzenith.websocket.internal.connection;

import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.concurrent.TimeUnit;
import org.jzenith.http.request.MalformedRequestException;
import org.jzenith.websocket.internal.message.MessageAssembler;
import org.jzenith.websocket.internal.message.MessageContent;
import org.jzenith.websocket.internal.message.MessageInflater;

/**
 * Reads the frames of one WebSocket as the subscriber of its messages asks for them, and counts the bytes that it holds. Used
 * on the event loop of the connection.
 */
public final class FrameReader {

    private final OpenConnection connection;
    private final FrameChannel channel;
    private final ClosingHandshake closing;
    private final IncomingMessages incoming;
    private final ConnectionTimeouts timeouts;
    private final FrameDecoder decoder;
    private final MessageAssembler assembler;
    private final PingAnswers pings;
    private final MessageRate rate;
    private boolean begun;

    /** A task reads on when the rate allows it. */
    private boolean resumption;

    private boolean ended;
    private long held;
    private long received;

    public FrameReader(
            final OpenConnection connection,
            final FrameChannel channel,
            final ClosingHandshake closing,
            final IncomingMessages incoming,
            final ConnectionTimeouts timeouts,
            final WebSocketConfiguration settings,
            final boolean compressed) {
        this.connection = connection;
        this.channel = channel;
        this.closing = closing;
        this.incoming = incoming;
        this.timeouts = timeouts;
        this.assembler = new MessageAssembler(
                (int) settings.maxMessageSize().bytes(), compressed ? new MessageInflater() : null);
        this.decoder = new FrameDecoder((int) settings.maxFrameSize().bytes(), compressed, this::mayDecode);
        this.rate = new MessageRate(settings.maxMessagesPerSecond());
        this.pings = new PingAnswers(channel);
    }

    /** The first that bytes from the client pass. */
    public FrameDecoder decoder() {
        return decoder;
    }

    /** The number of messages that have come. */
    public long received() {
        return received;
    }

    /** The handler is subscribed: frames that came with the opening handshake are decoded, and others read. */
    public void begin() {
        begun = true;
        channel.stopAutoRead();
        decoder.resume();
        readOn();
    }

    private boolean mayDecode() {
        return begun && !closing.isDeaf() && !isHeldBack();
    }

    /** Returns true while reading is paused, because the client sends more than the application or the rate limit accepts. */
    public boolean isHeldBack() {
        return incoming.isFull() || rate.waitNanos() > 0;
    }

    /** A message has come: if it is one too many for this second, the client is read again when its time has come. */
    private void countMessage() {
        rate.count();
        resumeInTime();
    }

    private void resumeInTime() {
        final long wait = rate.waitNanos();
        if (wait > 0 && !resumption) {
            resumption = true;
            channel.schedule(
                    () -> {
                        resumption = false;
                        resumeInTime(); // the rate may be a rounding error away from the next message
                        readOn();
                    },
                    wait,
                    TimeUnit.NANOSECONDS);
        }
    }

    /**
     * Takes a frame.
     *
     * @throws CorruptedWebSocketFrameException if it violates the protocol or a limit
     */
    public void read(final WebSocketFrame frame) {
        if (closing.isDeaf()) {
            return;
        }
        if (isControl(frame)) {
            readControl(frame);
        } else {
            readData(frame);
        }
        timeouts.frameEnded(assembler.isIncomplete());
    }

    private static boolean isControl(final WebSocketFrame frame) {
        return frame instanceof PingWebSocketFrame
                || frame instanceof PongWebSocketFrame
                || frame instanceof CloseWebSocketFrame;
    }

    private void readControl(final WebSocketFrame frame) {
        if (frame.rsv() != 0) {
            throw new CorruptedWebSocketFrameException(WebSocketCloseStatus.PROTOCOL_ERROR, "A reserved bit is set.");
        }
        if (frame instanceof final CloseWebSocketFrame close) {
            closing.receive(close);
            assembler.release();
            connection.finishIncoming();
        } else if (frame instanceof PingWebSocketFrame && !closing.isStarted()) {
            pings.answer(frame.content());
        }
    }

    private void readData(final WebSocketFrame frame) {
        final MessageContent message = assembler.add(frame);
        if (message != null && !closing.isStarted()) {
            received++;
            countMessage();
            timeouts.messageReceived();
            incoming.add(message);
        }
    }

    /** All frames of one read were given to {@link #read}. */
    public void readCompleted() {
        channel.readCompleted();
        timeouts.readCompleted();
        if (closing.isStarted()) {
            pings.release();
        }
        pings.readCompleted();
        channel.flush();
        count();
        readOn();
    }

    /** The client takes bytes again. */
    public void writable() {
        if (closing.isStarted()) {
            pings.release();
        }
        pings.answerLast();
    }

    /** Reads from the socket, and decodes, if the application takes messages; after a failure, to discard. */
    public void readOn() {
        if (!begun || !channel.isActive()) {
            return;
        }
        if (mayDecode() || closing.isFailed()) {
            decoder.resume();
        }
        if (mayDecode() || closing.isDeaf()) {
            channel.read();
        }
    }

    /** Counts what is held in the budget of all WebSockets; the one that exceeds it fails. */
    public void count() {
        timeouts.setIncomplete(mayDecode() && (assembler.isIncomplete() || decoder.undecodedBytes() > 0));
        final long now = ended ? 0 : (long) decoder.undecodedBytes() + assembler.heldBytes() + incoming.pendingBytes();
        final long change = now - held;
        if (change != 0) {
            held = now;
            if (!connection.hold(change) && change > 0) {
                connection.fail(
                        WebSocketCloseStatus.TRY_AGAIN_LATER.code(),
                        MalformedRequestException.overloaded("max-buffered-messages"));
            }
        }
    }

    /** Drops all further input and any incomplete message. */
    public void discard() {
        decoder.discard();
        assembler.release();
    }

    /** The connection is closed: nothing is held. */
    public void end() {
        ended = true;
        pings.release();
        assembler.close();
        count();
    }
}
