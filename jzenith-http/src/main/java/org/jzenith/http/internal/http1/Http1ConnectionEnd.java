package org.jzenith.http.internal.http1;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.connection.ConnectionState;

/**
 * Closes one HTTP/1 connection so that its client gets the last response, and sees whether it is whole. Used on the event
 * loop of the connection only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a close fails only if the connection is closed already
final class Http1ConnectionEnd {

    /** The time for which a client may continue to send after the last response; the bytes are discarded. */
    private static final long LINGER_SECONDS = 2;

    /** The kernel sends the remaining bytes in the background, which is the default. */
    private static final int NO_LINGER = -1;

    private final Channel channel;
    private @Nullable ChannelHandlerContext handlerContext;
    private boolean begun;
    private boolean halfClosed;
    private boolean delimitedByClose;

    Http1ConnectionEnd(final Channel channel) {
        this.channel = channel;
    }

    /** The handlers of Vert.x follow this context in the pipeline. */
    void setContext(final ChannelHandlerContext context) {
        handlerContext = context;
    }

    /** Returns true if only the sending side is closed; Vert.x must not close the connection yet. */
    boolean isHalfClosed() {
        return halfClosed;
    }

    /** Returns true if an incomplete response is delimited by the close of the connection, which must then not look orderly. */
    boolean isDelimitedByClose() {
        return delimitedByClose;
    }

    /**
     * Called before the head of a response whose body follows. Where only the end of the connection ends a response, an
     * incomplete response must not look complete: the connection is reset, unless the last part is being written.
     */
    void responseBegins(final HttpResponse response) {
        if (response.protocolVersion().minorVersion() == 0
                && !response.headers().contains(HttpHeaderNames.CONTENT_LENGTH)) {
            delimitedByClose = true;
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
        }
    }

    /** Called before the last part of a response is written that ends with the connection. */
    void responseEnds() {
        delimitedByClose = false;
        channel.config().setOption(ChannelOption.SO_LINGER, NO_LINGER);
    }

    /**
     * Closes the connection after the last response has been sent. A client that is still sending would lose the response if its bytes
     * reached a closed connection (RFC 9112, 9.6). For such a client, only the sending side is closed immediately, and its bytes are
     * discarded for {@link #LINGER_SECONDS} seconds. Only the first call has an effect.
     *
     * @param sending true if the client may still be sending
     * @return true if the connection waits for the client from now on
     */
    boolean closeAfterLastResponse(final boolean sending) {
        if (begun) {
            return false;
        }
        begun = true;
        if (sending && channel.isActive() && channel instanceof DuplexChannel duplex) {
            halfClosed = true;
            final SslHandler tls = channel.pipeline().get(SslHandler.class);
            if (tls == null) {
                duplex.shutdownOutput();
            } else {
                // The client sees by the last message of TLS that the response is whole.
                channel.pipeline().addFirst("discardedInput", new DiscardedInput());
                tls.closeOutbound().addListener(sent -> duplex.shutdownOutput());
            }
            channel.config().setAutoRead(true);
            channel.eventLoop().schedule(this::closeNow, LINGER_SECONDS, TimeUnit.SECONDS);
            return true;
        }
        close();
        return false;
    }

    /**
     * Closes the connection without Vert.x, which would wait for all writes, and write in the middle of another write.
     */
    void close() {
        if (handlerContext == null) {
            channel.close();
        } else {
            handlerContext.close();
        }
    }

    /** Closes at once, without the last message of TLS. */
    void closeNow() {
        ConnectionState.closeNow(channel);
    }

    /** Over TLS nobody decrypts what comes after the end. */
    private static final class DiscardedInput extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(final ChannelHandlerContext context, final Object bytes) {
            ReferenceCountUtil.release(bytes);
        }
    }
}
