package org.jzenith.core.observe;

import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * For plugins: numbers for gauges that are read from another server. A read of the gauges triggers a new read from that server, at most
 * every 30 seconds.
 *
 * <pre>{@code
 * SampledCounts lag = new SampledCounts(consumer::lag);
 * Gauge.of("mail.orders.lag", "messages", () -> lag.get("orders"))
 * }</pre>
 *
 * <p>Safe for use by many threads; {@link #get} does not block.
 */
public final class SampledCounts {

    private static final Logger LOGGER = LoggerFactory.getLogger(SampledCounts.class);
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Supplier<Single<Map<String, Long>>> source;
    private final AtomicBoolean reading = new AtomicBoolean();
    private volatile Map<String, Long> latest = Map.of();
    private volatile long due = System.nanoTime();

    /**
     * Creates numbers. They are not read before their first use.
     *
     * @param source reads all numbers by name; called by one thread at a time
     */
    public SampledCounts(final Supplier<Single<Map<String, Long>>> source) {
        this.source = source;
    }

    /**
     * Returns the last known number. Starts a new read from the server, if one is due.
     *
     * @param name a name that the source knows
     * @return the number; 0 before the first result, and for names that the source does not know
     */
    public long get(final String name) {
        if (System.nanoTime() - due >= 0 && reading.compareAndSet(false, true)) {
            due = System.nanoTime() + PERIOD_NANOS;
            final Disposable unused = Single.defer(source::get)
                    .doFinally(() -> reading.set(false))
                    .subscribe(
                            counts -> latest = counts,
                            error -> LOGGER.debug("Cannot read the numbers for gauges.", error));
        }
        return latest.getOrDefault(name, 0L);
    }
}
