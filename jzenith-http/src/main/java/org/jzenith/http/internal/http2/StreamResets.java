package org.jzenith.http.internal.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2LifecycleManager;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Resets the streams of one HTTP/2 connection, and handles frames for closed streams. Netty would respond to each with
 * RST_STREAM and count it as a violation:
 *
 * <ul>
 *   <li>For a stream that the server has reset, the frame was on its way. It is ignored (RFC 9113, 5.4.2).
 *   <li>For a stream that the client has skipped, it ends the connection (RFC 9113, 5.1.1).
 *   <li>For a stream that the client has ended itself, it ends the connection (RFC 9113, 5.1).
 * </ul>
 *
 * <p>Streams that the server resets because their client violates HTTP/2 are limited, because each has cost a request
 * (CVE-2025-8671). Used on the event loop of the connection only.
 */
final class StreamResets implements Http2LifecycleManager {

    /** The number of reset streams whose ids are remembered. A client has fewer open at a time. */
    private static final int MAX_KNOWN = 256;

    /** Frames of 256 bytes fill the window of a stream with as many. Further ones count as control frames. */
    private static final int FRAMES_ON_THEIR_WAY = 256;

    /** The number of ranges of skipped streams that are remembered; clients skip none. */
    private static final int MAX_SKIPPED = 16;

    private final Http2ConnectionState state;
    private final Http2ConnectionHandler handler;
    private final ControlFrameBudget controlFrames;
    private final ResetBudget violations;

    /** Streams that the server has reset, the earliest reset first, with the number of frames that came since. */
    private final Map<Integer, Integer> reset = new LinkedHashMap<>();

    private final Deque<SkippedStreams> skipped = new ArrayDeque<>(0);

    /** The largest number that {@link #reset} has had and has no more. */
    private int lastForgotten;

    private int nextStream = 1;

    private record SkippedStreams(int first, int end) {

        boolean contain(final int stream) {
            return stream >= first && stream < end;
        }
    }

    StreamResets(
            final Http2ConnectionState state,
            final Http2ConnectionHandler handler,
            final ControlFrameBudget controlFrames,
            final ResetBudget violations) {
        this.state = state;
        this.handler = handler;
        this.controlFrames = controlFrames;
        this.violations = violations;
    }

    /** The client has started a stream. */
    void streamBegun(final int stream) {
        if (stream > nextStream) {
            if (skipped.size() == MAX_SKIPPED) {
                skipped.removeFirst();
            }
            skipped.addLast(new SkippedStreams(nextStream, stream));
        }
        nextStream = stream + 2;
    }

    @Override
    public ChannelFuture resetStream(
            final ChannelHandlerContext context, final int stream, final long error, final ChannelPromise promise) {
        final Http2Stream open = handler.connection().stream(stream);
        if (error == Http2Error.STREAM_CLOSED.code() && open == null) {
            receivedAfterEnd(stream);
            return promise.unvoid().setSuccess();
        }
        if (open != null && open.state() == Http2Stream.State.CLOSED) {
            // It is being reset, or its client has reset it. Netty resets it again for each DATA that waited in its
            // window.
            return promise.unvoid().setSuccess();
        }
        remember(stream);
        final ChannelFuture written = handler.resetStream(context, stream, error, promise);
        if (open != null) {
            // Until RST_STREAM is written, Netty would log each frame that comes for the stream.
            open.close();
        }
        final boolean violation = error != Http2Error.NO_ERROR.code() && error != Http2Error.CANCEL.code();
        if (violation && violations.isExceededByNext()) {
            state.end(Http2Error.ENHANCE_YOUR_CALM, "The client violates HTTP/2 in too many streams.");
        }
        return written;
    }

    private void remember(final int stream) {
        reset.putIfAbsent(stream, 0);
        if (reset.size() > MAX_KNOWN) {
            final Iterator<Integer> earliest = reset.keySet().iterator();
            lastForgotten = Math.max(lastForgotten, earliest.next());
            earliest.remove();
        }
    }

    private void receivedAfterEnd(final int stream) {
        final Integer before = reset.get(stream);
        if (before != null && before < FRAMES_ON_THEIR_WAY) {
            reset.put(stream, before + 1);
        } else if (before != null || stream <= lastForgotten) {
            try {
                controlFrames.frameReceived();
            } catch (final Http2Exception e) {
                state.end(e.error(), "The client continues streams that were reset.");
            }
        } else if (skipped.stream().anyMatch(range -> range.contain(stream))) {
            state.end(Http2Error.PROTOCOL_ERROR, "A stream has a smaller id than an earlier stream.");
        } else {
            state.end(Http2Error.STREAM_CLOSED, "The client continues a stream that it has ended.");
        }
    }

    @Override
    public void closeStreamLocal(final Http2Stream stream, final ChannelFuture future) {
        handler.closeStreamLocal(stream, future);
    }

    @Override
    public void closeStreamRemote(final Http2Stream stream, final ChannelFuture future) {
        handler.closeStreamRemote(stream, future);
    }

    @Override
    public void closeStream(final Http2Stream stream, final ChannelFuture future) {
        handler.closeStream(stream, future);
    }

    @Override
    public ChannelFuture goAway(
            final ChannelHandlerContext context,
            final int lastStream,
            final long error,
            final ByteBuf reason,
            final ChannelPromise promise) {
        return handler.goAway(context, lastStream, error, reason, promise);
    }

    @Override
    public void onError(final ChannelHandlerContext context, final boolean outbound, final Throwable cause) {
        handler.onError(context, outbound, cause);
    }
}
