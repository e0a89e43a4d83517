package org.jzenith.http.internal.connection;

import io.netty.channel.Channel;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jzenith.core.internal.limit.NanoTime;
import org.jzenith.core.internal.limit.ResponseBudget;
import org.jzenith.core.vertx.EventLoopContext;

/**
 * Checks the connections of one event loop several times a second: time-outs, stalled clients, the budget for
 * responses, and the stop. Used on that event loop, except where a method says otherwise.
 */
public final class ConnectionSweeper {

    private static final long PERIOD_MILLIS = 250;

    /** A client that has taken bytes within this time is not closed to make room for others. */
    private static final long MIN_STALLED_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** An idle connection is closed only if the event loop has read from it within this time. */
    private static final long LAST_READ_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

    /** The number of idle connections to close before the event loop reads again. */
    private static final int CLOSED_AT_A_TIME = 4;

    private final EventLoopContext context;
    private final long headerNanos;
    private final long idleNanos;
    private final ResponseBudget budget;
    private final StopState stopState;
    private final Map<Channel, ConnectionState> states = new HashMap<>();
    private final ServerHeaders serverHeaders;

    /** The idle connections that the stop is about to close. */
    private final Set<Channel> closing = new LinkedHashSet<>();

    private final LongAdder floods = new LongAdder();
    private long nextSweepNanos = System.nanoTime();

    ConnectionSweeper(
            final EventLoopContext context,
            final ConnectionSettings settings,
            final ResponseBudget budget,
            final StopState stopState) {
        this.context = context;
        this.headerNanos = NanoTime.of(settings.headerTimeout());
        this.idleNanos = NanoTime.of(settings.idleTimeout());
        this.serverHeaders = new ServerHeaders(
                settings.serverHeader().orElse(null), settings.preparedHeaders().orElse(null));
        this.budget = budget;
        this.stopState = stopState;
        context.setPeriodic(PERIOD_MILLIS, this::sweep);
    }

    /** Replaces the state that the connection had before. */
    public void add(final Channel channel, final ConnectionState state) {
        if (states.put(channel, state) == null) {
            channel.closeFuture().addListener(closed -> states.remove(channel));
        }
    }

    /** Returns the time limit for the first headers of a connection, in nanoseconds. */
    public long headerNanos() {
        return headerNanos;
    }

    /** Returns the idle timeout of a connection, in nanoseconds. */
    public long idleNanos() {
        return idleNanos;
    }

    /** Counts a connection that is closed because its client floods it with frames. */
    public void countFlood() {
        floods.increment();
    }

    /** Returns the number of these connections; may be called on any thread. */
    long floods() {
        return floods.sum();
    }

    ResponseBudget budget() {
        return budget;
    }

    /** Returns true if each response closes its connection from now on. */
    public boolean isStopBegun() {
        return stopState.isBegun();
    }

    /** Returns true if a stopping server waits for requests before it closes a connection. */
    public boolean hasIdleGrace() {
        return stopState.idleGraceNanos() > 0;
    }

    /** Returns the time of the next sweep, in nanoseconds; cheaper than reading the clock for every response. */
    public long nextSweepNanos() {
        return nextSweepNanos;
    }

    /** The headers that the server adds to each response. */
    public ServerHeaders serverHeaders() {
        return serverHeaders;
    }

    /** Closes connections from now on when they are idle. May be called on any thread. */
    void announceStop() {
        context.runUnlessTerminated(() -> {
            List.copyOf(states.values()).forEach(ConnectionState::announceStop);
            closeIdle();
            context.setPeriodic(StopState.TICK_MILLIS, this::closeIdle);
        });
    }

    /** May be called on any thread. */
    void afterPendingTasks(final Runnable action) {
        context.afterPendingTasks(action);
    }

    /**
     * The connections that were open when the event loop terminated; nothing can close them any more. Called once,
     * after that.
     */
    Set<Channel> openChannels() {
        return Set.copyOf(states.keySet());
    }

    private void closeIdle() {
        final long now = System.nanoTime();
        if (!stopState.mayClose(now)) {
            return;
        }
        final boolean begins = closing.isEmpty();
        final List<Map.Entry<Channel, ConnectionState>> idle = Map.copyOf(states).entrySet().stream()
                .filter(each -> each.getValue().isIdle(now, stopState.idleGraceNanos()))
                .toList();
        idle.subList(0, stopState.numberToClose(idle.size(), now))
                .forEach(each -> close(each.getKey(), each.getValue()));
        if (begins) {
            closeAfterRead();
        }
        if (stopState.isGraceOver(now)) {
            List.copyOf(states.values()).forEach(ConnectionState::refuseFurtherRequests);
        }
    }

    private void close(final Channel channel, final ConnectionState state) {
        if (state.isClosedAfterRead()) {
            closing.add(channel);
        } else {
            state.closeIdle();
        }
    }

    /** Lets the event loop read before it closes: requests that have arrived get a response. */
    @SuppressWarnings("FutureReturnValueIgnored") // an event loop that terminates has closed its connections
    private void closeAfterRead() {
        if (!closing.isEmpty()) {
            final long begin = System.nanoTime();
            context.eventLoop().schedule(() -> closeSome(begin), 0, TimeUnit.NANOSECONDS);
        }
    }

    private void closeSome(final long readAt) {
        final Iterator<Channel> channels = closing.iterator();
        for (int i = 0; i < CLOSED_AT_A_TIME && channels.hasNext(); i++) {
            final long now = System.nanoTime();
            if (now - readAt > LAST_READ_NANOS) {
                break;
            }
            final ConnectionState state = states.get(channels.next());
            channels.remove();
            if (state != null && state.isIdle(now, stopState.idleGraceNanos())) {
                state.closeIdle();
            }
        }
        closeAfterRead();
    }

    private void sweep() {
        serverHeaders.refresh();
        final long now = System.nanoTime();
        nextSweepNanos = now + TimeUnit.MILLISECONDS.toNanos(PERIOD_MILLIS);
        for (final ConnectionState state : List.copyOf(states.values())) {
            state.check(now);
        }
        if (!budget.hasRoom()) {
            makeRoom(now);
        }
    }

    /** Ends the streams and connections that have stalled longest, one after another, until there is room. */
    private void makeRoom(final long now) {
        final PriorityQueue<Stalled> stalled =
                new PriorityQueue<>(Comparator.comparingLong(Stalled::nanos).reversed());
        states.values().forEach(state -> Stalled.offer(stalled, state, now));
        while (!budget.hasRoom() && !stalled.isEmpty()) {
            final ConnectionState state = stalled.remove().state();
            state.endStalled();
            Stalled.offer(stalled, state, now);
        }
    }

    private record Stalled(ConnectionState state, long nanos) {

        static void offer(final PriorityQueue<Stalled> queue, final ConnectionState state, final long now) {
            final long nanos = state.stalledNanos(now);
            if (nanos >= MIN_STALLED_NANOS) {
                queue.add(new Stalled(state, nanos));
            }
        }
    }
}
