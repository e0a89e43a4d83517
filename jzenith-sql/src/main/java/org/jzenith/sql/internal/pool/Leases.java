package org.jzenith.sql.internal.pool;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.internal.log.LogText;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.sql.internal.connection.SqlErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leases of a pool. Names their holders, and ends transactions that run no statement. Its timer runs only while connections are
 * leased. Safe for use by many threads.
 */
final class Leases {

    private static final Logger LOGGER = LoggerFactory.getLogger(Leases.class);
    private static final long SHORTEST_CHECK = 5;
    private static final long LONGEST_CHECK = 500;
    private static final int MOST_NAMED = 8;

    private final EventLoopContext context;
    private final Duration idleLimit;
    private final SqlErrors errors;
    private final Set<ConnectionLease> all = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean checking = new AtomicBoolean();

    /**
     * Prepares an empty set.
     *
     * @param context runs the timer
     * @param idleLimit the time for which a transaction may run no statement; zero for no limit
     */
    Leases(final EventLoopContext context, final Duration idleLimit, final SqlErrors errors) {
        this.context = context;
        this.idleLimit = idleLimit;
        this.errors = errors;
    }

    void add(final ConnectionLease lease) {
        all.add(lease);
        scheduleCheck();
    }

    void remove(final ConnectionLease lease) {
        all.remove(lease);
    }

    boolean hasIdleLimit() {
        return !idleLimit.isZero();
    }

    private void scheduleCheck() {
        if (hasIdleLimit() && checking.compareAndSet(false, true)) {
            context.setTimer(Math.max(SHORTEST_CHECK, Math.min(LONGEST_CHECK, idleLimit.toMillis() / 16)), this::check);
        }
    }

    private void check() {
        final long now = System.nanoTime();
        try {
            all.forEach(lease -> check(lease, now));
        } finally {
            checking.set(false);
            if (!all.isEmpty()) {
                scheduleCheck();
            }
        }
    }

    private void check(final ConnectionLease lease, final long now) {
        try {
            lease.checkIdle(idleLimit, errors, now);
        } catch (final RuntimeException error) {
            LOGGER.error("The check of an idle transaction failed.", LogText.escape(error));
        }
    }

    /** Returns who holds the connections, the longest first, as the end of a message to a caller that waits for one. */
    String holders(final @Nullable RequestContext caller) {
        final List<ConnectionLease> held = all.stream()
                .sorted(Comparator.comparingLong(ConnectionLease::sinceNanos))
                .toList();
        if (held.isEmpty()) {
            return "";
        }
        final long now = System.nanoTime();
        return "; held by: "
                + held.stream()
                        .limit(MOST_NAMED)
                        .map(lease -> lease.holder(now))
                        .collect(Collectors.joining("; "))
                + (held.size() > MOST_NAMED ? "; and " + (held.size() - MOST_NAMED) + " more" : "")
                + (held.stream().anyMatch(lease -> lease.isOf(caller)) ? "; " + SqlErrors.OWN_TRANSACTION : "");
    }
}
