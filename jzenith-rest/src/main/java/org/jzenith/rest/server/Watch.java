package org.jzenith.rest.server;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.vertx.core.impl.ContextInternal;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Looks after the connections of one event loop; everything happens there but what says otherwise. */
final class Watch {

    private static final long PERIOD_MILLIS = 250;

    /** Who has taken bytes within this time is not closed to make room for others. */
    private static final long MIN_STALLED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ContextInternal context;
    private final long headerNanos;
    private final long idleNanos;
    private final ResponseBudget budget;
    private final Stopping stopping;
    private final Map<Channel, ConnectionGuard> guards = new HashMap<>();
    private final Signature signature;
    private long soon = System.nanoTime();
    private @Nullable Class<?> wholeAnswer;

    Watch(
            final ContextInternal context,
            final RestServer.Settings settings,
            final ResponseBudget budget,
            final Stopping stopping) {
        this.context = context;
        this.headerNanos = settings.headerTimeout().toNanos();
        this.idleNanos = settings.idleTimeout().toNanos();
        this.signature = new Signature(settings.serverHeader().orElse(null));
        this.budget = budget;
        this.stopping = stopping;
        context.setPeriodic(PERIOD_MILLIS, timer -> sweep());
    }

    /** Replaces the guard that the connection had before. */
    void add(final Channel channel, final ConnectionGuard guard) {
        if (guards.put(channel, guard) == null) {
            channel.closeFuture().addListener(closed -> guards.remove(channel));
        }
    }

    long headerNanos() {
        return headerNanos;
    }

    long idleNanos() {
        return idleNanos;
    }

    ResponseBudget budget() {
        return budget;
    }

    Stopping stopping() {
        return stopping;
    }

    ContextInternal context() {
        return context;
    }

    /** A time that has come by the next look around; cheaper than the clock, which every answer would ask. */
    long soon() {
        return soon;
    }

    /** Whether this is a head with its whole body. Vert.x has one class for it, which is no secret after the first. */
    boolean isWholeAnswer(final Object message) {
        if (message.getClass() == wholeAnswer) {
            return true;
        }
        final boolean whole = message instanceof HttpResponse && message instanceof LastHttpContent;
        if (whole) {
            wholeAnswer = message.getClass();
        }
        return whole;
    }

    Signature signature() {
        return signature;
    }

    /** From now on connections are closed as soon as they rest. Safe to be called by any thread. */
    void announceStop() {
        context.runOnContext(now -> {
            List.copyOf(guards.values()).forEach(ConnectionGuard::announceStop);
            closeQuiet();
            context.setPeriodic(Stopping.TICK_MILLIS, timer -> closeQuiet());
        });
    }

    /**
     * Runs something once, when the event loop has done all that it has been given so far, or has ended. Safe to be called
     * by any thread.
     */
    void afterwards(final Runnable action) {
        final AtomicBoolean done = new AtomicBoolean();
        final Runnable once = () -> {
            if (done.compareAndSet(false, true)) {
                action.run();
            }
        };
        context.nettyEventLoop().terminationFuture().addListener(ended -> once.run());
        context.runOnContext(one -> context.runOnContext(two -> once.run()));
    }

    /**
     * The connections that an event loop has left open when it ended; they cannot even be closed. Called once, when it
     * has.
     */
    Set<Channel> lost() {
        return Set.copyOf(guards.keySet());
    }

    private void closeQuiet() {
        final long now = System.nanoTime();
        if (!stopping.mayClose(now)) {
            return;
        }
        final List<ConnectionGuard> quiet = List.copyOf(guards.values()).stream()
                .filter(guard -> guard.isQuiet(now, stopping.quietNanos()))
                .toList();
        quiet.subList(0, stopping.numberToClose(quiet.size(), now)).forEach(ConnectionGuard::closeQuiet);
        if (stopping.isGraceOver(now)) {
            List.copyOf(guards.values()).forEach(ConnectionGuard::takeNoMore);
        }
    }

    private void sweep() {
        signature.refresh();
        final long now = System.nanoTime();
        soon = now + TimeUnit.MILLISECONDS.toNanos(PERIOD_MILLIS);
        for (final ConnectionGuard guard : List.copyOf(guards.values())) {
            guard.look(now);
        }
        if (!budget.hasRoom()) {
            makeRoom(now);
        }
    }

    /** Ends what has not been taken for the longest time, one after another, until there is room. */
    private void makeRoom(final long now) {
        final PriorityQueue<Stalled> stalled =
                new PriorityQueue<>(Comparator.comparingLong(Stalled::nanos).reversed());
        guards.values().forEach(guard -> Stalled.offer(stalled, guard, now));
        while (!budget.hasRoom() && !stalled.isEmpty()) {
            final ConnectionGuard guard = stalled.remove().guard();
            guard.endStalled();
            Stalled.offer(stalled, guard, now);
        }
    }

    private record Stalled(ConnectionGuard guard, long nanos) {

        static void offer(final PriorityQueue<Stalled> queue, final ConnectionGuard guard, final long now) {
            final long nanos = guard.stalledNanos(now);
            if (nanos >= MIN_STALLED_NANOS) {
                queue.add(new Stalled(guard, nanos));
            }
        }
    }
}
