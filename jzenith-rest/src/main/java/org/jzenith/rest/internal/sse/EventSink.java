package org.jzenith.rest.internal.sse;

import io.reactivex.Flowable;
import io.reactivex.disposables.Disposable;
import io.reactivex.internal.util.BackpressureHelper;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.write.SharedPiece;
import org.jzenith.rest.internal.rx.StreamFormat;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The sink of one request, whose events are the elements of its response. They end when the sink is closed, and a subscriber that cancels
 * closes it. Safe for use by many threads. Events wait until the connection requests them. If they exceed the limit, the client is too
 * slow: the sink is closed and the response aborted.
 */
final class EventSink extends Flowable<Object> implements SseEventSink, Disposable, Subscription {

    /** Learns what became of an event in a sink. */
    interface SendCallback {

        /** Called on the event loop of the sinks with the number of connections that have accepted the event. */
        void written(int count);

        /** Called when the event can no longer be sent. */
        void failed(EventSink sink, Throwable reason);
    }

    private enum State {
        OPEN,
        /** Closed by the application; what the {@link EventQueue} has for it is still taken. */
        CLOSING,
        /** Takes nothing more; what waits is still sent. */
        ENDING,
        CLOSED
    }

    private static final String SLOW = "The client receives events more slowly than they are sent. More of "
            + "its events wait than rest.sse.max-queue allows, or than is left of rest.max-buffered-responses, which all clients share.";

    private final ServerSentEvents.Sinks sinks;
    private final EventResponse response;
    private final EventQueue queue;
    private final AtomicInteger wakeups = new AtomicInteger();

    // Guarded by this.
    private final Queue<QueuedEvent> waiting = new ArrayDeque<>(4);
    private final Queue<QueuedEvent> requested = new ArrayDeque<>(4);
    private @Nullable List<BiConsumer<EventSink, @Nullable Throwable>> closeListeners = new ArrayList<>(1);
    private @Nullable Subscriber<? super Object> subscriber;
    private State state = State.OPEN;
    private boolean registered;
    private boolean used;
    private boolean begun;

    /** True if {@link #endQueued} responds when there has been no event. */
    private boolean awaited;

    private long demand;
    private long bytes;

    /** An event that is not taken by the connection yet. */
    final class QueuedEvent {

        private final byte[] text;
        private final SendCallback callback;
        private final boolean endsTurn;

        QueuedEvent(final byte[] text, final SendCallback callback, final boolean endsTurn) {
            this.text = text;
            this.callback = callback;
            this.endsTurn = endsTurn;
        }

        /** Returns UTF-8, which nobody changes, as it may go to many clients. */
        byte[] bytes() {
            return text;
        }

        /**
         * Returns true if no event follows in this turn of the event loop, so that there is nothing to wait for and it
         * can be sent at once.
         */
        boolean endsTurn() {
            return endsTurn;
        }

        /** The connection has taken the text, which the sink counts no more. */
        void written() {
            if (taken(this)) {
                callback.written(1);
            }
        }
    }

    EventSink(final ServerSentEvents.Sinks sinks, final EventResponse response, final EventQueue queue) {
        this.sinks = sinks;
        this.response = response;
        this.queue = queue;
    }

    EventResponse response() {
        return response;
    }

    @Override
    public synchronized boolean isClosed() {
        return state != State.OPEN;
    }

    /** Returns true if the sink was closed before an event was sent, so that there is nothing to write. */
    synchronized boolean isClosedUnused() {
        return (state == State.ENDING || state == State.CLOSED) && !used;
    }

    /**
     * Returns true if the sink was closed before an event was sent, while a broadcast event may be on its way to it, so
     * that the response must not be started now. Then the first event starts the response, or the sink ends it if none
     * arrives.
     */
    synchronized boolean awaitsLastEvents() {
        awaited = state == State.CLOSING && !used;
        return awaited;
    }

    @Override
    public boolean isDisposed() {
        return isClosed();
    }

    /** Delivers to this sink what is broadcast. */
    EventQueue queue() {
        return queue;
    }

    @Override
    public CompletionStage<?> send(final OutboundSseEvent event) {
        if (event == null) {
            throw new IllegalArgumentException("The event is null. Create one with Sse.newEventBuilder().");
        }
        if (isClosed()) {
            throw new IllegalStateException("The SseEventSink is closed. Check isClosed() before you send an event.");
        }
        final CompletableFuture<Object> sent = new CompletableFuture<>();
        try {
            send(sinks.encoder().encode(event), new SendCallback() {
                @Override
                public void written(final int count) {
                    sent.complete(null);
                }

                @Override
                public void failed(final EventSink sink, final Throwable reason) {
                    sent.completeExceptionally(reason);
                }
            });
        } catch (final IOException | RuntimeException e) {
            sent.completeExceptionally(new ProcessingException("The event cannot be written: " + e.getMessage(), e));
        }
        return sent;
    }

    private void send(final byte[] text, final SendCallback callback) {
        final boolean behindOthers;
        synchronized (this) {
            behindOthers = state == State.OPEN && isBehindOthers();
            used |= behindOthers;
        }
        if (behindOthers) {
            queue.add(new EventSink[] {this}, text, callback);
        } else {
            offer(text, callback, false);
        }
    }

    /** Returns true if a broadcast event may still be on its way to this sink. */
    private boolean isBehindOthers() {
        return registered && !queue.isIdle();
    }

