package org.jzenith.observability.internal.meter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jzenith.core.observe.ConnectionEvent;
import org.jzenith.core.observe.WorkEvent;

/** The connections, their pools and the callers of these. Safe for use by many threads. */
final class PoolMeters {

    private final Meters meters;
    private final Map<String, Pool> pools = new ConcurrentHashMap<>();
    private final Map<String, Counter> opened = new ConcurrentHashMap<>();
    private final Map<String, Counter> lost = new ConcurrentHashMap<>();

    PoolMeters(final Meters meters) {
        this.meters = meters;
    }

    void happened(final WorkEvent event) {
        if (event instanceof final WorkEvent.Ended ended) {
            final Pool pool = pool(event.operation().source());
            if (event.kind().equals("connection")) {
                pool.use.record(ended.duration());
            } else if (ended.status() == WorkEvent.Status.COMPLETED) {
                pool.wait.record(ended.duration());
            } else if (ended.status() != WorkEvent.Status.DISPOSED) {
                pool.timeouts.increment();
            }
        }
    }

    private Pool pool(final String plugin) {
        final Pool known = pools.get(plugin);
        return known == null ? pools.computeIfAbsent(plugin, name -> new Pool(meters, name)) : known;
    }

    void connection(final ConnectionEvent event) {
        if (event instanceof ConnectionEvent.Opened) {
            opened.computeIfAbsent(event.plugin(), name -> meters.counter(Metric.CONNECTIONS_OPENED, name))
                    .increment();
            lost.computeIfAbsent(event.plugin(), name -> meters.counter(Metric.CONNECTIONS_LOST, name));
        } else if (event instanceof final ConnectionEvent.Lost ended && ended.error() != null) {
            lost.computeIfAbsent(event.plugin(), name -> meters.counter(Metric.CONNECTIONS_LOST, name))
                    .increment();
        }
    }

    private static final class Pool {

        private final Timer wait;
        private final Timer use;
        private final Counter timeouts;

        Pool(final Meters meters, final String name) {
            this.wait = meters.timer(Metric.POOL_WAIT, name);
            this.use = meters.timer(Metric.POOL_USE, name);
            this.timeouts = meters.counter(Metric.POOL_TIMEOUTS, name);
        }
    }
}
