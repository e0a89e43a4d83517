package org.jzenith.http.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.haproxy.HAProxyCommand;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import io.netty.handler.codec.haproxy.HAProxyProxiedProtocol;
import io.netty.handler.codec.haproxy.HAProxyProxiedProtocol.TransportProtocol;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.jzenith.http.vertx.VertxHttp;

/**
 * Reads the header of the PROXY protocol, which comes before everything else of a connection and names the client. A
 * connection without one is closed, because its client could not be known.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a connection that cannot be closed is closed
final class ProxyHeaderReader extends ChannelInboundHandlerAdapter {

    private final RefusedPeers refused;

    private ProxyHeaderReader(final RefusedPeers refused) {
        this.refused = refused;
    }

    static void install(final Channel channel, final RefusedPeers refused) {
        channel.pipeline()
                .addLast("proxyDecoder", new HAProxyMessageDecoder())
                .addLast("proxyHeader", new ProxyHeaderReader(refused));
    }

    @Override
    public void channelRead(final ChannelHandlerContext context, final Object message) throws Exception {
        if (!(message instanceof HAProxyMessage header)) {
            context.fireChannelRead(message);
            return;
        }
        try {
            if (header.command() == HAProxyCommand.PROXY && isTcp(header.proxiedProtocol())) {
                VertxHttp.setClientAddress(context.channel(), address(header));
            }
        } finally {
            header.release();
        }
        context.pipeline().remove(this);
    }

    private static boolean isTcp(final HAProxyProxiedProtocol protocol) {
        return protocol.transportProtocol() == TransportProtocol.STREAM
                && (protocol == HAProxyProxiedProtocol.TCP4 || protocol == HAProxyProxiedProtocol.TCP6);
    }

    private static InetSocketAddress address(final HAProxyMessage header) throws UnknownHostException {
        final String address = header.sourceAddress();
        final byte[] bytes = address == null ? null : NetUtil.createByteArrayFromIpAddressString(address);
        if (bytes == null) {
            throw new UnknownHostException("The header of the PROXY protocol has no address of the client.");
        }
        return new InetSocketAddress(InetAddress.getByAddress(bytes), header.sourcePort());
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext context, final Throwable cause) {
        refused.withoutHeader(context.channel());
        context.close();
    }
}
