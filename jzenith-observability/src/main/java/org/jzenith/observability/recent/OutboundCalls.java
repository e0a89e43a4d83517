package org.jzenith.observability.recent;

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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.OutboundEvent;

/** The calls to other services: those that wait for a response, and the time of each method. At most 500 methods. */
final class OutboundCalls implements Section {

    private static final int MOST_METHODS = 500;
    private static final int MOST_CALLS = 10_000;
    private static final int MOST_SHOWN = 50;
    private static final int MINUTES = 60;
    private static final int LAST_MINUTES = 2;
    private static final int FAILED = 500;
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Map<Key, Begun> calls = new ConcurrentHashMap<>();
    private final Map<Method, Totals> totals = new ConcurrentHashMap<>();

    private record Key(String client, long id) {}

    private record Method(String client, String text) {}

    private record Begun(Method method, @Nullable RequestContext request, long sinceNanos) {}

    /** The calls of one method. */
    private static final class Totals {

        private final TimeRing<Slot> ring = new TimeRing<>(MINUTES, Duration.ofMinutes(1), Slot::new);
        private volatile String lastFailure = "";
        private volatile String lastRejection = "";
    }

    /** The calls of a minute; {@code calls} and the durations are of those that were answered or failed. */
    private static final class Slot {

        private final AtomicInteger calls = new AtomicInteger();
        private final AtomicInteger failed = new AtomicInteger();
        private final AtomicInteger disposed = new AtomicInteger();
        private final AtomicInteger rejected = new AtomicInteger();
        private final AtomicInteger retried = new AtomicInteger();
        private final DurationCounts durations = new DurationCounts();
    }

    void happened(final OutboundEvent event) {
        final Key key = new Key(event.client(), event.id());
        if (event instanceof final OutboundEvent.Begun begun) {
            if (calls.size() < MOST_CALLS) {
                calls.put(
                        key,
                        new Begun(
                                new Method(begun.client(), begun.method() + " " + begun.template()),
                                begun.request(),
                                System.nanoTime()));
            }
        } else if (event instanceof OutboundEvent.Retried) {
            final Begun call = calls.get(key);
            if (call != null) {
                totals(call.method).ring.current().retried.getAndIncrement();
            }
        } else if (event instanceof final OutboundEvent.Answered answered) {
            final boolean failed = answered.status() >= FAILED;
            ended(key, answered.duration().toNanos(), failed ? "status " + answered.status() : null);
        } else if (event instanceof final OutboundEvent.Failed failed) {
            ended(key, failed.duration().toNanos(), DisplayText.text(failed.error()));
        } else if (event instanceof final OutboundEvent.Rejected rejected) {
            rejected(key, rejected.reason());
        } else if (event instanceof final OutboundEvent.Disposed disposed) {
            disposed(key, disposed.duration().toNanos());
        }
    }

    private void ended(final Key key, final long nanos, final @Nullable String failure) {
        final Begun call = calls.remove(key);
        if (call == null) {
            return;
        }
        addStep(call, nanos, failure != null);
        final Totals all = totals(call.method);
        final Slot slot = all.ring.current();
        slot.calls.getAndIncrement();
        slot.durations.record(nanos);
        if (failure != null) {
            slot.failed.getAndIncrement();
            all.lastFailure = failure;
        }
    }

    private void rejected(final Key key, final String reason) {
        final Begun call = calls.remove(key);
        if (call != null) {
            addStep(call, System.nanoTime() - call.sinceNanos, true);
            final Totals all = totals(call.method);
            all.ring.current().rejected.getAndIncrement();
            all.lastRejection = reason;
        }
    }

    private void disposed(final Key key, final long nanos) {
        final Begun call = calls.remove(key);
        if (call != null) {
            addStep(call, nanos, false);
            totals(call.method).ring.current().disposed.getAndIncrement();
        }
    }

