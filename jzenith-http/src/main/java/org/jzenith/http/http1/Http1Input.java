package org.jzenith.http.http1;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.util.AttributeKey;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Limits what one HTTP/1 connection reads and decodes before somebody takes it: bytes behind a request in flight, bytes of a
 * body, requests in one turn of the event loop. Used on the event loop of the connection only.
 */
final class Http1Input implements UnreadBody {

    static final AttributeKey<UnreadBody> UNREAD_BODY = AttributeKey.valueOf(UnreadBody.class, "unread");

    /** How many bytes may wait undecoded behind a request in flight; with more, reading pauses until its response. */
    private static final int MAX_WAITING_BYTES = 64 * 1024;

    /** How many bytes of a body may be decoded that nobody has taken yet; with more, decoding and reading pause. */
    private static final int MAX_UNREAD_BYTES = 16 * 1024;

    /** What the objects around a piece of a body take; a client may send chunks of one byte. */
    private static final int PIECE_BYTES = 128;

    /** How many requests of one connection are decoded before other connections are served. */
    private static final int MAX_REQUESTS_IN_TURN = 32;

    private final Channel channel;
    private @Nullable StrictDecoder decoder;
    private boolean readingPaused;
    private int requestsInTurn;

    /** The undecoded bytes are decoded in a later turn of the event loop. */
    private boolean decodingScheduled;

    /** The handler of the request says which bytes of the body it takes. */
    private boolean countsUnread;

    /** What Vert.x keeps of the body until the handler asks for it. */
    private int unreadBytes;

    Http1Input(final Channel channel) {
        this.channel = channel;
        channel.attr(UNREAD_BODY).set(this);
    }

    void setDecoder(final StrictDecoder reader) {
        decoder = reader;
    }

    /** How many bytes the client has sent behind the last decoded request. */
    int undecodedBytes() {
        return decoder == null ? 0 : decoder.undecodedBytes();
    }

    /** Whether the end of a head is among the next bytes that are not decoded yet. */
    boolean hasHead(final int within) {
        return decoder != null && decoder.hasHead(within);
    }

    /** Whether bytes wait for a later turn of the event loop. */
    boolean isDecodingScheduled() {
        return decodingScheduled;
    }

    /** Whether reading has paused, so that Netty must not ask for more. */
    boolean isReadingPaused() {
        return readingPaused;
    }

    /** Whether more of a body may be decoded. */
    boolean mayReceiveBody() {
        return unreadBytes < MAX_UNREAD_BYTES;
    }

    /** Whether a further request may be decoded in this turn: not after {@link #MAX_REQUESTS_IN_TURN}. */
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

    @Override
    public void paused() {
        countsUnread = true;
    }

    @Override
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
