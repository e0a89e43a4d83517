package org.jzenith.websocket;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.channel.EventLoop;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The WebSockets of one broadcaster on one event loop. A message costs one task of the event loop, or none if another is on
 * its way. Between parts of the work, the event loop serves others. Used on the event loop, except where a method says
 * otherwise.
 */
final class BroadcastGroup {

    /** After this time, the event loop serves others. */
    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** The clock is read once for so many members. */
    private static final int MEMBERS_PER_CHECK = 16;

    private static final BroadcastMember[] NONE = {};

    private final EventLoop eventLoop;
    private final ObjectMapper mapper;
    private final AtomicInteger size;
    private final Consumer<BroadcastGroup> whenEmpty;
    private final Queue<Queued> queue = new ConcurrentLinkedQueue<>();

    /** What waits in the queue, and what is being delivered. */
    private final AtomicInteger unfinished = new AtomicInteger();

    private final Set<BroadcastMember> members = new LinkedHashSet<>();

    /** The members, or null when they have changed since it was made. */
    private BroadcastMember @Nullable [] all = NONE;

    private @Nullable Queued current;
    private BroadcastMember[] targets = NONE;
    private int next;

    /** One message on its way to all groups. */
    static final class Broadcast {

        private final AtomicInteger undelivered;
        private final AtomicInteger remaining;

        Broadcast(final AtomicInteger undelivered, final int groups) {
            this.undelivered = undelivered;
            this.remaining = new AtomicInteger(groups);
            if (groups > 0) {
                undelivered.incrementAndGet();
            }
        }

        void end() {
            if (remaining.decrementAndGet() == 0) {
                undelivered.decrementAndGet();
            }
        }
    }

    /** A message, or the end of all. */
    private record Queued(
            @Nullable WebSocketMessage message, @Nullable Broadcast broadcast) {

        void end() {
            if (broadcast != null) {
                broadcast.end();
            }
        }
    }

    BroadcastGroup(
            final EventLoop eventLoop,
            final ObjectMapper mapper,
            final AtomicInteger size,
            final Consumer<BroadcastGroup> whenEmpty) {
        this.eventLoop = eventLoop;
        this.mapper = mapper;
        this.size = size;
        this.whenEmpty = whenEmpty;
    }

    EventLoop eventLoop() {
        return eventLoop;
    }

    ObjectMapper mapper() {
        return mapper;
    }

    /** On any thread. */
    void add(final WebSocketMessage message, final Broadcast broadcast) {
        add(new Queued(message, broadcast));
    }

    /** Completes all members behind the messages that are on their way. On any thread. */
    void complete() {
        add(new Queued(null, null));
    }

    private void add(final Queued added) {
        queue.add(added);
        if (unfinished.getAndIncrement() == 0) {
            try {
                eventLoop.execute(this::run);
            } catch (final RejectedExecutionException e) {
                discard(); // the event loop has terminated, and the connections with it
            }
        }
    }

    private void discard() {
        for (Queued each = queue.poll(); each != null; each = queue.poll()) {
            each.end();
            unfinished.decrementAndGet();
        }
    }

    private void run() {
        final long begin = System.nanoTime();
        do {
            if (deliverSome()) {
                endCurrent();
                if (unfinished.decrementAndGet() == 0) {
                    return;
                }
            }
        } while (System.nanoTime() - begin < TURN_NANOS);
        goOn();
    }

    private void endCurrent() {
        final Queued delivered = current;
        current = null;
        targets = NONE;
        if (delivered != null) {
            delivered.end();
        }
    }

    /** A timer that is due runs after the event loop has read from its connections; a task might run before. */
    @SuppressWarnings("FutureReturnValueIgnored") // it does not fail
    private void goOn() {
        try {
            eventLoop.schedule(this::run, 0, TimeUnit.NANOSECONDS);
        } catch (final RejectedExecutionException e) {
            endCurrent();
            unfinished.decrementAndGet();
            discard();
        }
    }

    /** Delivers to some members; true if these were the last. */
    private boolean deliverSome() {
        Queued delivered = current;
        if (delivered == null) {
            delivered = queue.remove();
            current = delivered;
            targets = all();
            next = 0;
        }
        final int end = Math.min(targets.length, next + MEMBERS_PER_CHECK);
        while (next < end) {
            targets[next++].accept(delivered.message());
        }
        return next == targets.length;
    }

    private BroadcastMember[] all() {
        BroadcastMember @Nullable [] made = all;
        if (made == null) {
            made = members.toArray(BroadcastMember[]::new);
            all = made;
        }
        return made;
    }

    void join(final BroadcastMember member) {
        if (members.add(member)) {
            all = null;
            size.incrementAndGet();
        }
    }

    void leave(final BroadcastMember member) {
        if (members.remove(member)) {
            all = null;
            size.decrementAndGet();
            if (members.isEmpty()) {
                whenEmpty.accept(this);
            }
        }
    }
}