    private static void addStep(final Begun call, final long nanos, final boolean failed) {
        RequestSteps.add(call.request, "call", call.method.client, call.method.text, nanos, failed);
    }

    private Totals totals(final Method method) {
        final Totals known = totals.get(method);
        if (known != null) {
            return known;
        }
        final Method kept = totals.size() < MOST_METHODS ? method : new Method(method.client, "other methods");
        return totals.computeIfAbsent(kept, first -> new Totals());
    }

    @Override
    public String name() {
        return "outbound";
    }

    @Override
    public JsonObject json() {
        final JsonArray now = new JsonArray();
        oldest().limit(MOST_SHOWN)
                .forEach(each -> now.add(new JsonObject()
                        .put("client", each.method.client)
                        .put("text", each.method.text)
                        .put("caller", Pools.caller(each.request))
                        .put("since", DisplayText.millisSince(each.sinceNanos))));
        final JsonArray methods = new JsonArray();
        totals.entrySet().stream()
                .sorted(Comparator.comparing(each -> each.getKey().toString()))
                .forEach(each -> methods.add(new JsonObject()
                        .put("client", each.getKey().client)
                        .put("text", each.getKey().text)
                        .put("now", sum(each.getValue(), LAST_MINUTES))
                        .put("hour", sum(each.getValue(), MINUTES))
                        .put("lastFailure", each.getValue().lastFailure)));
        return new JsonObject()
                .put("inFlight", calls.size())
                .put("running", now)
                .put("methods", methods);
    }

    private Stream<Begun> oldest() {
        return calls.values().stream().sorted(Comparator.comparingLong(Begun::sinceNanos));
    }

    private static JsonObject sum(final Totals totals, final int minutes) {
        int calls = 0;
        int failed = 0;
        int disposed = 0;
        int rejected = 0;
        int retried = 0;
        final DurationCounts durations = new DurationCounts();
        for (final Slot slot : totals.ring.used(minutes)) {
            calls += slot.calls.get();
            failed += slot.failed.get();
            disposed += slot.disposed.get();
            rejected += slot.rejected.get();
            retried += slot.retried.get();
            durations.add(slot.durations);
        }
        return durations.putInto(new JsonObject()
                .put("calls", calls)
                .put("failed", failed)
                .put("disposed", disposed)
                .put("rejected", rejected)
                .put("retried", retried));
    }

    @Override
    public List<Finding> findings() {
        final List<Finding> all = new ArrayList<>();
        final long now = System.nanoTime();
        final List<Begun> late =
                oldest().filter(each -> now - each.sinceNanos > LONG_NANOS).toList();
        if (!late.isEmpty()) {
            final Begun first = late.get(0);
            all.add(Finding.critical(
                    name(),
                    DisplayText.count(late.size(), "call")
                            + " to other services in progress for over a second, the oldest for "
                            + DisplayText.text(now - first.sinceNanos) + ": " + first.method.text + " of "
                            + first.method.client + ", for " + Pools.caller(first.request) + "."));
        }
        totals.forEach((method, each) -> {
            final JsonObject sum = sum(each, LAST_MINUTES);
            final int failed = sum.getInteger("failed");
            final int rejected = sum.getInteger("rejected");
            final int asked = sum.getInteger("calls") + sum.getInteger("disposed") + rejected;
            if (failed > 0 && failed * 2 >= sum.getInteger("calls")) {
                all.add(Finding.critical(
                        name(),
                        "Calls to " + method.client + " fail: " + failed + " of " + sum.getInteger("calls")
                                + " in the last" + " minutes, " + method.text + ", the last one with "
                                + each.lastFailure + "."));
            }
            if (rejected > 0 && rejected * 2 >= asked) {
                all.add(Finding.critical(
                        name(),
                        "Calls to " + method.client + " are rejected: " + rejected + " of " + asked
                                + " in the last minutes, " + method.text + ", the last one because "
                                + each.lastRejection + "."));
            }
        });
        return all;
    }
}
