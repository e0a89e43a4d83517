package org.jzenith.observability.internal.recent;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Attribute;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.WorkEvent;

/** The connections that callers hold, and the callers that wait. Pools limit both. */
final class Pools implements Section {

    private static final int MOST_WAITERS = 10_000;
    private static final int MOST_SHOWN = 50;

    /** The time without a statement after which a transaction counts as left open. */
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** The time without a statement after which it is critical. */
    private static final long LEAK_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The time for which a caller may wait before it is reported. */
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Shorter waits are no step of a request. */
    private static final long NOTICED_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final Map<String, Pool> pools = new ConcurrentHashMap<>();

    private record Waiter(@Nullable RequestContext request, long sinceNanos) {}

    /** The pool of one plugin. */
    private static final class Pool {

        private final Map<Long, Holder> holders = new ConcurrentHashMap<>();

        private final Map<Operation, Waiter> waiters = new ConcurrentHashMap<>();

        private final AtomicInteger waiting = new AtomicInteger();

        void add(final Operation caller, final Waiter waiter) {
            if (waiting.incrementAndGet() <= MOST_WAITERS) {
                waiters.put(caller, waiter);
            } else {
                waiting.decrementAndGet();
            }
        }

        /** Removes a caller, if it waits. */
        void remove(final Operation caller) {
            if (waiters.remove(caller) != null) {
                waiting.decrementAndGet();
            }
        }

        Stream<Waiter> longestWaiters() {
            return waiters.values().stream().sorted(Comparator.comparingLong(Waiter::sinceNanos));
        }
    }

    /** A caller with a connection. */
    private static final class Holder {

        private final @Nullable RequestContext request;
        private final long sinceNanos = System.nanoTime();
        private volatile String sql = "";
        private volatile boolean running;

        /** The start or the end of the last statement. */
        private volatile long changedNanos = sinceNanos;

        Holder(final @Nullable RequestContext request) {
            this.request = request;
        }

        void sent(final String text) {
            sql = text;
            changedNanos = System.nanoTime();
            running = true;
        }

        void done() {
            changedNanos = System.nanoTime();
            running = false;
        }

        /** Says who has left the connection without work, in a sentence. */
        private String lastUse() {
            return caller(request) + " has held it for " + DisplayText.text(System.nanoTime() - sinceNanos)
                    + (sql.isEmpty() ? "." : "; its last statement: " + sql);
        }

        private String doing() {
            if (sql.isEmpty()) {
                return "no statement yet";
            }
            final String time = DisplayText.text(System.nanoTime() - changedNanos);
            return running ? "at this statement for " + time + ": " + sql : "idle for " + time + " after: " + sql;
        }
    }

    private Pool pool(final String plugin) {
        final Pool known = pools.get(plugin);
        return known == null ? pools.computeIfAbsent(plugin, first -> new Pool()) : known;
    }

    void happened(final WorkEvent event) {
        if (event.kind().equals("connection")) {
            used(event);
        } else {
            waited(event);
        }
    }

    private void used(final WorkEvent event) {
        final Operation operation = event.operation();
        if (Attribute.find(operation.attributes(), "jzenith.connection.id") instanceof final Long connection) {
            final Map<Long, Holder> holders = pool(operation.source()).holders;
            if (event instanceof WorkEvent.Begun) {
                holders.put(connection, new Holder(operation.request()));
            } else if (event instanceof WorkEvent.Ended) {
                holders.remove(connection);
            }
        }
    }

    private void waited(final WorkEvent event) {
        final Operation operation = event.operation();
        final Pool pool = pool(operation.source());
        if (event instanceof WorkEvent.Begun) {
            pool.add(operation, new Waiter(operation.request(), System.nanoTime()));
        } else if (event instanceof final WorkEvent.Ended ended) {
            pool.remove(operation);
            step(
                    operation.source(),
                    operation.request(),
                    ended.duration().toNanos(),
                    ended.status() != WorkEvent.Status.COMPLETED);
        }
    }

