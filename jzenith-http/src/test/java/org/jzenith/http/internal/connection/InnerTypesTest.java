package org.jzenith.http.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.vertx.core.Vertx;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.vertx.EventLoopContext;

/** Internals of Netty's channels on which this package relies. docs/internals.md lists them. */
final class InnerTypesTest {

    private static final String WAITING =
            "Netty has changed: the outbound buffer of a channel must count what waits for"
                    + " the client, and show how much of the first message is sent; otherwise clients that read nothing are never closed";

    private static final int BYTES = 32 * 1024 * 1024;

    private final Vertx vertx = Vertx.vertx();
    private final NioEventLoopGroup loops = new NioEventLoopGroup(1);

    @AfterEach
    void close() throws Exception {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).get(20, TimeUnit.SECONDS);
        vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    @Test
    void aChannelTellsWhatWaitsForItsClient() throws Exception {
        final ListenerConnections connections = new ListenerConnections(
                new ConnectionSettings(
                        1,
                        10,
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(20),
                        BYTES,
                        Duration.ZERO,
                        Optional.empty(),
                        Optional.empty()),
                "limit");
        final ConnectionSweeper sweeper = connections.newSweeper(EventLoopContext.of(vertx.getOrCreateContext()));
        final CompletableFuture<PendingBytes> accepted = new CompletableFuture<>();
        final Channel server = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelActive(final ChannelHandlerContext context) {
                        final PendingBytes pending = new PendingBytes(context.channel(), sweeper);
                        context.writeAndFlush(Unpooled.wrappedBuffer(new byte[BYTES]));
                        accepted.complete(pending);
                    }
                })
                .bind("localhost", 0)
                .sync()
                .channel();
        try (Socket client = new Socket("localhost", ((InetSocketAddress) server.localAddress()).getPort())) {
            final PendingBytes pending = accepted.get(20, TimeUnit.SECONDS);
            assertThat(onLoop(() -> pending.count())).as(WAITING).isPositive();
            assertThat(onLoop(() -> pending.hasProgress())).as(WAITING).isTrue();
            while (onLoop(() -> pending.hasProgress())) {
                Thread.onSpinWait(); // until the buffers of the kernel are full
            }
            client.getInputStream().readNBytes(BYTES / 2);
            assertThat(onLoop(() -> pending.hasProgress())).as(WAITING).isTrue();
            client.getInputStream().readNBytes(BYTES / 2);
            while (onLoop(() -> pending.count()) > 0) {
                Thread.onSpinWait(); // the kernel has all, and Netty is about to know
            }
            assertThat(connections.hasRoomForResponses()).isTrue();
        }
    }

    private <T> T onLoop(final Callable<T> work) throws Exception {
        return loops.next().submit(work).get(20, TimeUnit.SECONDS);
    }
}
