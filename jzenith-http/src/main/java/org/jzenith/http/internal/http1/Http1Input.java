package org.jzenith.http.internal.http1;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.util.AttributeKey;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Limits how much an HTTP/1 connection reads ahead of the handler: bytes behind a request in flight, bytes of a body,
 * requests in one turn of the event loop. Used on the event loop of the connection only.
 */
public final class Http1Input {

    private static final AttributeKey<Http1Input> INPUT = AttributeKey.valueOf(Http1Input.class, "input");

    /** The bytes that may wait undecoded behind a request in flight; beyond them, reading pauses until its response. */
    private static final int MAX_WAITING_BYTES = 64 * 1024;

    /** The decoded bytes of a body that may wait for the handler; beyond them, decoding and reading pause. */
    private static final int MAX_UNREAD_BYTES = 16 * 1024;

    /** The memory overhead of a piece of a body; a client may send chunks of one byte. */
    private static final int PIECE_BYTES = 128;

    /** The number of requests of one connection that are decoded before other connections are served. */
    private static final int MAX_REQUESTS_IN_TURN = 32;

    private final Channel channel;
    private @Nullable StrictDecoder decoder;
    private boolean readingPaused;
    private int requestsInTurn;

    /** The undecoded bytes are decoded in a later turn of the event loop. */
    private boolean decodingScheduled;

    /** The handler of the request says which bytes of the body it takes. */
    private boolean countsUnread;

    /** The bytes of the body that Vert.x holds until the handler requests them. */
    private int unreadBytes;

    Http1Input(final Channel channel) {
        this.channel = channel;
        channel.attr(INPUT).set(this);
    }

    /**
     * Returns the input of a connection, which counts the received bytes of a body that the handler has not taken: Vert.x buffers up to 8
     * pieces of any length while a request is paused.
     *
     * @param channel the channel of the client's connection
     * @return null over HTTP/2, which has windows
     */
    public static @Nullable Http1Input of(final Channel channel) {
        return channel.attr(INPUT).get();
    }

    void setDecoder(final StrictDecoder reader) {
        decoder = reader;
    }

    /** Returns the number of bytes that the client has sent after the last decoded request. */
    int undecodedBytes() {
        return decoder == null ? 0 : decoder.undecodedBytes();
    }

    /** Returns true if the end of a head is among the next undecoded bytes. */
    boolean hasHead(final int within) {
        return decoder != null && decoder.hasHead(within);
    }

    /** Returns true if bytes wait for a later turn of the event loop. */
    boolean isDecodingScheduled() {
        return decodingScheduled;
    }

    /** Returns true if reading is paused; Netty must then not read more. */
    boolean isReadingPaused() {
        return readingPaused;
    }

    /** Returns true if more of a body may be decoded. */
    boolean mayReceiveBody() {
        return unreadBytes < MAX_UNREAD_BYTES;
    }

    /** Returns true if a further request may be decoded in this turn: at most {@link #MAX_REQUESTS_IN_TURN}. */
    boolean mayBeginRequest() {
        return requestsInTurn < MAX_REQUESTS_IN_TURN;
    }

    void requestDecoded() {
        requestsInTurn++;
    }

    /** A message that is not a request was decoded. */
    void decoded(final Object message) {
        if (countsUnread && message instanceof HttpContent content) {
            unreadBytes += PIECE_BYTES + content.content().readableBytes();
        }
    }

    /** Bytes were decoded. */
    void bytesDecoded() {
        if (undecodedBytes() <= MAX_WAITING_BYTES && mayReceiveBody()) {
            resumeReading();
        }
    }

    /** Pauses reading if too many bytes wait behind a request in flight. */
    void limitUndecoded(final int bytes) {
        if (bytes > MAX_WAITING_BYTES) {
            pauseReading();
        }
    }

    /** Pauses reading if too many bytes of the body wait for somebody who takes them. */
    void limitUnread() {
        if (!mayReceiveBody() && !readingPaused) {
            pauseReading();
        }
    }

    /** The request is about to be paused for the first time: from now on {@link #taken} is called for each piece. */
    public void paused() {
        countsUnread = true;
    }

    /**
     * The handler of the request has got a piece.
     *
     * @param bytes its length
     */
    public void taken(final int bytes) {
        if (countsUnread) {
            final boolean limited = !mayReceiveBody();
            unreadBytes = Math.max(0, unreadBytes - PIECE_BYTES - bytes);
            if (limited && mayReceiveBody()) {
                receiveOn();
            }
        }
    }

    /** The request has ended: nobody takes more of its body. */
    void requestEnded() {
        countsUnread = false;
        if (unreadBytes > 0) {
            unreadBytes = 0;
            receiveOn();
        }
    }

    private void receiveOn() {
        if (undecodedBytes() <= MAX_WAITING_BYTES) {
            resumeReading();
        }
        decodeNext();
    }

    private void pauseReading() {
        readingPaused = true;
        channel.config().setAutoRead(false);
    }

    void resumeReading() {
        if (readingPaused) {
            readingPaused = false;
            channel.config().setAutoRead(true);
        }
    }

    /** The response is written, or the client has taken responses; the next request is decoded. */
    void decodeNext() {
        if (mustResumeDecoding()) {
            decodingScheduled = true;
            channel.eventLoop().execute(this::resumeDecoding);
        }
    }

    /** Netty has passed on what it has read and decoded. */
    @SuppressWarnings("FutureReturnValueIgnored") // the decoder passes on what goes wrong
    void turnEnded() {
        final boolean limited = !mayBeginRequest();
        requestsInTurn = 0;
        if (limited && mustResumeDecoding()) {
            decodingScheduled = true;
            // Unlike execute(), this lets the event loop read from other connections before.
            channel.eventLoop().schedule(this::resumeDecoding, 0, TimeUnit.NANOSECONDS);
        }
    }

    private boolean mustResumeDecoding() {
        return !decodingScheduled && decoder != null && !decoder.isDecoding() && decoder.undecodedBytes() > 0;
    }

    private void resumeDecoding() {
        decodingScheduled = false;
        if (decoder != null) {
            decoder.resumeDecoding();
        }
    }
}
