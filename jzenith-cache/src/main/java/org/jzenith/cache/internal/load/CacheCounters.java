package org.jzenith.cache.internal.load;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.Gauge;

/** The totals of one cache since the application started. Safe for use by many threads. */
final class CacheCounters {

    final LongAdder hits = new LongAdder();
    final LongAdder misses = new LongAdder();
    final LongAdder stale = new LongAdder();
    final LongAdder loads = new LongAdder();
    final LongAdder failures = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder direct = new LongAdder();
    final LongAdder unreadable = new LongAdder();
    final LongAdder evictions = new LongAdder();

    /** Returns the gauges of a cache, which does not exist before its first use. */
    List<Gauge> gauges(final String name, final Supplier<@Nullable NamedCache> cache) {
        final String prefix = "cache." + name + ".";
        return List.of(
                Gauge.of(prefix + "size", "bytes", () -> read(cache, NamedCache::size)),
                Gauge.of(prefix + "loads-in-progress", "loads", () -> read(cache, NamedCache::loadsInProgress))
                        .withLimit(() -> read(cache, opened -> opened.settings().maxLoads())),
                total(prefix + "hits", "hits", hits),
                total(prefix + "misses", "misses", misses),
                total(prefix + "stale", "responses", stale),
                total(prefix + "loads", "loads", loads),
                total(prefix + "load-failures", "loads", failures),
                total(prefix + "refused-loads", "loads", refused),
                total(prefix + "direct-loads", "loads", direct),
                total(prefix + "unreadable", "values", unreadable),
                total(prefix + "evictions", "values", evictions));
    }

    private static long read(final Supplier<@Nullable NamedCache> cache, final ToLongFunction<NamedCache> reader) {
        final NamedCache opened = cache.get();
        return opened == null ? 0 : reader.applyAsLong(opened);
    }

    private static Gauge total(final String name, final String unit, final LongAdder counter) {
        return Gauge.ofTotal(name, unit, counter::sum);
    }
}
