package org.jzenith.observability.internal.recent;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.WorkEvent;

/** The statements that run, and the time of each text in the last hour. At most 500 texts; the others count as one. */
final class Statements implements Section {

    private static final int MOST_TEXTS = 500;
    private static final int MOST_RUNNING = 10_000;
    private static final int MOST_CALLERS = 20;
    private static final int MOST_SHOWN = 50;
    private static final int SLOTS = 12;
    private static final int LAST_SLOTS = 2;
    private static final String OTHER = "other statements";
    private static final String OTHER_ROUTES = "other routes";

    /** The time after which a statement is reported. */
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Pools pools;
    private final Map<Operation, StatementInFlight> running = new ConcurrentHashMap<>();
    private final Map<Text, TimeRing<Slot>> totals = new ConcurrentHashMap<>();

    private record Text(String plugin, String sql) {}

    Statements(final Pools pools) {
        this.pools = pools;
    }

    /** A statement without a result yet. */
    private static final class StatementInFlight {

        private final String sql;
        private final @Nullable RequestContext request;
        private final long sinceNanos = System.nanoTime();

        /** Zero until it is sent. */
        private volatile long sentNanos;

        private volatile long connection;

        StatementInFlight(final String sql, final @Nullable RequestContext request) {
            this.sql = sql;
            this.request = request;
        }
    }

    /** The calls of five minutes. */
    private static final class Slot {

        private final AtomicInteger calls = new AtomicInteger();
        private final AtomicInteger failed = new AtomicInteger();
        private final AtomicLong rows = new AtomicLong();
        private final AtomicLong nanos = new AtomicLong();
        private final AtomicLong most = new AtomicLong();
        private final Map<String, AtomicLong> nanosByCaller = new ConcurrentHashMap<>(2);

        void addCaller(final String caller, final long nanosOfCaller) {
            final String kept =
                    nanosByCaller.containsKey(caller) || nanosByCaller.size() < MOST_CALLERS ? caller : OTHER_ROUTES;
            nanosByCaller.computeIfAbsent(kept, first -> new AtomicLong()).addAndGet(nanosOfCaller);
        }

        void add(final Slot other) {
            calls.addAndGet(other.calls.get());
            failed.addAndGet(other.failed.get());
            rows.addAndGet(other.rows.get());
            nanos.addAndGet(other.nanos.get());
            most.accumulateAndGet(other.most.get(), Math::max);
            other.nanosByCaller.forEach((caller, sum) -> addCaller(caller, sum.get()));
        }

        JsonObject json() {
            final int number = calls.get();
            return new JsonObject()
                    .put("calls", number)
                    .put("failed", failed.get())
                    .put("rows", rows.get())
                    .put("total", DisplayText.millis(nanos.get()))
                    .put("mean", DisplayText.millis(number == 0 ? 0 : nanos.get() / number))
                    .put("max", DisplayText.millis(most.get()));
        }
    }

    void happened(final WorkEvent event) {
        final Operation operation = event.operation();
        if (event instanceof WorkEvent.Begun) {
            if (running.size() < MOST_RUNNING) {
                running.put(operation, new StatementInFlight(operation.text(), operation.request()));
            }
        } else if (event instanceof final WorkEvent.Sent sent) {
            final StatementInFlight statement = running.get(operation);
            if (statement != null) {
                statement.sentNanos = System.nanoTime();
                statement.connection = sent.connection();
                pools.sent(operation.source(), sent.connection(), statement.sql);
            }
        } else if (event instanceof final WorkEvent.Ended done) {
            final StatementInFlight statement = running.remove(operation);
            if (statement != null && statement.sentNanos != 0) {
                pools.done(operation.source(), statement.connection);
            }
            record(done);
        }
    }

    private void record(final WorkEvent.Ended done) {
        final String plugin = done.operation().source();
        final String sql = done.operation().text();
        final long nanos = done.duration().toNanos();
        final boolean failed = done.error() != null;
        RequestSteps.add(done.request(), "statement", plugin, sql, nanos, failed);
        final TimeRing<Slot> all = totals(new Text(plugin, sql));
        final Slot slot = all.current();
        slot.addCaller(route(done.request()), nanos);
        slot.calls.getAndIncrement();
        slot.nanos.addAndGet(nanos);
        slot.most.accumulateAndGet(nanos, Math::max);
        if (done.attribute("db.response.returned_rows") instanceof final Long rows) {
            slot.rows.addAndGet(rows);
        }
        if (failed) {
            slot.failed.getAndIncrement();
        }
    }

