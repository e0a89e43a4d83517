package org.jzenith.rest.sse;

import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.log.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers events to the sinks of one event loop, in the order in which they were sent. However many sinks an event is
 * for, it waits here once and costs one task of the event loop. Events for the same sinks that wait together are joined
 * to one text. Between parts of the work, the event loop serves others. Events are added on any thread.
 */
final class DeliveryQueue {

    private static final Logger LOGGER = LoggerFactory.getLogger(ServerSentEvents.class);

    /** Longer texts are not joined: a stream sends about so many bytes at a time. */
    private static final int JOINED_BYTES = 16 * 1024;

    /** After this time, the event loop serves others. */
    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** The clock is read once for so many sinks. */
    private static final int SINKS_PER_CHECK = 16;

    private final ScheduledExecutorService eventLoop;
    private final ServerSentEvents.Sinks sinks;
    private final Queue<QueuedText> waiting = new ConcurrentLinkedQueue<>();

    /** What waits, and what is being delivered. */
    private final AtomicInteger unfinished = new AtomicInteger();

    private final Runnable run = this::run;
    private @Nullable Joined current;

    /** A text for some of the sinks, or their end. */
    private static final class QueuedText {

        private final EventSink[] targets;
        private final byte @Nullable [] text;
        private final EventSink.@Nullable SendCallback callback;

        QueuedText(
                final EventSink[] targets,
                final byte @Nullable [] text,
                final EventSink.@Nullable SendCallback callback) {
            this.targets = targets;
            this.text = text;
            this.callback = callback;
        }

        int bytes() {
            return text == null ? 0 : text.length;
        }

        void failed() {
            if (callback != null) {
                for (final EventSink target : targets) {
                    callback.failed(target, new ClosedChannelException());
                }
            }
        }
    }

    DeliveryQueue(final ServerSentEvents.Sinks sinks, final ScheduledExecutorService eventLoop) {
        this.sinks = sinks;
        this.eventLoop = eventLoop;
    }

    ServerSentEvents.Encoder encoder() {
        return sinks.encoder();
    }

    /** Whether everything has reached its sinks. What a thread then gives to a sink itself does not overtake anything. */
    boolean isIdle() {
        return unfinished.get() == 0;
    }

    /**
     * Adds an event.
     *
     * @param targets are not changed any more; the same array for the same sinks lets events be joined
     * @param text of the event
     * @param callback is called once for each of the targets
     */
    void add(final EventSink[] targets, final byte[] text, final EventSink.SendCallback callback) {
        if (targets.length == 0) {
            return;
        }
        if (sinks.reserveQueued(text.length)) {
            add(new QueuedText(targets, text, callback));
        } else {
            for (final EventSink target : targets) {
                target.refuse(callback);
            }
        }
    }

    /** Ends a sink behind the events that wait for it. */
    void addEnd(final EventSink sink) {
        add(new QueuedText(new EventSink[] {sink}, null, null));
    }

    private void add(final QueuedText delivery) {
        waiting.add(delivery);
        if (unfinished.getAndIncrement() == 0) {
            try {
                eventLoop.execute(run);
            } catch (final RejectedExecutionException e) {
                discard();
            }
        }
    }

    /** The event loop has terminated, and the connections with it. */
    private void discard() {
        int count;
        do {
            count = 0;
            for (QueuedText next = waiting.poll(); next != null; next = waiting.poll()) {
                count++;
                sinks.releaseQueued(next.bytes());
                next.failed();
            }
        } while (unfinished.addAndGet(-count) > 0);
    }

    /** Runs on the event loop, and never twice at a time. */
    private void run() {
        final long begin = System.nanoTime();
        do {
            Joined joined = current;
            if (joined == null) {
                joined = new Joined();
                current = joined;
            }
            if (joined.deliver(SINKS_PER_CHECK)) {
                current = null;
                if (unfinished.addAndGet(-joined.deliveries.size()) == 0) {
                    return;
                }
            }
        } while (System.nanoTime() - begin < TURN_NANOS);
        goOn();
    }

    /** A timer that is due runs after the event loop has read from its connections; a task might run before. */
    @SuppressWarnings("FutureReturnValueIgnored") // it does not fail
    private void goOn() {
        try {
            eventLoop.schedule(run, 0, TimeUnit.NANOSECONDS);
        } catch (final RejectedExecutionException e) {
            LOGGER.debug("An event loop has terminated before all events were sent.", e);
        }
    }

    /** Deliveries for the same sinks. */
    private final class Joined implements EventSink.SendCallback {

        private final List<QueuedText> deliveries = new ArrayList<>(1);
        private final EventSink[] targets;
        private final byte @Nullable [] text;
        private int next;
        private boolean delivering;

        /** How many have taken it since that was told. */
        private int taken;

        /** Takes what is joined from the queue, which is not empty. */
        Joined() {
            QueuedText taken = waiting.remove();
            targets = taken.targets;
            int bytes = 0;
            for (; ; ) {
                deliveries.add(taken);
                bytes += taken.bytes();
                final QueuedText following = waiting.peek();
                if (following == null || following.targets != targets || bytes + following.bytes() > JOINED_BYTES) {
                    break;
                }
                taken = waiting.remove();
            }
            text = text(bytes);
        }

        private byte @Nullable [] text(final int bytes) {
            if (deliveries.size() == 1) {
                return deliveries.get(0).text;
            }
            final byte[] all = new byte[bytes];
            int filled = 0;
            for (final QueuedText each : deliveries) {
                if (each.text != null) {
                    System.arraycopy(each.text, 0, all, filled, each.bytes());
                    filled += each.bytes();
                }
            }
            return all;
        }

        /** Delivers to some sinks; true if these were the last. */
        boolean deliver(final int count) {
            delivering = true;
            for (int i = 0; i < count && next < targets.length; i++) {
                deliverTo(targets[next++]);
            }
            delivering = false;
            if (taken > 0) {
                tellWritten(taken);
                taken = 0;
            }
            if (next < targets.length) {
                return false;
            }
            deliveries.forEach(each -> sinks.releaseQueued(each.bytes()));
            return true;
        }

        private void deliverTo(final EventSink target) {
            try {
                if (text == null) {
                    target.endQueued();
                } else {
                    target.deliver(text, this);
                }
            } catch (final RuntimeException e) {
                LOGGER.warn("An event could not be delivered to one of its listeners.", LogText.escape(e));
            }
        }

        /** On the event loop. Most connections take an event while it is delivered. */
        @Override
        public void written(final int count) {
            if (delivering) {
                taken += count;
            } else {
                tellWritten(count);
            }
        }

        private void tellWritten(final int count) {
            for (final QueuedText each : deliveries) {
                if (each.callback != null) {
                    each.callback.written(count);
                }
            }
        }

        @Override
        public void failed(final EventSink sink, final Throwable reason) {
            for (final QueuedText each : deliveries) {
                if (each.callback != null) {
                    each.callback.failed(sink, reason);
                }
            }
        }
    }
}
