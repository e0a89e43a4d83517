package org.jzenith.http.internal.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.haproxy.HAProxyCommand;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyProxiedProtocol;
import io.netty.handler.codec.haproxy.HAProxyProxiedProtocol.TransportProtocol;
import io.netty.handler.codec.haproxy.HAProxySSLTLV;
import io.netty.handler.codec.haproxy.HAProxyTLV;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.vertx.VertxHttp;

/**
 * Reads the header of the PROXY protocol, which comes before everything else of a connection and names the client. A
 * connection without one is closed, because its client could not be known.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a close fails only if the connection is closed already
final class ProxyHeaderReader extends ChannelInboundHandlerAdapter {

    private final RefusedPeers refused;

    private ProxyHeaderReader(final RefusedPeers refused) {
        this.refused = refused;
    }

    static void install(final Channel channel, final RefusedPeers refused) {
        channel.pipeline()
                .addLast("proxyDecoder", new ProxyHeaderDecoder())
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
                for (final HAProxyTLV value : header.tlvs()) {
                    if (value instanceof HAProxySSLTLV tls && tls.isPP2ClientSSL()) {
                        HttpListener.setProxiedTls(context.channel(), new HttpListener.ProxiedTls(subject(tls)));
                    }
                }
            }
        } finally {
            header.release();
        }
        context.pipeline().remove(this);
    }

    /** The header has the common name of the subject; the load balancer has verified the certificate if it says 0. */
    private static @Nullable X500Principal subject(final HAProxySSLTLV tls) {
        if (tls.verify() != 0 || !(tls.isPP2ClientCertConn() || tls.isPP2ClientCertSess())) {
            return null;
        }
        for (final HAProxyTLV value : tls.encapsulatedTLVs()) {
            if (value.type() == HAProxyTLV.Type.PP2_TYPE_SSL_CN) {
                return commonName(value.content().toString(StandardCharsets.UTF_8));
            }
        }
        return null;
    }

    /** Quoted, so that it cannot contain a further part of a name (RFC 4514). */
    private static @Nullable X500Principal commonName(final String name) {
        return name.isEmpty()
                ? null
                : new X500Principal("CN=\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"");
    }

    private static boolean isTcp(final HAProxyProxiedProtocol protocol) {
        return protocol.transportProtocol() == TransportProtocol.STREAM
                && (protocol == HAProxyProxiedProtocol.TCP4 || protocol == HAProxyProxiedProtocol.TCP6);
    }

    private static InetSocketAddress address(final HAProxyMessage header) throws UnknownHostException {
        final String address = header.sourceAddress();
        final byte[] bytes = address == null ? null : NetUtil.createByteArrayFromIpAddressString(address);
        if (bytes == null) {
            throw new UnknownHostException("The PROXY header contains no client address.");
        }
        return new InetSocketAddress(InetAddress.getByAddress(bytes), header.sourcePort());
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext context, final Throwable cause) {
        refused.withoutHeader(context.channel());
        context.close();
    }
}
