package org.jzenith.websocket.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.ssl.SslHandler;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.connection.PendingBytes;

/**
 * The channel of Netty that carries the frames of one WebSocket: writes them, asks for more, and is closed in one of three ways.
 * Does nothing before it is {@linkplain #attach attached}. Used on the event loop of the connection.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a close fails only if the connection is closed already
public final class FrameChannel {

    private @Nullable ChannelHandlerContext context;
    private boolean readPending;
    private boolean flushScheduled;

    public void attach(final ChannelHandlerContext added) {
        context = added;
    }

    public EventLoop eventLoop() {
        return Objects.requireNonNull(context).channel().eventLoop();
    }

    public boolean isActive() {
        final ChannelHandlerContext now = context;
        return now != null && now.channel().isActive();
    }

    /** Returns true if the bytes that wait for the client are below the socket's write mark. */
    public boolean isWritable() {
        final ChannelHandlerContext now = context;
        return now != null && now.channel().isWritable();
    }

    /** Returns true if bytes wait for the client. */
    boolean hasPendingWrites() {
        final ChannelHandlerContext now = context;
        return now != null && PendingBytes.inChannel(now.channel()) > 0;
    }

    // In

    /** Reads bytes only on request from now on. */
    void stopAutoRead() {
        final ChannelHandlerContext now = context;
        if (now != null) {
            now.channel().config().setAutoRead(false);
        }
    }

    /** Reads once from the socket, unless that is asked for already. */
    void read() {
        final ChannelHandlerContext now = context;
        if (now != null && !readPending) {
            readPending = true;
            now.read();
        }
    }

    void readCompleted() {
        readPending = false;
    }

    // Out

    /** Writes a frame, with one flush for all that is written in this turn of the event loop. */
    void write(final WebSocketFrame frame) {
        final ChannelHandlerContext now = context;
        if (now == null) {
            frame.release();
            return;
        }
        now.write(frame);
        if (!now.channel().isWritable()) {
            now.flush(); // else a fast source would be taken for a slow client
        } else if (!flushScheduled) {
            flushScheduled = true;
            now.executor().execute(() -> {
                flushScheduled = false;
                now.flush();
            });
        }
    }

    /** Writes a frame that {@link #flush} sends, or that of a later frame. */
    void writePong(final ByteBuf content) {
        final ChannelHandlerContext now = context;
        if (now == null) {
            content.release();
        } else {
            now.write(new PongWebSocketFrame(content));
        }
    }

    void writePing() {
        writeAndFlush(new PingWebSocketFrame(), written -> {});
    }

    void writeAndFlush(final WebSocketFrame frame, final ChannelFutureListener written) {
        final ChannelHandlerContext now = context;
        if (now == null) {
            frame.release();
            return;
        }
        final ChannelFuture future = now.writeAndFlush(frame);
        future.addListener(written);
    }

    public void flush() {
        final ChannelHandlerContext now = context;
        if (now != null) {
            now.flush();
        }
    }

    public void schedule(final Runnable work, final long delay, final TimeUnit unit) {
        final ChannelHandlerContext now = context;
        if (now != null) {
            now.executor().schedule(work, delay, unit);
        }
    }

    // The end

    public void close() {
        final ChannelHandlerContext now = context;
        if (now != null) {
            now.close();
        }
    }

    /** The client may still send; a reset would take from it what was written last. */
    void shutdownOutput() {
        final ChannelHandlerContext now = context;
        final SslHandler tls = now == null ? null : now.pipeline().get(SslHandler.class);
        if (tls != null) {
            tls.closeOutbound();
        } else if (now != null && now.channel() instanceof final DuplexChannel duplex) {
            duplex.shutdownOutput();
        } else {
            close();
        }
    }

    /** Closes without the last message of TLS, which a client that is gone would not take. */
    void abort() {
        final ChannelHandlerContext now = context;
        final ChannelHandlerContext first = now == null ? null : now.pipeline().firstContext();
        if (first != null) {
            first.close();
        }
    }
}
