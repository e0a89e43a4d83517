package org.jzenith.http.internal.connection;

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
import io.vertx.core.Vertx;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.limit.OutOfMemory;
import org.jzenith.core.internal.limit.ResponseBudget;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.http.internal.vertx.VertxHttp;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connections of one listener, on all event loops. Safe for use by many threads. */
@SuppressWarnings("FutureReturnValueIgnored") // a close fails only if the connection is closed already
public final class ListenerConnections {

    private static final Logger LOGGER = LoggerFactory.getLogger(ListenerConnections.class);

    /** The length of the longest accept queue that Linux keeps by default. */
    private static final int MAX_QUEUE = 4096;

    /**
     * Clients that were told to close connect again within this time, and then wait in the accept queue. In a closed
     * loop over a local network it is some hundred microseconds.
     */
    private static final long RECONNECT_MILLIS = 50;

    /** The time without a new connection after which the accept queue is considered empty. */
    private static final long EMPTY_QUEUE_MILLIS = 5;

    private final ConnectionSettings settings;
    private final CountedWarning tooMany;
    private final ResponseBudget budget;
    private final StopState stopState;
    private final AtomicInteger open = new AtomicInteger();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder handshakes = new LongAdder();
    private final LongAdder failedHandshakes = new LongAdder();
    private final HeldConnections held = new HeldConnections();
    private final AtomicInteger portsOpen = new AtomicInteger();
    private final List<ConnectionSweeper> sweepers = new CopyOnWriteArrayList<>();
    private final CompletableSubject allClosed = CompletableSubject.create();
    private volatile boolean draining;
    private final Set<Channel> listening = ConcurrentHashMap.newKeySet();

    /**
     * Creates it before the first server opens.
     *
     * @param limit the key of the limit of connections
     */
    public ListenerConnections(final ConnectionSettings settings, final String limit) {
        this.settings = settings;
        this.tooMany = new CountedWarning(
                LOGGER,
                "New connections are closed at once: " + limit + " is " + settings.maxConnections()
                        + ", and that many are open.");
        this.budget = new ResponseBudget(settings.maxBufferedResponses());
        this.stopState = new StopState(settings.idleGrace());
    }

    /** Creates the sweeper of one event loop. */
    public ConnectionSweeper newSweeper(final EventLoopContext context) {
        final ConnectionSweeper sweeper = new ConnectionSweeper(context, settings, budget, stopState);
        sweepers.add(sweeper);
        context.eventLoop()
                .terminationFuture()
                .addListener(ended -> sweeper.openChannels().forEach(connection -> closed()));
        if (stopState.isBegun()) {
            sweeper.announceStop();
        }
        return sweeper;
    }

    /** The limits of the connections. */
    public ConnectionSettings settings() {
        return settings;
    }

    /** The number of open connections. */
    public int open() {
        return open.get();
    }

    /** The number of connections that were accepted since startup. */
    public long accepted() {
        return accepted.sum();
    }

    /** The number of connections that were closed at once because of the limit. */
    public long refused() {
        return tooMany.total();
    }

    /** The number of HTTP/2 connections that were closed because their clients flooded them with frames. */
    public long floods() {
        return sweepers.stream().mapToLong(ConnectionSweeper::floods).sum();
    }

    /** Counts the end of a TLS handshake. */
    public void endHandshake(final boolean success) {
        (success ? handshakes : failedHandshakes).increment();
    }

    /** The number of TLS handshakes that succeeded. */
    public long handshakes() {
        return handshakes.sum();
    }

    /** The number of TLS handshakes that failed, also because the client has left. */
    public long failedHandshakes() {
        return failedHandshakes.sum();
    }

    /** The bytes of responses that wait for clients. */
    public long bufferedResponses() {
        return budget.held();
    }

    /** Returns false while too many bytes of responses wait for clients. */
    public boolean hasRoomForResponses() {
        return budget.hasRoom();
    }

    /**
     * Logs why a connection failed: an error for an OutOfMemoryError, otherwise debug, because clients and networks
     * fail all the time.
     */
    public static void report(final Throwable error) {
        if (OutOfMemory.isCauseOf(error)) {
            LOGGER.error("A connection failed, because there was no memory.", LogText.escape(error));
        } else if (LOGGER.isDebugEnabled()) {
            LOGGER.debug("A connection failed.", LogText.escape(error));
        }
    }

