package org.jzenith.rest.internal.write;

import io.reactivex.disposables.Disposable;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.ByteArrayInputStream;
import java.io.CharArrayReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jboss.resteasy.spi.AsyncStreamingOutput;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.http.body.BodyStream;
import org.jzenith.rest.internal.error.Errors;
import org.jzenith.rest.internal.pipeline.RestInvocation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes an entity on a worker or virtual thread, because it may block: a {@code StreamingOutput}, an {@code InputStream}, a
 * {@code Reader}, or one whose writer has {@code @Blocking}. The thread is interrupted when the request ends. It counts
 * with those of blocking methods.
 */
final class WriteOnWorker implements Runnable, Consumer<RuntimeException>, Disposable {

    private static final Logger LOGGER = LoggerFactory.getLogger(WriteOnWorker.class);

    private static final long RETRY_SECONDS = Long.parseLong(Errors.RETRY_AFTER);

    private static final int WAITS = 0;
    private static final int RUNS = 1;
    private static final int ENDED = 2;

    /** Writes the entity with its writer. */
    @FunctionalInterface
    interface Writing {

        /**
         * Writes on this thread.
         *
         * @param end is told the end, perhaps before this method returns
         */
        void write(Consumer<@Nullable Throwable> end) throws IOException;
    }

    private final RestInvocation invocation;
    private final Writing writing;
    private final Consumer<@Nullable Throwable> end;
    private final Runnable release;

    /** The entity if it must be closed, otherwise null. */
    private final @Nullable Closeable source;

    private final AtomicInteger state = new AtomicInteger(WAITS);
    private @Nullable Disposable task;

    /** Completes when the writer has ended, perhaps before its method returns. */
    private final CompletableFuture<@Nullable Void> written = new CompletableFuture<>();

    private WriteOnWorker(
            final RestInvocation invocation,
            final @Nullable Closeable source,
            final Writing writing,
            final Consumer<@Nullable Throwable> end) {
        this.invocation = invocation;
        this.source = source;
        this.writing = writing;
        this.end = end;
        this.release = invocation.data().retain();
    }

    /** Returns true if writing an entity may block. */
    static boolean mayBlock(final Object entity, final @Nullable MessageBodyWriter<?> writer) {
        if (writer != null && writer.getClass().isAnnotationPresent(Blocking.class)) {
            return true;
        }
        return (entity instanceof StreamingOutput && !(entity instanceof AsyncStreamingOutput))
                || (entity instanceof InputStream
                        && !(entity instanceof ByteArrayInputStream)
                        && !(entity instanceof BodyStream))
                || (entity instanceof Reader
                        && !(entity instanceof StringReader)
                        && !(entity instanceof CharArrayReader));
    }

    /**
     * Starts. Called on the event loop.
     *
     * @param entity is closed when it is written or never will be, if it is an {@code InputStream} or a {@code Reader}: a writer
     *     may not do so after a failure
     * @param end is told the end, on any thread
     * @throws ServiceUnavailableException if too many such threads run or wait
     */
    static void begin(
            final RestInvocation invocation,
            final Object entity,
            final Writing writing,
            final Consumer<@Nullable Throwable> end) {
        final Closeable source = entity instanceof InputStream || entity instanceof Reader ? (Closeable) entity : null;
        if (!invocation.exchange().workers().begin()) {
            close(source);
            throw new ServiceUnavailableException(RETRY_SECONDS);
        }
        invocation.response().beginBlocking();
        final WriteOnWorker work = new WriteOnWorker(invocation, source, writing, end);
        work.task = invocation.blocking().execute(work, work);
        invocation.data().subscriptions().add(work);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the callback handles the error
    public void run() {
        if (!state.compareAndSet(WAITS, RUNS)) {
            return;
        }
        try {
            writing.write(this::ended);
        } catch (final Throwable e) {
            ended(e);
        }
        state.set(ENDED);
        release();
        written.whenComplete((done, failure) -> {
            close(source);
            if (failure == null) {
                invocation.response().endBlocking();
            }
            end.accept(failure);
        });
    }

    private void ended(final @Nullable Throwable error) {
        if (error == null) {
            written.complete(null);
        } else {
            written.completeExceptionally(error);
        }
    }

    private static void close(final @Nullable Closeable source) {
        try {
            if (source != null) {
                source.close();
            }
        } catch (final IOException | RuntimeException e) {
            LOGGER.warn("The source of a response body could not be closed.", LogText.escape(e));
        }
    }

    private void release() {
        try {
            release.run();
        } finally {
            invocation.exchange().workers().end();
        }
    }

    @Override
    public void accept(final RuntimeException refusal) {
        if (state.compareAndSet(WAITS, ENDED)) {
            release();
            close(source);
            invocation.exchange().executeLater(() -> invocation.fail(refusal));
        }
    }

    @Override
    public void dispose() {
        final Disposable running = task;
        if (running == null) {
            return;
        }
        if (state.compareAndSet(WAITS, ENDED)) {
            running.dispose();
            release();
            close(source);
        } else if (state.get() == RUNS) {
            running.dispose();
        }
    }

    @Override
    public boolean isDisposed() {
        return state.get() == ENDED;
    }
}