    /** Takes an event from the {@link EventQueue}, on the event loop. */
    void deliver(final SharedPiece event, final SendCallback callback) {
        final StreamFormat.PieceSubscriber connection = upToDateConnection();
        if (connection != null && connection.trySend(event)) {
            callback.written(1);
        } else {
            response.dispatch(() -> offer(event.content(), callback, true));
        }
    }

    /**
     * Returns the connection to which an event may be written at once; null if there is none or another event waits
     * before it.
     */
    private synchronized StreamFormat.@Nullable PieceSubscriber upToDateConnection() {
        return (state == State.OPEN || state == State.CLOSING)
                        && waiting.isEmpty()
                        && requested.isEmpty()
                        && subscriber instanceof final StreamFormat.PieceSubscriber connection
                ? connection
                : null;
    }

    /** Takes the text of an event, or closes the sink if the client is too slow for it. */
    private void offer(final byte[] text, final SendCallback callback, final boolean isDelivered) {
        final boolean isOpen;
        final boolean isAdmitted;
        final boolean isFirst;
        synchronized (this) {
            isOpen = state == State.OPEN || (isDelivered && state == State.CLOSING);
            isAdmitted = isOpen && sinks.reserve(bytes, text.length);
            if (isAdmitted) {
                waiting.add(new QueuedEvent(text, callback, isDelivered));
                bytes += text.length;
            }
            isFirst = isAdmitted && !begun;
            begun |= isAdmitted;
            used |= isAdmitted;
        }
        if (isFirst) {
            response.begin(this);
        }
        if (isAdmitted) {
            drain();
        } else if (isOpen) {
            refuse(callback);
        } else {
            callback.failed(this, new ClosedChannelException());
        }
    }

    /** Closes the sink, because there is no room for an event. */
    void refuse(final SendCallback callback) {
        final IOException slow = new IOException(SLOW);
        callback.failed(this, slow);
        breakOff(slow);
    }

    /** Closes the sink and breaks the response off. */
    void breakOff(final Throwable reason) {
        if (end(reason)) {
            response.breakOff();
        }
    }

    private boolean taken(final QueuedEvent event) {
        synchronized (this) {
            if (!requested.remove(event)) {
                return false; // the sink was closed meanwhile
            }
            bytes -= event.text.length;
        }
        sinks.release(event.text.length);
        return true;
    }

    /** Calls a listener once when the sink is closed, with the reason if that is a failure; at once if it is closed. */
    void onClosed(final BiConsumer<EventSink, @Nullable Throwable> listener) {
        synchronized (this) {
            registered = true;
            if (closeListeners != null) {
                closeListeners.add(listener);
                return;
            }
        }
        listener.accept(this, null);
    }

    @Override
    public void close() {
        final boolean behindOthers;
        synchronized (this) {
            if (state != State.OPEN) {
                return;
            }
            behindOthers = isBehindOthers();
            state = behindOthers ? State.CLOSING : State.ENDING;
        }
        tell(null);
        if (behindOthers) {
            queue.addEnd(this);
        } else {
            drain();
        }
    }

    /** Everything that was sent before the sink was closed has been delivered. */
    void endQueued() {
        final boolean endsUnused;
        synchronized (this) {
            if (state != State.CLOSING) {
                return;
            }
            state = State.ENDING;
            endsUnused = awaited && !used;
        }
        response.dispatch(endsUnused ? response::endUnused : this::drain);
    }

    /** The request has ended. */
    @Override
    public void dispose() {
        end(null);
    }

    @Override
    public void cancel() {
        end(null);
    }

    /** False if it has ended already. Events that had been passed on then may still wait for the connection. */
    private boolean end(final @Nullable Throwable reason) {
        final boolean isFirst;
        final List<QueuedEvent> lost;
        final long freed;
        synchronized (this) {
            isFirst = state != State.CLOSED;
            state = State.CLOSED;
            lost = new ArrayList<>(requested);
            lost.addAll(waiting);
            requested.clear();
            waiting.clear();
            freed = bytes;
            bytes = 0;
        }
        sinks.release(freed);
        tell(reason);
        final Throwable told = reason == null ? new ClosedChannelException() : reason;
        lost.forEach(event -> event.callback.failed(this, told));
        return isFirst;
    }

    private void tell(final @Nullable Throwable reason) {
        final List<BiConsumer<EventSink, @Nullable Throwable>> told;
        synchronized (this) {
            told = closeListeners;
            closeListeners = null;
        }
        if (told != null) {
            told.forEach(listener -> listener.accept(this, reason));
        }
    }

    @Override
    protected void subscribeActual(final Subscriber<? super Object> writer) {
        writer.onSubscribe(this);
        synchronized (this) {
            subscriber = writer;
        }
        drain();
    }

    @Override
    public void request(final long count) {
        synchronized (this) {
            demand = BackpressureHelper.addCap(demand, count);
        }
        drain();
    }

    /** Passes events on, one thread at a time. */
    private void drain() {
        if (wakeups.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            while (passOn()) {}
            seen = wakeups.addAndGet(-seen);
        } while (seen != 0);
    }

    private boolean passOn() {
        final Subscriber<? super Object> writer;
        final QueuedEvent next;
        synchronized (this) {
            writer = subscriber;
            if (writer == null || state == State.CLOSED) {
                return false;
            }
            if (waiting.isEmpty()) {
                if (state != State.ENDING) {
                    return false;
                }
                state = State.CLOSED;
                next = null;
            } else if (demand == 0) {
                return false;
            } else {
                demand--;
                next = waiting.remove();
                requested.add(next);
            }
        }
        if (next == null) {
            writer.onComplete();
            return false;
        }
        writer.onNext(next);
        return true;
    }
}
