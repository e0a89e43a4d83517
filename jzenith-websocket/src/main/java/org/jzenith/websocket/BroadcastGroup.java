package org.jzenith.websocket;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.channel.EventLoop;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.internal.connection.DeliveryQueue;

/**
 * The WebSockets of one broadcaster on one event loop, and the messages queued for them. Used on the event loop, except
 * where a method says otherwise.
 */
final class BroadcastGroup {

    private final EventLoop eventLoop;
    private final ObjectMapper mapper;
    private final AtomicInteger size;
    private final Consumer<BroadcastGroup> whenEmpty;
    private final DeliveryQueue<Queued> queue;
    private final Set<BroadcastMember> members = new LinkedHashSet<>();

    /** One message that is being delivered to all groups. */
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

    /** A message, or the end of all messages. */
    private record Queued(
            @Nullable WebSocketMessage message, @Nullable Broadcast broadcast) {}

    /** The delivery of a message to the WebSockets that are members when it starts. */
    private record GroupDelivery(Queued queued, List<BroadcastMember> targets) implements DeliveryQueue.Batch<Queued> {

        @Override
        public int receivers() {
            return targets.size();
        }

        @Override
        public void deliver(final int receiver) {
            targets.get(receiver).accept(queued.message());
        }

        @Override
        public void fail(final int receiver, final Throwable error) {
            targets.get(receiver).closeFailed(error);
        }

        @Override
        public void end() {
            final Broadcast broadcast = queued.broadcast();
            if (broadcast != null) {
                broadcast.end();
            }
        }

        @Override
        public void discard(final int served) {
            end();
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
        this.queue = new DeliveryQueue<>(eventLoop, queued -> new GroupDelivery(queued, List.copyOf(members)));
    }

    EventLoop eventLoop() {
        return eventLoop;
    }

    ObjectMapper mapper() {
        return mapper;
    }

    /** Adds a message; may be called on any thread. */
    void add(final WebSocketMessage message, final Broadcast broadcast) {
        queue.add(new Queued(message, broadcast));
    }

    /** Completes all members after the messages that are already queued; may be called on any thread. */
    void complete() {
        queue.add(new Queued(null, null));
    }

    void join(final BroadcastMember member) {
        if (members.add(member)) {
            size.incrementAndGet();
        }
    }

    void leave(final BroadcastMember member) {
        if (members.remove(member)) {
            size.decrementAndGet();
            if (members.isEmpty()) {
                whenEmpty.accept(this);
            }
        }
    }
}