    private static void step(
            final String plugin, final @Nullable RequestContext request, final long nanos, final boolean failed) {
        if (failed || nanos > NOTICED_NANOS) {
            RequestSteps.add(request, "wait", plugin, "wait for a connection", nanos, failed);
        }
    }

    /** Records that a statement is sent on a connection, which somebody may hold. */
    void sent(final String plugin, final long connection, final String sql) {
        final Holder holder = pool(plugin).holders.get(connection);
        if (holder != null) {
            holder.sent(sql);
        }
    }

    /** Records that the statement of a connection has ended. */
    void done(final String plugin, final long connection) {
        final Holder holder = pool(plugin).holders.get(connection);
        if (holder != null) {
            holder.done();
        }
    }

    @Override
    public String name() {
        return "pools";
    }

    @Override
    public JsonArray json() {
        final JsonArray json = new JsonArray();
        new TreeMap<>(pools).forEach((plugin, pool) -> json.add(json(plugin, pool)));
        return json;
    }

    private static JsonObject json(final String plugin, final Pool pool) {
        final JsonArray holders = new JsonArray();
        ordered(pool).stream()
                .limit(MOST_SHOWN)
                .forEach(each -> holders.add(new JsonObject()
                        .put("connection", each.getKey())
                        .put("caller", caller(each.getValue().request))
                        .put("held", DisplayText.millisSince(each.getValue().sinceNanos))
                        .put("running", each.getValue().running)
                        .put("since", DisplayText.millisSince(each.getValue().changedNanos))
                        .put("sql", each.getValue().sql)));
        final JsonArray waiters = new JsonArray();
        pool.longestWaiters()
                .limit(MOST_SHOWN)
                .forEach(each -> waiters.add(new JsonObject()
                        .put("caller", caller(each.request))
                        .put("waits", DisplayText.millisSince(each.sinceNanos))));
        return new JsonObject()
                .put("name", plugin)
                .put("held", pool.holders.size())
                .put("waiting", pool.waiting.get())
                .put("holders", holders)
                .put("waiters", waiters);
    }

    /** Returns the connections that are held, the longest first. */
    private static List<Map.Entry<Long, Holder>> ordered(final Pool pool) {
        return pool.holders.entrySet().stream()
                .sorted(Comparator.comparingLong(each -> each.getValue().sinceNanos))
                .toList();
    }

    static String caller(final @Nullable RequestContext request) {
        return request == null ? "work outside a request" : request.description();
    }

    @Override
    public List<Finding> findings() {
        final List<Finding> all = new ArrayList<>();
        new TreeMap<>(pools).forEach((plugin, pool) -> {
            final long now = System.nanoTime();
            final List<Map.Entry<Long, Holder>> holders = ordered(pool);
            final Waiter first = pool.longestWaiters().findFirst().orElse(null);
            if (first != null && now - first.sinceNanos > WAIT_NANOS) {
                all.add(Finding.critical(
                        name(),
                        DisplayText.count(pool.waiting.get(), "caller") + " of " + plugin
                                + " waiting for a connection, the first for "
                                + DisplayText.text(now - first.sinceNanos) + ". "
                                + (holders.isEmpty()
                                        ? "No connection is open."
                                        : DisplayText.count(holders.size(), "connection")
                                                + (holders.size() == 1 ? " is" : " are") + " held, the longest for "
                                                + held(holders.get(0)))));
            }
            holders.stream()
                    .filter(each -> !each.getValue().running && now - each.getValue().changedNanos > IDLE_NANOS)
                    .limit(2)
                    .forEach(each -> all.add(new Finding(
                            now - each.getValue().changedNanos > LEAK_NANOS,
                            name(),
                            "A connection of " + plugin + " has run no statement for "
                                    + DisplayText.text(now - each.getValue().changedNanos) + ". "
                                    + each.getValue().lastUse())));
        });
        return all;
    }

    private static String held(final Map.Entry<Long, Holder> each) {
        final Holder holder = each.getValue();
        return DisplayText.text(System.nanoTime() - holder.sinceNanos) + " by " + caller(holder.request) + ", "
                + holder.doing();
    }
}
