package org.jzenith.messages.internal.consumer;

import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Numbers that an engine counts, read again after 30 seconds if somebody asks for them. Safe for use by many threads. */
final class SampledCounts {

    private static final Logger LOGGER = LoggerFactory.getLogger(SampledCounts.class);
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Supplier<Single<Map<String, Long>>> source;
    private final AtomicBoolean reading = new AtomicBoolean();
    private volatile Map<String, Long> latest = Map.of();
    private volatile long due = System.nanoTime();

    SampledCounts(final Supplier<Single<Map<String, Long>>> source) {
        this.source = source;
    }

    /** Returns the number that was read last; 0 before. */
    long get(final String name) {
        if (System.nanoTime() - due >= 0 && reading.compareAndSet(false, true)) {
            due = System.nanoTime() + PERIOD_NANOS;
            final Disposable unused = Single.defer(source::get)
                    .doFinally(() -> reading.set(false))
                    .subscribe(counts -> latest = counts, error -> LOGGER.debug("Messages cannot be counted.", error));
        }
        return latest.getOrDefault(name, 0L);
    }
}
