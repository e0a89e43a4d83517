package org.jzenith.websocket.internal.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
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
import org.jzenith.http.internal.connection.PendingBytes;

/**
 * The channel of Netty that carries the frames of one WebSocket: writes them, asks for more, and is closed in one of three ways.
 * Used on the event loop of the connection, after it was {@linkplain #attach attached}.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a close fails only if the connection is closed already
public final class FrameChannel {

    private @Nullable ChannelHandlerContext context;
    private boolean readPending;
    private boolean flushScheduled;

    public void attach(final ChannelHandlerContext added) {
        context = added;
    }

    private ChannelHandlerContext context() {
        return Objects.requireNonNull(context, "the context of the connection");
    }

    private Channel channel() {
        return context().channel();
    }

    public EventLoop eventLoop() {
        return channel().eventLoop();
    }

    public boolean isActive() {
        return channel().isActive();
    }

    /** Returns true if the bytes that wait for the client are below the socket's write mark. */
    public boolean isWritable() {
        return channel().isWritable();
    }

    /** Returns true if bytes wait for the client. */
    boolean hasPendingWrites() {
        return PendingBytes.inChannel(channel()) > 0;
    }

    // In

    /** Reads bytes only on request from now on. */
    void stopAutoRead() {
        channel().config().setAutoRead(false);
    }

    /** Reads once from the socket, unless that is asked for already. */
    void read() {
        if (!readPending) {
            readPending = true;
            context().read();
        }
    }

    void readCompleted() {
        readPending = false;
    }

    // Out

    /** Writes a frame, with one flush for all that is written in this turn of the event loop. */
    void write(final WebSocketFrame frame) {
        context().write(frame);
        if (!isWritable()) {
            flush(); // else a fast source would be taken for a slow client
        } else if (!flushScheduled) {
            flushScheduled = true;
            eventLoop().execute(() -> {
                flushScheduled = false;
                flush();
            });
        }
    }

    /** Writes a frame that {@link #flush} sends, or that of a later frame. */
    void writePong(final ByteBuf content) {
        context().write(new PongWebSocketFrame(content));
    }

    void writePing() {
        writeAndFlush(new PingWebSocketFrame(), written -> {});
    }

    void writeAndFlush(final WebSocketFrame frame, final ChannelFutureListener written) {
        context().writeAndFlush(frame).addListener(written);
    }

    public void flush() {
        context().flush();
    }

    public void schedule(final Runnable work, final long delay, final TimeUnit unit) {
        eventLoop().schedule(work, delay, unit);
    }

    // The end

    public void close() {
        context().close();
    }

    /** The client may still send; a reset would take from it what was written last. */
    void shutdownOutput() {
        final SslHandler tls = context().pipeline().get(SslHandler.class);
        if (tls != null) {
            tls.closeOutbound();
        } else if (channel() instanceof final DuplexChannel duplex) {
            duplex.shutdownOutput();
        } else {
            close();
        }
    }

    /** Closes without the last message of TLS, which a client that is gone would not take. */
    void abort() {
        final ChannelHandlerContext first = context().pipeline().firstContext();
        if (first != null) {
            first.close();
        }
    }
}