    private static String route(final @Nullable RequestContext request) {
        final String route = request == null ? null : request.route();
        return route == null ? "no route" : route;
    }

    private TimeRing<Slot> totals(final Text text) {
        final TimeRing<Slot> known = totals.get(text);
        if (known != null) {
            return known;
        }
        final Text kept = totals.size() < MOST_TEXTS ? text : new Text(text.plugin, OTHER);
        return totals.computeIfAbsent(kept, first -> new TimeRing<>(SLOTS, Duration.ofMinutes(5), Slot::new));
    }

    @Override
    public String name() {
        return "statements";
    }

    @Override
    public JsonObject json() {
        final JsonArray now = new JsonArray();
        oldest().limit(MOST_SHOWN).forEach(each -> {
            final StatementInFlight statement = each.getValue();
            now.add(new JsonObject()
                    .put("plugin", each.getKey().source())
                    .put("sql", statement.sql)
                    .put("caller", Pools.caller(statement.request))
                    .put("since", DisplayText.millisSince(statement.sinceNanos))
                    .put("state", statement.sentNanos == 0 ? "waits" : "sent")
                    .put("connection", statement.connection));
        });
        final List<JsonObject> all = new ArrayList<>();
        totals.forEach((text, each) -> all.add(json(text, each)));
        final JsonArray byTime = new JsonArray();
        all.stream()
                .filter(each -> each.getJsonObject("hour").getInteger("calls") > 0)
                .sorted(Comparator.comparingDouble(
                                (JsonObject each) -> each.getJsonObject("hour").getDouble("total"))
                        .reversed())
                .limit(MOST_SHOWN)
                .forEach(byTime::add);
        return new JsonObject()
                .put("inFlight", running.size())
                .put("running", now)
                .put("byTime", byTime);
    }

    private Stream<Map.Entry<Operation, StatementInFlight>> oldest() {
        return running.entrySet().stream().sorted(Comparator.comparingLong(each -> each.getValue().sinceNanos));
    }

    private static JsonObject json(final Text text, final TimeRing<Slot> totals) {
        final Slot hour = sum(totals, SLOTS);
        final JsonArray callers = new JsonArray();
        hour.nanosByCaller.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, AtomicLong> each) ->
                                each.getValue().get())
                        .reversed())
                .forEach(each -> callers.add(new JsonObject()
                        .put("name", each.getKey())
                        .put("total", DisplayText.millis(each.getValue().get()))));
        return new JsonObject()
                .put("plugin", text.plugin)
                .put("sql", text.sql)
                .put("now", sum(totals, LAST_SLOTS).json())
                .put("hour", hour.json())
                .put("callers", callers);
    }

    private static Slot sum(final TimeRing<Slot> totals, final int slots) {
        final Slot sum = new Slot();
        totals.used(slots).forEach(sum::add);
        return sum;
    }

    @Override
    public List<Finding> findings() {
        final List<Finding> all = new ArrayList<>();
        final long now = System.nanoTime();
        oldest().filter(each -> now - each.getValue().sinceNanos > LONG_NANOS)
                .limit(2)
                .forEach(each -> all.add(Finding.warning(
                        name(),
                        "A statement of " + each.getKey().source()
                                + (each.getValue().sentNanos == 0 ? " has waited for " : " has run for ")
                                + DisplayText.text(now - each.getValue().sinceNanos) + ", for "
                                + Pools.caller(each.getValue().request) + ": " + each.getValue().sql)));
        totals.forEach((text, each) -> {
            final Slot recent = sum(each, LAST_SLOTS);
            final int calls = recent.calls.get();
            if (calls > 0 && recent.nanos.get() / calls > LONG_NANOS) {
                all.add(Finding.warning(
                        name(),
                        "A statement of " + text.plugin + " takes " + DisplayText.text(recent.nanos.get() / calls)
                                + " on average (" + DisplayText.count(calls, "call") + " in the last minutes, by "
                                + String.join(", ", recent.nanosByCaller.keySet()) + "): " + text.sql));
            }
        });
        return all;
    }
}
