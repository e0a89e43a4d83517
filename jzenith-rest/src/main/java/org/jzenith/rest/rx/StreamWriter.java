package org.jzenith.rest.rx;

import io.reactivex.FlowableSubscriber;
import io.reactivex.disposables.Disposables;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.resteasy.spi.AsyncOutputStream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.log.LogText;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the elements of a source to the connection. It requests 32 elements at a time, and only while the connection
 * takes bytes. Nothing is sent before a buffer of 16 KiB is full, so that a small result, or a failure before it, is an
 * ordinary response.
 */
final class StreamWriter extends CompletableFuture<Void> implements FlowableSubscriber<Object> {

    private static final Logger LOGGER = LoggerFactory.getLogger(StreamWriter.class);

    private static final int BATCH = 32;
    private static final int BUFFER_SIZE = 16 * 1024;

    private final Subscriptions subscriptions;
    private final ElementWriter elements;
    private final ElementBuffer pending;
    private final Framing framing;
    private final AsyncOutputStream output;
    private final Queue<Object> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger wakeups = new AtomicInteger();
    private final Runnable drain = this::drain;
    private volatile boolean sourceEnded;
    private @Nullable Throwable error;
    private @Nullable Subscription source;

    // Used on the event loop only.
    private boolean first = true;
    private boolean sent;
    private boolean writing;
    private int written;

    StreamWriter(
            final Subscriptions subscriptions,
            final ElementWriter elements,
            final ElementBuffer pending,
            final Framing framing,
            final AsyncOutputStream output) {
        this.subscriptions = subscriptions;
        this.elements = elements;
        this.pending = pending;
        this.framing = framing;
        this.output = output;
        framing.begin(pending);
    }

    @Override
    public void onSubscribe(final Subscription subscription) {
        source = subscription;
        subscriptions.add(Disposables.fromSubscription(subscription));
        subscription.request(BATCH);
    }

    @Override
    public void onNext(final Object element) {
        queue.add(element);
        scheduleDrain();
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

    private void scheduleDrain() {
        if (wakeups.getAndIncrement() == 0) {
            subscriptions.onEventLoop(drain);
        }
    }

    private void drain() {
        int seen = wakeups.get();
        do {
            try {
                writeQueued();
            } catch (final IOException | RuntimeException e) {
                fail(e);
            }
            seen = wakeups.addAndGet(-seen);
        } while (seen != 0);
    }

    private void writeQueued() throws IOException {
        while (!writing && !isDone()) {
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

    private void write(final Object element) throws IOException {
        framing.before(pending, first);
        first = false;
        elements.write(element);
        framing.after(pending);
        if (pending.length() >= BUFFER_SIZE) {
            send();
        }
        if (++written == BATCH) {
            written = 0;
            if (source != null) {
                source.request(BATCH);
            }
        }
    }

    private void send() {
        sent = true;
        writing = true;
        pending.moveTo(output).thenCompose(stored -> output.asyncFlush()).whenComplete((done, failure) -> {
            writing = false;
            if (failure != null) {
                fail(failure);
            } else {
                scheduleDrain();
            }
        });
    }

    private void finish() throws IOException {
        if (error != null) {
            fail(error);
            return;
        }
        elements.close();
        framing.end(pending);
        pending.writeTo(output);
        if (sent) {
            output.close();
        }
        complete(null);
    }

    private void fail(final Throwable failure) {
        // The only report: the response has begun, so the error cannot be mapped to another.
        if (sent && failure instanceof TemporarilyUnavailable) {
            LOGGER.warn(
                    "A stream is broken off after its answer had begun: {}.",
                    LogText.escape(String.valueOf(failure.getMessage())));
        } else if (sent && !isDisconnect(failure)) {
            LOGGER.error(
                    "A stream failed after its answer had begun, so the answer is broken off.",
                    LogText.escape(failure));
        }
        if (source != null) {
            source.cancel();
        }
        completeExceptionally(failure);
    }

    private static boolean isDisconnect(final Throwable failure) {
        return failure instanceof ClosedChannelException
                || (failure.getCause() != null && failure.getCause() instanceof ClosedChannelException);
    }
}
