package org.jzenith.rest.internal.rx;

import io.reactivex.FlowableSubscriber;
import io.reactivex.disposables.Disposable;
import io.reactivex.disposables.Disposables;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.resteasy.spi.AsyncOutputStream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.http.write.SharedPiece;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the elements of a source to the connection, as long as it takes bytes. It requests 32 elements at a time, and no source
 * keeps the event loop for longer than its turn. It sends when a buffer of 16 KiB is full, or when the source pauses: when the event loop has done what it had to do at the time of the last element, and at least 1 ms
 * after it has sent before, or 4 ms while more elements come. So a source that ends without a pause within 16 KiB, or fails, gives an
 * ordinary response, and costs no task. Elements that are emitted on the event loop do not pass the queue, which would cost more than
 * to write them: 1,000 of them take half of the time.
 */
final class StreamWriter extends CompletableFuture<Void>
        implements FlowableSubscriber<Object>, StreamFormat.PieceSubscriber, Disposable {

    private static final Logger LOGGER = LoggerFactory.getLogger(StreamWriter.class);

    private static final int BATCH = 32;

    /** The time further elements wait for others after a flush. */
    private static final Duration PAUSE = Duration.ofMillis(1);

    /** The longest time that a source without pauses delays elements it has emitted. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(4);

    private final Subscriptions subscriptions;
    private final ElementWriter elements;
    private final AsyncOutputStream output;
    private final Queue<Object> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger wakeups = new AtomicInteger();
    private final Runnable drain = this::drain;
    private final Runnable writeDirect = this::writeDirect;
    private final Runnable flush = this::flush;
    private volatile boolean sourceEnded;
    private @Nullable Throwable error;
    private @Nullable Subscription source;
    private volatile boolean disposed;

    // Used on the event loop only; another thread sees at most that the event loop is not it.
    private @Nullable Thread eventLoop;

    /** An element that will be written without having passed the queue. */
    private @Nullable Object direct;

    /** True while an element is written that did not pass the queue. */
    private boolean writing;

    /** False while an element is written, while the connection takes no bytes, and after the end. */
    private boolean ready;

    private boolean requesting;

    /** True while it waits for the next turn of the event loop. */
    private boolean yielding;

    private boolean hasRequested;
    private int written;
    private boolean sent;

    /** True if the last element can be sent at once. */
    private boolean endsTurn;

    /** True if {@link #flush} is scheduled. */
    private boolean flushing;

    /** The bytes that waited to be sent when the flush was scheduled. */
    private int pendingBefore;

    private Disposable flushTimer = Disposables.disposed();
    private Disposable heartbeatTimer = Disposables.disposed();
    private long lastSent;

    StreamWriter(final Subscriptions subscriptions, final ElementWriter elements, final AsyncOutputStream output) {
        this.subscriptions = subscriptions;
        this.elements = elements;
        this.output = output;
    }

    @Override
    public void onSubscribe(final Subscription subscription) {
        source = subscription;
        subscriptions.add(this);
        subscriptions.onEventLoop(() -> {
            eventLoop = Thread.currentThread();
            ready = true;
            written = BATCH;
            requestMore();
            final Duration heartbeat = elements.heartbeat();
            if (heartbeat != null && !isDone()) {
                openEvents(heartbeat.toNanos());
            }
        });
    }

    /** The head is sent at once, but behind what the source does at once, which may be its end. */
    private void openEvents(final long interval) {
        lastSent = System.nanoTime();
        subscriptions.request().executor().executeLater(this::sendHead);
        scheduleHeartbeat(interval, interval);
        subscriptions.atStop(this::endAtStop);
    }

    private void sendHead() {
        if (ready && !sent) {
            sendHeartbeat();
        }
    }

    private void scheduleHeartbeat(final long nanos, final long interval) {
        if (nanos > 0 && !isDone()) {
            heartbeatTimer = subscriptions.request().executeAfter(Duration.ofNanos(nanos), () -> heartbeat(interval));
        }
    }

    private void heartbeat(final long interval) {
        final long left = interval - (System.nanoTime() - lastSent);
        if (left <= 0 && ready) {
            sendHeartbeat();
        }
        scheduleHeartbeat(left <= 0 ? interval : left, interval);
    }

    private void sendHeartbeat() {
        if (elements.pending() == 0) {
            elements.writeHeartbeat();
        }
        trySend();
    }

    /** The client connects again, perhaps to another instance. */
    private void endAtStop() {
        if (source != null) {
            source.cancel();
        }
        queue.clear();
        onComplete();
    }

    @Override
    public void onNext(final Object element) {
        if (disposed) {
            return; // the source goes on although it is cancelled
        }
        if (Thread.currentThread() != eventLoop || !ready || wakeups.get() != 0) {
            queue.add(element);
            scheduleDrain();
        } else if (requesting) {
            writeDirect(element); // in the context of the request
        } else if (subscriptions.request().isCurrent()) {
            try {
                writeDirect(element);
            } catch (final Error e) {
                subscriptions.onEventLoop(() -> {
                    throw e; // which fails the request
                });
            }
        } else {
            direct = element;
            subscriptions.onEventLoop(writeDirect);
        }
    }

    @Override
    public void onError(final Throwable failure) {
        error = failure;
        sourceEnded = true;
        scheduleDrain();
    }

    @Override
    public void onComplete() {
        sourceEnded = true;
        scheduleDrain();
    }

    private void writeDirect() {
        final Object element = direct;
        if (element != null) {
            direct = null;
            writeDirect(element);
        }
    }

    private void writeDirect(final Object element) {
        writing = true;
        try {
            write(element);
        } finally {
            writing = false;
        }
        if (wakeups.get() != 0) {
            drain();
        }
        requestMore();
    }

    private void scheduleDrain() {
        if (wakeups.getAndIncrement() == 0) {
            subscriptions.onEventLoop(drain);
        }
    }

    private void drain() {
        if (writing) {
            return; // when that element is written, this is called again
        }
        int seen = wakeups.get();
        do {
            writeQueued();
            seen = wakeups.addAndGet(-seen);
        } while (seen != 0);
        requestMore();
    }

    private void writeQueued() {
        while (ready) {
            // Read before the queue, so that all elements before the end are in the queue.
            final boolean ended = sourceEnded;
            final Object element = queue.poll();
            if (element != null) {
                write(element);
            } else if (ended) {
                finish();
            } else {
                return;
            }
        }
    }

    private void write(final Object element) {
        ready = false;
        written++;
        try {
            elements.write(element);
            endsTurn = elements.endsTurn(element);
            if (elements.isFull()) {
                send();
            } else {
                ready = true;
            }
        } catch (final IOException | RuntimeException e) {
            fail(e, true);
        }
    }

    private void requestMore() {
        if (written >= BATCH && ready && source != null && !(hasRequested && yields())) {
            final int count = written;
            written = 0;
            hasRequested = true;
            final boolean outer = requesting;
            requesting = true;
            source.request(count);
            requesting = outer;
        }
        if (!flushing && !requesting && ready) {
            final boolean waits = elements.pending() > 0;
            if (waits && endsTurn && subscriptions.isFlushedAtOnce()) {
                trySend();
            } else if (waits || elements.target().isLarge()) {
                scheduleFlush(hasJustSent());
            }
        }
    }

    /** Returns true if the event loop serves its sockets before more is taken from the source. */
    private boolean yields() {
        if (!yielding && subscriptions.request().executor().isTurnOver()) {
            yielding = true;
            subscriptions.request().executor().executeInNextTurn(() -> {
                yielding = false;
                if (!isDone() && !disposed) {
                    requestMore();
                }
            });
        }
        return yielding;
    }

    private void scheduleFlush(final boolean afterPause) {
        flushing = true;
        pendingBefore = elements.pending();
        flushTimer = afterPause ? subscriptions.request().executeAfter(PAUSE, flush) : subscriptions.flush(flush);
    }

    /** A source that pauses often, such as a cursor after each page, would otherwise cost a packet each time. */
    private boolean hasJustSent() {
        return sent && subscriptions.isFlushedAtOnce() && System.nanoTime() - lastSent < PAUSE.toNanos();
    }

    /** The source has paused. */
    private void flush() {
        flushing = false;
        if (ready && elements.pending() == 0) {
            elements.target().release();
        } else if (ready) {
            if (hasJustSent() || goesOn()) {
                scheduleFlush(true);
            } else {
                trySend();
            }
        }
    }

    /** Returns true if the source has emitted elements since the flush was scheduled, so that it may fill a buffer. */
    private boolean goesOn() {
        return sent
                && elements.pending() > pendingBefore
                && subscriptions.isFlushedAtOnce()
                && System.nanoTime() - lastSent < LONGEST_WAIT.toNanos();
    }

    private void trySend() {
        ready = false;
        try {
            send();
        } catch (final IOException | RuntimeException e) {
            fail(e, false);
        }
    }

    private void send() throws IOException {
        sent = true;
        lastSent = System.nanoTime();
        goOnAfter(elements.flushed().moveTo(output).thenCompose(stored -> output.asyncFlush()));
    }

    private void goOnAfter(final CompletionStage<Void> taken) {
        taken.whenComplete((done, failure) -> subscriptions.onEventLoop(() -> {
            if (failure != null) {
                fail(failure, false);
            } else {
                ready = true;
                if (isUpToDate()) {
                    requestMore();
                } else {
                    scheduleDrain();
                }
            }
        }));
    }

    /**
     * Sends a piece without the request's context and without an element: to 10,000 connections these cost a third of
     * the time.
     */
    @Override
    public boolean trySend(final SharedPiece piece) {
        if (!ready
                || !sent
                || !isUpToDate()
                || elements.pending() > 0
                || !subscriptions.isFlushedAtOnce()
                || !(output instanceof final Subscriptions.SharedOutput shared)) {
            return false;
        }
        final CompletionStage<Void> taken = shared.trySend(piece);
        if (taken == null) {
            return false;
        }
        lastSent = System.nanoTime();
        if (!(taken instanceof final CompletableFuture<Void> known
                && known.isDone()
                && !known.isCompletedExceptionally())) {
            ready = false;
            goOnAfter(taken);
        }
        return true;
    }

    /** Returns true if nothing waits or is being written, so that {@link #drain} would have nothing to do. */
    private boolean isUpToDate() {
        return !writing && wakeups.get() == 0 && !sourceEnded && queue.isEmpty();
    }

    private void finish() {
        ready = false;
        stopTimers();
        if (error != null) {
            fail(error, false);
            return;
        }
        try {
            elements.end().writeTo(output);
            if (sent) {
                output.close();
            }
            complete(null);
        } catch (final IOException | RuntimeException e) {
            fail(e, false);
        }
    }

    private void stopTimers() {
        flushTimer.dispose();
        heartbeatTimer.dispose();
    }

    private void fail(final Throwable failure, final boolean isHalfWritten) {
        ready = false;
        stopTimers();
        if (source != null) {
            source.cancel();
        }
        if (sent && !isDisconnect(failure)) {
            report(failure, isHalfWritten);
        }
        completeExceptionally(failure);
    }

    /** Reports a failure after the response has started, in the body if its format can, and otherwise in the log alone. */
    private void report(final Throwable failure, final boolean isHalfWritten) {
        boolean isTold = false;
        try {
            isTold = elements.writeFailure(() -> subscriptions.request().problem(failure), isHalfWritten);
            if (isTold) {
                elements.flushed().writeTo(output);
            }
        } catch (final IOException | RuntimeException e) {
            failure.addSuppressed(e);
        }
        if (failure instanceof TemporarilyUnavailable) {
            LOGGER.warn(
                    "A stream was aborted after its response had started: {}.",
                    LogText.escape(String.valueOf(failure.getMessage())));
        } else if (!isTold) {
            LOGGER.error(
                    "A stream failed after its response had started, so jZenith aborted the response.",
                    LogText.escape(failure));
        }
    }

    /** The request has ended. */
    @Override
    public void dispose() {
        disposed = true;
        stopTimers();
        if (source != null) {
            source.cancel();
        }
        queue.clear();
    }

    @Override
    public boolean isDisposed() {
        return isDone();
    }

    private static boolean isDisconnect(final Throwable failure) {
        return failure instanceof ClosedChannelException
                || (failure.getCause() != null && failure.getCause() instanceof ClosedChannelException);
    }
}
