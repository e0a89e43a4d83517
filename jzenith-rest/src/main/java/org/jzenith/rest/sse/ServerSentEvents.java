package org.jzenith.rest.sse;

import io.reactivex.Flowable;
import io.reactivex.disposables.Disposable;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseBroadcaster;
import jakarta.ws.rs.sse.SseEventSink;
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

    /** A sink whose events are the elements of a response. Safe for use by many threads. */
    interface Sink extends SseEventSink, Disposable {

        /**
         * The events, for the one subscriber that writes them. They end when the sink is closed. A subscriber that cancels closes
         * the sink.
         *
         * @return its elements are {@link EncodedEvent}s
         */
        Flowable<Object> events();

        /**
         * Returns true if the sink was closed before an event was sent.
         *
         * @return true if there is nothing to write
         */
        boolean isClosedUnused();

        /**
         * Returns true if the sink was closed before an event was sent, while a broadcast event may be on its way to
         * it. Then the first event {@linkplain SinkRequest#begin begins} the response, or the sink {@linkplain
         * SinkRequest#endUnused ends} it if none arrives.
         *
         * @return true if the response must not be begun now
         */
        boolean awaitsLastEvents();
    }

    /** The text of an event. */
    interface EncodedEvent {

        /**
         * The text.
         *
         * @return UTF-8, which nobody changes, as it may go to many clients
         */
        byte[] bytes();

        /** The connection has taken the text, which the sink counts no more. */
        void written();

        /**
         * Returns true if no event follows in this turn of the event loop, so that there is nothing to wait for.
         *
         * @return true if it can be sent at once
         */
        boolean endsTurn();
    }

    /** The request of a sink. */
    interface SinkRequest {

        /** Begins the response with the first event. Called on any thread. */
        void begin();

        /** Responds without content: the sink has been closed without an event. Called on the event loop. */
        void endUnused();

        /** Ends the response of a client that does not take the events. Called on any thread. */
        void breakOff();

        /**
         * Runs work now, in the context of the request. Called on its event loop.
         *
         * @param work does not throw
         */
        void dispatch(Runnable work);

        /**
         * The event loop of the request.
         *
         * @return the same for all requests of this event loop
         */
        ScheduledExecutorService eventLoop();
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
         * @param request the request whose response carries the events
         * @return open until it is closed or disposed, or its subscriber cancels
         */
        Sink open(final SinkRequest request) {
            return new EventSink(
                    this,
                    request,
                    queues.computeIfAbsent(request.eventLoop(), eventLoop -> new EventQueue(this, eventLoop)));
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
