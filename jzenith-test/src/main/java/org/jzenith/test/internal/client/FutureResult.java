package org.jzenith.test.internal.client;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what the {@link HttpClient} of the JDK does. */
public final class FutureResult {

    private static final long SECOND = 1000;

    private FutureResult() {}

    /** The result; what has none in time is cancelled. */
    public static <T> T result(final CompletableFuture<T> future, final Duration limit, final String what)
            throws ExecutionException {
        try {
            return future.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (final TimeoutException e) {
            future.cancel(true);
            throw new AssertionError(what + " got no response within " + text(limit) + ".", e);
        } catch (final InterruptedException e) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for " + what, e);
        }
    }

    static String text(final Duration duration) {
        final long millis = duration.toMillis();
        return millis % SECOND == 0 ? millis / SECOND + " s" : millis + " ms";
    }
}
