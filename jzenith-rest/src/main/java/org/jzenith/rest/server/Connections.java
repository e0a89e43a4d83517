package org.jzenith.rest.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.MaxMessagesRecvByteBufAllocator;
import io.netty.channel.ServerChannel;
import io.netty.channel.SingleThreadEventLoop;
import io.reactivex.Completable;
import io.reactivex.subjects.CompletableSubject;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.log.LogText;
import org.jzenith.rest.error.Errors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All connections of all event loops. Safe for use by many threads. */
@SuppressWarnings("FutureReturnValueIgnored") // a connection that cannot be closed is closed
final class Connections {

    private static final Logger LOGGER = LoggerFactory.getLogger(Connections.class);

    /** As long as the longest queue of connections that Linux keeps by default. */
    private static final int MAX_QUEUE = 4096;

    /** If nobody has come to the port for this time, nobody waits. */
    private static final long EMPTY_QUEUE_MILLIS = 5;

    private final RestServer.Settings settings;
    private final ResponseBudget budget;
    private final Stopping stopping;
    private final AtomicInteger open = new AtomicInteger();
    private final List<Watch> watches = new CopyOnWriteArrayList<>();
    private final CompletableSubject gone = CompletableSubject.create();
    private volatile boolean leaving;
    private volatile @Nullable Channel listening;

    Connections(final RestServer.Settings settings) {
        this.settings = settings;
        this.budget = new ResponseBudget(settings.maxBufferedResponses());
        this.stopping = new Stopping(settings.idleGrace());
    }

    Watch watch(final ContextInternal context) {
        final Watch watch = new Watch(context, settings, budget, stopping);
        watches.add(watch);
        context.nettyEventLoop()
                .terminationFuture()
                .addListener(ended -> watch.lost().forEach(connection -> closed()));
        if (stopping.isBegun()) {
            watch.announceStop();
        }
        return watch;
    }

    boolean hasRoomForAnswers() {
        return budget.hasRoom();
    }

    /** What breaks a connection is the client's or the network's, and would only fill the log, unless it is ours. */
    static void report(final Throwable error) {
        if (Errors.isOutOfMemory(error)) {
            LOGGER.error("A connection broke, as there was no memory.", LogText.escape(error));
        } else if (LOGGER.isDebugEnabled()) {
            LOGGER.debug("A connection broke.", LogText.escape(error));
        }
    }

    /**
     * Remembers the channel that accepts, which Vert.x does not show: nobody may have come through it before it closes.
     *
     * @return completes when it is known
     */
    Future<Void> listenAt(final int port, final VertxInternal vertx) {
        final Promise<Void> known = Promise.promise();
        final EventLoop acceptor = vertx.getAcceptorEventLoopGroup().next(); // Vert.x has one
        acceptor.execute(() -> {
            if (acceptor instanceof SingleThreadEventLoop loop) {
                loop.registeredChannelsIterator().forEachRemaining(channel -> {
                    if (channel instanceof ServerChannel
                            && channel.localAddress() instanceof InetSocketAddress address
                            && address.getPort() == port) {
                        listening = channel;
                    }
                });
            }
            known.complete();
        });
        return known.future();
    }

    /** Counts a new connection, or closes it. Who was accepted while the port closes is answered. */
    boolean admit(final Channel channel) {
        if (!stopping.isAccepting()) {
            channel.parent().close();
        }
        if (open.incrementAndGet() > settings.maxConnections()) {
            closed();
            channel.close();
            return false;
        }
        channel.closeFuture().addListener(closed -> closed());
        return true;
    }

    private void closed() {
        if (open.decrementAndGet() == 0 && leaving) {
            gone.onComplete();
        }
    }

    /** From now on each answer closes its connection, and quiet connections are closed until the delay is over. */
    void announceStop(final Duration delay) {
        if (stopping.begin(delay)) {
            watches.forEach(Watch::announceStop);
        }
    }

    /**
     * Accepts what has come to the port, closes it, and lets connections go.
     *
     * @return completes when there is none
     */
    Completable drain() {
        announceStop(Duration.ZERO);
        stopping.endAccepting();
        final Channel port = listening;
        if (port == null) {
            settle();
        } else {
            port.closeFuture().addListener(closed -> settle());
            port.eventLoop().execute(() -> acceptTheRest(port));
        }
        return gone;
    }

    /**
     * The kernel resets the connections that wait in its queue when the port closes, whatever their clients have sent
     * already: so it closes at the moment when the queue has been found empty.
     */
    private static void acceptTheRest(final Channel port) {
        if (port.config().getRecvByteBufAllocator() instanceof MaxMessagesRecvByteBufAllocator limit) {
            limit.maxMessagesPerRead(MAX_QUEUE);
        }
        port.pipeline().addFirst(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelReadComplete(final ChannelHandlerContext context) {
                context.fireChannelReadComplete();
                port.close();
            }
        });
        port.eventLoop().schedule(() -> port.close(), EMPTY_QUEUE_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** What was accepted last may still be on its way to its event loop. */
    private void settle() {
        final AtomicInteger turns = new AtomicInteger(watches.size() + 1);
        final Runnable turn = () -> {
            if (turns.decrementAndGet() == 0) {
                leaving = true;
                if (open.get() == 0) {
                    gone.onComplete();
                }
            }
        };
        watches.forEach(watch -> watch.afterwards(turn));
        turn.run();
    }
}