    /**
     * Finds the channel that accepts connections, which Vert.x does not expose.
     *
     * @param address the port, or the path of a Unix socket
     * @return completes when it is known
     */
    public Future<Void> findListeningChannel(final String address, final Vertx vertx) {
        final Promise<Void> known = Promise.promise();
        final EventLoop acceptor = VertxHttp.acceptor(vertx);
        acceptor.execute(() -> {
            if (acceptor instanceof SingleThreadEventLoop loop) {
                loop.registeredChannelsIterator().forEachRemaining(channel -> {
                    if (channel instanceof ServerChannel && address.equals(addressOf(channel))) {
                        listening.add(channel);
                    }
                });
            }
            known.complete();
        });
        return known.future();
    }

    private static String addressOf(final Channel channel) {
        return channel.localAddress() instanceof InetSocketAddress address
                ? String.valueOf(address.getPort())
                : String.valueOf(channel.localAddress());
    }

    /** Counts a new connection, or closes it if there are too many. */
    public boolean admit(final Channel channel) {
        if (open.incrementAndGet() > settings.maxConnections()) {
            closed();
            channel.close();
            tooMany.add();
            return false;
        }
        accepted.increment();
        channel.closeFuture().addListener(closed -> closed());
        return true;
    }

    /**
     * Reads nothing of a new connection before {@link #release}.
     *
     * @param opened adds the handlers of the connection, on its event loop
     */
    public void hold(final Channel channel, final Runnable opened) {
        held.add(channel, opened);
    }

    /** Reads all connections from now on. */
    public void release() {
        held.release();
    }

    private void closed() {
        if (open.decrementAndGet() == 0 && draining) {
            allClosed.onComplete();
        }
    }

    /** Lets each response close its connection from now on, and closes idle connections evenly within the delay. */
    public void announceStop(final Duration delay) {
        if (stopState.begin(delay)) {
            sweepers.forEach(ConnectionSweeper::announceStop);
        }
    }

    /**
     * Accepts the connections in the accept queue, closes the port, and lets the connections end.
     *
     * @return completes when no connection is open
     */
    public Completable drain() {
        announceStop(Duration.ZERO);
        held.close();
        stopState.endAccepting();
        final List<Channel> ports = List.copyOf(listening);
        portsOpen.set(ports.size());
        if (ports.isEmpty()) {
            completeWhenClosed();
        } else {
            ports.forEach(port -> port.eventLoop().execute(() -> letClientsGather(port)));
        }
        return allClosed;
    }

    /**
     * Pauses before the last accept, so that no client connects between it and the close of the port.
     */
    private void letClientsGather(final Channel port) {
        port.config().setAutoRead(false);
        port.eventLoop()
                .schedule(() -> acceptTheRest(port), open.get() == 0 ? 0 : RECONNECT_MILLIS, TimeUnit.MILLISECONDS);
    }

    /**
     * The kernel resets the connections in the accept queue when the port closes, whatever their clients have sent: so
     * the port closes when the queue is found empty, and the accepted connections get their responses after that.
     */
    private void acceptTheRest(final Channel port) {
        if (port.config().getRecvByteBufAllocator() instanceof MaxMessagesRecvByteBufAllocator limit) {
            limit.maxMessagesPerRead(MAX_QUEUE);
        }
        final LastConnections last = new LastConnections();
        port.pipeline().addFirst(last);
        port.eventLoop().schedule(last::closePort, EMPTY_QUEUE_MILLIS, TimeUnit.MILLISECONDS);
        port.config().setAutoRead(true);
    }

    /** Holds the connections of the last accepts until the port is closed. Runs on the event loop of the port. */
    private final class LastConnections extends ChannelInboundHandlerAdapter {

        private final List<Object> accepted = new ArrayList<>();
        private @Nullable ChannelHandlerContext context;
        private boolean closed;

        @Override
        public void handlerAdded(final ChannelHandlerContext added) {
            context = added;
        }

        @Override
        public void channelRead(final ChannelHandlerContext read, final Object connection) {
            accepted.add(connection);
        }

        @Override
        public void channelReadComplete(final ChannelHandlerContext read) {
            closePort();
        }

        void closePort() {
            final ChannelHandlerContext port = context;
            if (closed || port == null) {
                return;
            }
            closed = true;
            port.channel().close();
            accepted.forEach(port::fireChannelRead);
            port.fireChannelReadComplete();
            if (portsOpen.decrementAndGet() == 0) {
                completeWhenClosed();
            }
        }
    }

    /** The last accepted connection may not be registered with its event loop yet. */
    private void completeWhenClosed() {
        final AtomicInteger remaining = new AtomicInteger(sweepers.size() + 1);
        final Runnable checked = () -> {
            if (remaining.decrementAndGet() == 0) {
                draining = true;
                if (open.get() == 0) {
                    allClosed.onComplete();
                }
            }
        };
        sweepers.forEach(sweeper -> sweeper.afterPendingTasks(checked));
        checked.run();
    }
}
