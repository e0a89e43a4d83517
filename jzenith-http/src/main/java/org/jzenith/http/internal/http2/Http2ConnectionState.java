package org.jzenith.http.internal.http2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
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
import io.netty.handler.flush.FlushConsolidationHandler;
import io.vertx.core.http.HttpServerOptions;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.connection.ConnectionState;
import org.jzenith.http.internal.connection.ConnectionSweeper;
import org.jzenith.http.internal.connection.PendingBytes;

/**
 * Holds the state of one HTTP/2 connection. The connection is idle when it has no stream, whatever pings and settings its client
 * sends. A stream whose client takes none of the bytes that wait for it is reset. Used on the event loop of the
 * connection only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a close fails only if the connection is closed already
public final class Http2ConnectionState extends Http2ConnectionAdapter implements ConnectionState {

    /**
     * Streams that write in one turn of the event loop are flushed together; after so many writes at once. Vert.x flushes
     * for each stream.
     */
    private static final int MAX_FLUSHES = 256;

    private final Channel channel;
    private final ConnectionSweeper sweeper;
    private final Http2ConnectionHandler handler;
    private final ChannelHandlerContext context;
    private final Http2Connection connection;
    private final PendingBytes pending;
    private final Set<StreamBytes> pendingStreams = new LinkedHashSet<>();
    private final ControlFrameBudget controlFrames = new ControlFrameBudget();
    private final SmallFrames smallFrames;
    private final StreamResets resets;
    private final LingeringStreams lingering = new LingeringStreams(this::resetLater);
    private int lastStreamSeen;
    private boolean closing;
    private boolean ended;

    /** The time since which there has been no stream. */
    private long idleSince = System.nanoTime();

    /** The time since which the socket has taken none of the waiting bytes. */
    private long progressAt = idleSince;

    private Http2ConnectionState(
            final Channel channel,
            final ConnectionSweeper sweeper,
            final Http2ConnectionHandler handler,
            final ChannelHandlerContext context,
            final HttpServerOptions options) {
        this.channel = channel;
        this.sweeper = sweeper;
        this.handler = handler;
        this.context = context;
        this.connection = handler.connection();
        this.pending = new PendingBytes(channel, sweeper);
        this.smallFrames = new SmallFrames(this, connection, handler.decoder().frameListener());
        this.resets = new StreamResets(this, handler, controlFrames, resetBudget(options));
    }

    private static ResetBudget resetBudget(final HttpServerOptions options) {
        return new ResetBudget(
                options.getHttp2RstFloodMaxRstFramePerWindow(),
                options.getHttp2RstFloodWindowDuration(),
                options.getHttp2RstFloodWindowDurationTimeUnit());
    }

    /**
     * Adds the state to a connection after Vert.x has added its handlers and before its first stream.
     *
     * @param observed true if Vert.x metrics or tracing observe each response
     */
    public static void install(
            final Channel channel,
            final ConnectionSweeper sweeper,
            final HttpServerOptions options,
            final boolean observed) {
        final Http2ConnectionHandler handler = channel.pipeline().get(Http2ConnectionHandler.class);
        final ChannelHandlerContext context = channel.pipeline().context(handler);
        final Http2ConnectionState state = new Http2ConnectionState(channel, sweeper, handler, context, options);
        final Http2Connection connection = state.connection;
        connection.remote().flowController(new CountingFlowController(connection, state));
        connection.local().flowController(state.smallFrames);
        connection.addListener(state);
        handler.decoder()
                .frameListener(new RequestFrameListener(
                        handler.decoder().frameListener(),
                        state.controlFrames,
                        resetBudget(options),
                        state.lingering,
                        connection,
                        state.smallFrames));
        handler.encoder().lifecycleManager(state.resets);
        channel.pipeline().addFirst("streamErrors", new StreamErrors());
        if (!observed) {
            Http2WholeResponses.install(state, handler, context, sweeper.serverHeaders());
        }
        channel.pipeline().addLast("flushes", new FlushConsolidationHandler(MAX_FLUSHES, true));
        sweeper.add(channel, state);
        if (sweeper.isStopBegun()) {
            state.announceStop();
        }
    }

    /** Bytes are to be sent on a stream. */
    void bytesAdded(final int bytes) {
        pending.addQueued(bytes);
    }

    /** Bytes are sent, or never will be. */
    void bytesTaken(final int bytes) {
        pending.addQueued(-bytes);
        controlFrames.bytesTransferred(bytes);
    }

    /** The number of bytes that wait for the client on a stream has changed. */
    void waitingChanged(final StreamBytes stream) {
        if (stream.waiting() > 0) {
            pendingStreams.add(stream);
        } else {
            pendingStreams.remove(stream);
        }
    }

    /** A whole response was written, of which the flow controller does not know. */
    void responseWritten(final int bytes) {
        if (bytes > 0) {
            controlFrames.bytesTransferred(bytes);
            controlFrames.dataSent();
        }
    }

    /** A whole payload was sent: the window of the client was large enough for it. */
    void dataSent() {
        controlFrames.dataSent();
    }

    @Override
    public void check(final long now) {
        if (pending.count() == 0) {
            progressAt = now;
            pending.resetProgress();
        } else if (pending.hasProgress()) {
            progressAt = now;
        }
        pending.publish();
        lingering.check(now);
        updateIdleTime(now);
        if (now - progressAt >= sweeper.idleNanos()) {
            ConnectionState.closeNow(channel);
        } else if (now - idleSince >= sweeper.idleNanos()) {
            close();
        } else if (!pendingStreams.isEmpty()) {
            for (final StreamBytes stream : List.copyOf(pendingStreams)) {
                if (now - stream.since() >= sweeper.idleNanos()) {
                    reset(stream.stream(), Http2Error.CANCEL);
                }
            }
        }
    }

    private void updateIdleTime(final long now) {
        final int last = connection.remote().lastStreamCreated();
        if (last != lastStreamSeen || connection.numActiveStreams() > 0) {
            lastStreamSeen = last;
            idleSince = now;
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
        for (final StreamBytes stream : pendingStreams) {
            if (found == null || stream.since() - found.since() < 0) {
                found = stream;
            }
        }
        return found;
    }

    /** The response has ended before the request. */
    @Override
    public void onStreamHalfClosed(final Http2Stream stream) {
        if (stream.state() == Http2Stream.State.HALF_CLOSED_LOCAL) {
            lingering.add(stream);
        }
    }

    @Override
    public void onStreamClosed(final Http2Stream stream) {
        lingering.remove(stream);
        smallFrames.closed(stream);
    }

    /** Resets a stream in a later task, after the frame that ends the response or comes from the client. */
    private void resetLater(final Http2Stream stream) {
        channel.eventLoop().execute(() -> {
            if (stream.state() == Http2Stream.State.HALF_CLOSED_LOCAL) {
                reset(stream, Http2Error.NO_ERROR);
            }
        });
    }

    /** Passes frames on in a later task, after Vert.x has handled the earlier ones. */
    void passLater(final Http2Stream stream) {
        channel.eventLoop().execute(() -> {
            try {
                smallFrames.pass(context, stream);
            } catch (final Http2Exception e) {
                handler.onError(context, false, e);
            }
        });
    }

    @Override
    public void onGoAwaySent(final int lastStream, final long error, final ByteBuf reason) {
        if (error == Http2Error.ENHANCE_YOUR_CALM.code()) {
            sweeper.countFlood();
        }
    }

    @Override
    public void onStreamAdded(final Http2Stream stream) {
        if (!connection.local().isValidStreamId(stream.id())) {
            resets.streamBegun(stream.id());
        }
    }

    private void reset(final Http2Stream stream, final Http2Error reason) {
        resets.resetStream(context, stream.id(), reason.code(), context.newPromise());
        context.flush();
    }

    /** The first GOAWAY: streams that the client has started, not knowing of it, still get a response (RFC 9113, 6.8). */
    @Override
    public void announceStop() {
        goAway(Integer.MAX_VALUE);
    }

    @Override
    public boolean isIdle(final long now, final long idleGraceNanos) {
        updateIdleTime(now);
        return connection.numActiveStreams() == 0
                && pending.count() == 0
                && (idleGraceNanos == 0 || now - idleSince >= idleGraceNanos);
    }

    @Override
    public boolean isClosedAfterRead() {
        return true;
    }

    @Override
    public void closeIdle() {
        close();
    }

    @Override
    public void refuseFurtherRequests() {
        if (!closing) {
            closing = true;
            goAway(connection.remote().lastStreamCreated());
        }
    }

    private void close() {
        if (closing && channel.isOpen() && connection.numActiveStreams() == 0) {
            ConnectionState.closeNow(channel);
            return;
        }
        closing = true;
        goAway(connection.remote().lastStreamCreated());
        channel.close();
    }

    /** Ends the connection for a violation of its client, with all its streams. */
    void end(final Http2Error error, final String reason) {
        if (!ended) {
            ended = true;
            handler.goAway(
                    context,
                    connection.remote().lastStreamCreated(),
                    error.code(),
                    ByteBufUtil.writeAscii(context.alloc(), reason),
                    context.newPromise().addListener(sent -> context.close()));
            context.flush();
        }
    }

    private void goAway(final int lastStream) {
        handler.goAway(context, lastStream, Http2Error.NO_ERROR.code(), Unpooled.EMPTY_BUFFER, context.newPromise());
        context.flush();
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
