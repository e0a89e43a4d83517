package org.jzenith.websocket.broadcast;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.channel.EventLoop;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.connection.DeliveryQueue;

/**
 * The WebSockets of one broadcaster on one event loop, and the messages on their way to them. Used on the event loop, except
 * where a method says otherwise.
 */
public final class BroadcastGroup<M> {

    public final EventLoop eventLoop;
    public final ObjectMapper mapper;
    private final AtomicInteger size;
    private final Consumer<BroadcastGroup<M>> whenEmpty;
    private final DeliveryQueue<Queued<M>> queue;
    private final Set<BroadcastMember<M>> members = new LinkedHashSet<>();

    /** The members, or null when they have changed since it was made. */
    private @Nullable List<BroadcastMember<M>> all = List.of();

    /** One message on its way to all groups. */
    public static final class Broadcast {

        private final AtomicInteger undelivered;
        private final AtomicInteger remaining;

        public Broadcast(final AtomicInteger undelivered, final int groups) {
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
    private record Queued<M>(@Nullable M message, @Nullable Broadcast broadcast) {}

    /** Its way to those that are members when it begins. */
    private static final class GroupDelivery<M> implements DeliveryQueue.Batch<Queued<M>> {

        private final Queued<M> queued;
        private final List<BroadcastMember<M>> targets;

        GroupDelivery(final Queued<M> queued, final List<BroadcastMember<M>> targets) {
            this.queued = queued;
            this.targets = targets;
        }

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

    public BroadcastGroup(
            final EventLoop eventLoop,
            final ObjectMapper mapper,
            final AtomicInteger size,
            final Consumer<BroadcastGroup<M>> whenEmpty) {
        this.eventLoop = eventLoop;
        this.mapper = mapper;
        this.size = size;
        this.whenEmpty = whenEmpty;
        this.queue = new DeliveryQueue<>(eventLoop, queued -> new GroupDelivery<>(queued, all()));
    }

    public EventLoop eventLoop() {
        return eventLoop;
    }

    public ObjectMapper mapper() {
        return mapper;
    }

    /** Adds a message; may be called on any thread. */
    public void add(final M message, final Broadcast broadcast) {
        queue.add(new Queued<>(message, broadcast));
    }

    /** Completes all members behind the messages that are on their way. On any thread. */
    public void complete() {
        queue.add(new Queued<>(null, null));
    }

    private List<BroadcastMember<M>> all() {
        List<BroadcastMember<M>> made = all;
        if (made == null) {
            made = List.copyOf(members);
            all = made;
        }
        return made;
    }

    void join(final BroadcastMember<M> member) {
        if (members.add(member)) {
            all = null;
            size.incrementAndGet();
        }
    }

    void leave(final BroadcastMember<M> member) {
        if (members.remove(member)) {
            all = null;
            size.decrementAndGet();
            if (members.isEmpty()) {
                whenEmpty.accept(this);
            }
        }
    }
}
