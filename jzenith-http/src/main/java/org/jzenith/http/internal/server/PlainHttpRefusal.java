package org.jzenith.http.internal.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;

/**
 * Looks at the first byte of a connection of a listener with TLS. A client that sends HTTP in the clear gets a 400,
 * because its user would learn nothing from a handshake that fails; for others it removes itself.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a close fails only if the connection is closed already
final class PlainHttpRefusal extends ChannelInboundHandlerAdapter {

    /** The time for which a client may continue to send after the response; a closed connection would lose the response. */
    private static final long LINGER_SECONDS = 2;

    private static final String BODY = "This port speaks HTTPS, and the request came in plain HTTP. Use https://.\n";

    private static final String RESPONSE =
            "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: " + BODY.length()
                    + "\r\nConnection: close\r\n\r\n" + BODY;

    private final RefusedPeers refused;
    private boolean responded;

    PlainHttpRefusal(final RefusedPeers refused) {
        this.refused = refused;
    }

    @Override
    public void channelRead(final ChannelHandlerContext context, final Object message) {
        if (responded) {
            ReferenceCountUtil.release(message);
        } else if (message instanceof ByteBuf bytes && bytes.isReadable() && isHttp(bytes)) {
            responded = true;
            bytes.release();
            refused.plainHttp(context.channel());
            respond(context);
        } else {
            context.fireChannelRead(message);
            context.pipeline().remove(this);
        }
    }

    /** A request begins with the letters of its method, and no record of TLS begins with a letter. */
    private static boolean isHttp(final ByteBuf bytes) {
        final byte first = bytes.getByte(bytes.readerIndex());
        return (first >= 'A' && first <= 'Z') || (first >= 'a' && first <= 'z');
    }

    private static void respond(final ChannelHandlerContext context) {
        final Channel channel = context.channel();
        context.writeAndFlush(ByteBufUtil.writeAscii(context.alloc(), RESPONSE)).addListener(sent -> {
            if (sent.isSuccess() && channel instanceof DuplexChannel duplex) {
                duplex.shutdownOutput();
                channel.eventLoop().schedule(() -> context.close(), LINGER_SECONDS, TimeUnit.SECONDS);
            } else {
                context.close();
            }
        });
    }
}
