package org.jzenith.rest.internal.sse;

import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseBroadcaster;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;

/** The {@code Sse} object of an application. Stateless and safe for use by many threads. */
public final class ServerSentEvents implements Sse {

    /** Creates it. */
    public ServerSentEvents() {}

    @Override
    public OutboundSseEvent.Builder newEventBuilder() {
        return new EventBuilder();
    }

    @Override
    public SseBroadcaster newBroadcaster() {
        return new Broadcaster();
    }

    /**
     * Opens the sinks of a plugin. The events that wait have a limit together. Those that wait for the event loops have a part of
     * it of their own: clients that do not read leave room for what others read. Safe for use by many threads.
     */
    static final class Sinks {

        private static final int PART_OF_QUEUES = 4;

        private final EventText encoder;
        private final long limit;
        private final long limitOfSinks;
        private final long limitOfQueues;
        private final AtomicLong waiting = new AtomicLong();
        private final Map<ScheduledExecutorService, EventQueue> queues = new ConcurrentHashMap<>();

        /**
         * Creates it.
         *
         * @param encoder makes the text of events
         * @param limit bytes of events that may wait for one client
         * @param limitOfAll bytes of events that may wait together: three quarters of them for clients, and one quarter for
         *     the event loops, each of which has an equal part
         */
        Sinks(final EventText encoder, final long limit, final long limitOfAll) {
            this.encoder = encoder;
            this.limit = limit;
            this.limitOfQueues = limitOfAll / PART_OF_QUEUES;
            this.limitOfSinks = limitOfAll - limitOfQueues;
        }

        /**
         * Opens the sink of one request.
         *
         * @param response the response that carries the events
         * @return open until it is closed or disposed, or its subscriber cancels
         */
        EventSink open(final EventResponse response) {
            return new EventSink(
                    this,
                    response,
                    queues.computeIfAbsent(response.eventLoop(), eventLoop -> new EventQueue(this, eventLoop)));
        }

        EventText encoder() {
            return encoder;
        }

        /**
         * Reserves bytes beside those that wait for the same client; always succeeds for the only event. Returns false
         * beyond the client's limit or the rest of the common limit, so that the slowest clients are refused first.
         */
        boolean reserve(final long before, final int bytes) {
            if (before > 0 && before + bytes > Math.min(limit, limitOfSinks - waiting.get())) {
                return false;
            }
            waiting.addAndGet(bytes);
            return true;
        }

        void release(final long bytes) {
            waiting.addAndGet(-bytes);
        }

        /**
         * Returns the bytes of events that may wait for one event loop, not counting events in the sinks of slow
         * clients.
         */
        long limitOfQueue() {
            return limitOfQueues / Math.max(1, queues.size());
        }
    }
}
