package org.jzenith.rest.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/2 connection. It rests when it has no stream, whatever pings and settings its client sends. A stream whose
 * client takes nothing of what waits for it is reset. Belongs to the event loop of the connection.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a connection that cannot be closed is closed
final class Http2Guard extends Http2ConnectionAdapter implements ConnectionGuard {

    private final Channel channel;
    private final Watch watch;
    private final Http2ConnectionHandler handler;
    private final ChannelHandlerContext context;
    private final Http2Connection connection;
    private final PendingBytes pending;
    private final Set<StreamBytes> waiting = new LinkedHashSet<>();
    private int newest;
    private boolean closing;

    /** Since when there has been no stream. */
    private long resting = System.nanoTime();

    /** Since when the socket has taken nothing of what waits for it. */
    private long taken = resting;

    private Http2Guard(
            final Channel channel,
            final Watch watch,
            final Http2ConnectionHandler handler,
            final ChannelHandlerContext context) {
        this.channel = channel;
        this.watch = watch;
        this.handler = handler;
        this.context = context;
        this.connection = handler.connection();
        this.pending = new PendingBytes(channel, watch.budget());
    }

    /** Guards a connection whose handlers are in their places, and that has no stream yet. */
    static void over(final Channel channel, final Watch watch) {
        final Http2ConnectionHandler handler = channel.pipeline().get(Http2ConnectionHandler.class);
        final ChannelHandlerContext context = channel.pipeline().context(handler);
        final Http2Guard guard = new Http2Guard(channel, watch, handler, context);
        final Http2Connection connection = guard.connection;
        connection.remote().flowController(new CountingFlowController(connection, guard));
        connection.addListener(guard);
        handler.decoder().frameListener(new RequestFrames(handler.decoder().frameListener()));
        channel.pipeline().addFirst("streamErrors", new StreamErrors());
        watch.add(channel, guard);
        if (watch.stopping().isBegun()) {
            guard.announceStop();
        }
    }

    /** Bytes wait for a stream, or have been taken. */
    void changed(final StreamBytes stream, final long bytes) {
        pending.hold(bytes);
        if (stream.waiting() > 0) {
            waiting.add(stream);
        } else {
            waiting.remove(stream);
        }
    }

    @Override
    public void look(final long now) {
        if (pending.count() == 0) {
            taken = now;
            pending.forget();
        } else if (pending.isTaken()) {
            taken = now;
        }
        pending.publish();
        noteStreams(now);
        if (now - taken >= watch.idleNanos()) {
            cutOff();
        } else if (now - resting >= watch.idleNanos()) {
            close();
        } else if (!waiting.isEmpty()) {
            for (final StreamBytes stream : List.copyOf(waiting)) {
                if (now - stream.since() >= watch.idleNanos()) {
                    reset(stream.stream(), Http2Error.CANCEL);
                }
            }
        }
    }

    private void noteStreams(final long now) {
        final int last = connection.remote().lastStreamCreated();
        if (last != newest || connection.numActiveStreams() > 0) {
            newest = last;
            resting = now;
        }
    }

    @Override
    public long stalledNanos(final long now) {
        final StreamBytes stalest = stalest();
        return stalest == null || !channel.isOpen() ? 0 : now - stalest.since();
    }

    @Override
    public void endStalled() {
        final StreamBytes stalest = stalest();
        if (stalest != null) {
            reset(stalest.stream(), Http2Error.CANCEL);
        }
    }

    private @Nullable StreamBytes stalest() {
        StreamBytes found = null;
        for (final StreamBytes stream : waiting) {
            if (found == null || stream.since() - found.since() < 0) {
                found = stream;
            }
        }
        return found;
    }

    /** The answer has ended before the request, so nobody reads the rest of it (RFC 9113, 8.1). */
    @Override
    public void onStreamHalfClosed(final Http2Stream stream) {
        if (stream.state() == Http2Stream.State.HALF_CLOSED_LOCAL) {
            channel.eventLoop().execute(() -> {
                if (stream.state() == Http2Stream.State.HALF_CLOSED_LOCAL) {
                    reset(stream, Http2Error.NO_ERROR);
                }
            });
        }
    }

    private void reset(final Http2Stream stream, final Http2Error reason) {
        handler.resetStream(context, stream.id(), reason.code(), context.newPromise());
        context.flush();
    }

    /** The first GOAWAY: streams that the client has begun, not knowing of it, are still answered (RFC 9113, 6.8). */
    @Override
    public void announceStop() {
        goAway(Integer.MAX_VALUE);
    }

    @Override
    public boolean isQuiet(final long now, final long quietNanos) {
        noteStreams(now);
        return connection.numActiveStreams() == 0
                && pending.count() == 0
                && (quietNanos == 0 || now - resting >= quietNanos);
    }

    @Override
    public void closeQuiet() {
        close();
    }

    @Override
    public void takeNoMore() {
        if (!closing) {
            closing = true;
            goAway(connection.remote().lastStreamCreated());
        }
    }

    private void close() {
        if (closing && channel.isOpen() && connection.numActiveStreams() == 0) {
            cutOff();
            return;
        }
        closing = true;
        goAway(connection.remote().lastStreamCreated());
        channel.close();
    }

    private void goAway(final int lastStream) {
        handler.goAway(context, lastStream, Http2Error.NO_ERROR.code(), Unpooled.EMPTY_BUFFER, context.newPromise());
        context.flush();
    }

    /** Not through the handler, which would wait until everything is written. */
    private void cutOff() {
        final ChannelHandlerContext first = channel.pipeline().firstContext();
        if (first == null) {
            channel.close();
        } else {
            first.close();
        }
    }

    /** Vert.x waits for no write of a stream that ends early, and would close the connection for its failure. */
    private static final class StreamErrors extends ChannelInboundHandlerAdapter {

        @Override
        public void exceptionCaught(final ChannelHandlerContext context, final Throwable cause) {
            if (!(cause instanceof Http2Exception.StreamException)) {
                context.fireExceptionCaught(cause);
            }
        }
    }
}
