package org.jzenith.rest.internal.sse;

import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.http.internal.connection.DeliveryQueue;
import org.jzenith.http.write.SharedPiece;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The events on their way to the sinks of one event loop. Events for the same sinks that wait together are joined to one
 * text. Events are added on any thread.
 */
final class EventQueue {

    private static final Logger LOGGER = LoggerFactory.getLogger(ServerSentEvents.class);

    /** Longer texts are not joined: a stream sends about so many bytes at a time. */
    private static final int JOINED_BYTES = 16 * 1024;

    /** The memory of an event besides its text in bytes, so that empty events have a limit, too. */
    private static final int OVERHEAD = 128;

    private final ServerSentEvents.Sinks sinks;
    private final DeliveryQueue<QueuedText> queue;

    /** Bytes of the events that have not reached all their sinks. */
    private final AtomicLong waiting = new AtomicLong();

    /** A text for some of the sinks, or their end. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record QueuedText(EventSink[] targets, byte @Nullable [] text, EventSink.@Nullable SendCallback callback) {

        int bytes() {
            return text == null ? 0 : text.length;
        }
    }

    EventQueue(final ServerSentEvents.Sinks sinks, final ScheduledExecutorService eventLoop) {
        this.sinks = sinks;
        this.queue = new DeliveryQueue<>(eventLoop, Joined::new);
    }

    EventText encoder() {
        return sinks.encoder();
    }

    /**
     * Returns true if all events have reached their sinks. An event that a thread sends directly then overtakes none.
     */
    boolean isIdle() {
        return queue.isIdle();
    }

    /**
     * Adds an event.
     *
     * @param targets are not changed any more; the same array for the same sinks lets events be joined
     * @param text the text of the event
     * @param callback is called once for each of the targets
     */
    void add(final EventSink[] targets, final byte[] text, final EventSink.SendCallback callback) {
        if (targets.length == 0) {
            return;
        }
        if (reserve(text.length)) {
            queue.add(new QueuedText(targets, text, callback));
        } else {
            for (final EventSink target : targets) {
                target.refuse(callback);
            }
        }
    }

    /** Reserves memory for the text of an event; always succeeds for the only event. Returns false at the limit. */
    private boolean reserve(final int bytes) {
        final long added = bytes + (long) OVERHEAD;
        final long all = waiting.addAndGet(added);
        if (all > added && all > sinks.limitOfQueue()) {
            waiting.addAndGet(-added);
            return false;
        }
        return true;
    }

    private void release(final QueuedText delivered) {
        if (delivered.text != null) {
            waiting.addAndGet(-delivered.bytes() - (long) OVERHEAD);
        }
    }

    /** Ends a sink behind the events that wait for it. */
    void addEnd(final EventSink sink) {
        queue.add(new QueuedText(new EventSink[] {sink}, null, null));
    }

    /** Deliveries for the same sinks. */
    private final class Joined implements DeliveryQueue.Batch<QueuedText>, EventSink.SendCallback {

        private final List<QueuedText> texts = new ArrayList<>(1);
        private final EventSink[] targets;
        private int bytes;

        /** All texts; null for the end of a sink, and before the first delivery. */
        private @Nullable SharedPiece piece;

        private boolean delivering;

        /** The sinks that have taken it since the last report. */
        private int taken;

        Joined(final QueuedText first) {
            texts.add(first);
            targets = first.targets;
            bytes = first.bytes();
        }

        @Override
        public boolean join(final QueuedText following) {
            if (following.targets != targets || bytes + following.bytes() > JOINED_BYTES) {
                return false;
            }
            texts.add(following);
            bytes += following.bytes();
            return true;
        }

        @Override
        public int receivers() {
            return targets.length;
        }

        @Override
        public void deliver(final int receiver) {
            delivering = true;
            final EventSink target = targets[receiver];
            if (bytes == 0) {
                target.endQueued();
            } else {
                target.deliver(piece(), this);
            }
            delivering = false;
        }

        private SharedPiece piece() {
            SharedPiece made = piece;
            if (made == null) {
                made = new SharedPiece(text());
                piece = made;
            }
            return made;
        }

        private byte[] text() {
            final byte @Nullable [] first = texts.get(0).text;
            if (first != null && texts.size() == 1) {
                return first;
            }
            final byte[] all = new byte[bytes];
            int filled = 0;
            for (final QueuedText each : texts) {
                if (each.text != null) {
                    System.arraycopy(each.text, 0, all, filled, each.bytes());
                    filled += each.bytes();
                }
            }
            return all;
        }

        @Override
        public void fail(final int receiver, final Throwable error) {
            delivering = false;
            LOGGER.warn(
                    "An event could not be delivered to one of its receivers. jZenith closes this receiver.",
                    LogText.escape(error));
            targets[receiver].breakOff(error);
        }

        @Override
        public void pause() {
            if (taken > 0) {
                final int count = taken;
                taken = 0;
                tellWritten(count);
            }
        }

        @Override
        public void end() {
            texts.forEach(EventQueue.this::release);
            if (piece != null) {
                piece.end();
            }
        }

        @Override
        public void discard(final int served) {
            end();
            for (int i = served; i < targets.length; i++) {
                failed(targets[i], new ClosedChannelException());
            }
        }

        /** Counts connections that have accepted the event, on the event loop. Most accept it during delivery. */
        @Override
        public void written(final int count) {
            if (delivering) {
                taken += count;
            } else {
                tellWritten(count);
            }
        }

        private void tellWritten(final int count) {
            for (final QueuedText each : texts) {
                if (each.callback != null) {
                    each.callback.written(count);
                }
            }
        }

        @Override
        public void failed(final EventSink sink, final Throwable reason) {
            for (final QueuedText each : texts) {
                if (each.callback != null) {
                    each.callback.failed(sink, reason);
                }
            }
        }
    }
}
