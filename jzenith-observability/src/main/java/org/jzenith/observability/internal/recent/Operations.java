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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.WorkEvent;

/** The operations of one kind, or of several: those in progress, and the time of each name. At most 500 names. */
final class Operations implements Section {

    private static final int MOST_METHODS = 500;
    private static final int MOST_RUNNING = 10_000;
    private static final int MOST_SHOWN = 50;
    private static final int MINUTES = 60;
    private static final int LAST_MINUTES = 2;
    private static final int FAILED = 500;
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String name;
    private final String noun;
    private final String target;
    private final String subject;
    private final Map<Operation, Begun> running = new ConcurrentHashMap<>();
    private final Map<Method, Totals> totals = new ConcurrentHashMap<>();

    private record Method(String client, String text) {}

    private record Begun(Method method, Operation operation, long sinceNanos) {}

    /**
     * Creates a section without operations.
     *
     * @param noun names one operation, and the kind that needs no name
     * @param target of several operations, in the text of a finding
     * @param subject starts the text of a finding, before the client
     */
    Operations(final String name, final String noun, final String target, final String subject) {
        this.name = name;
        this.noun = noun;
        this.target = target;
        this.subject = subject;
    }

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

    void happened(final WorkEvent event) {
        final Operation operation = event.operation();
        if (event instanceof WorkEvent.Begun) {
            if (running.size() < MOST_RUNNING) {
                running.put(operation, new Begun(method(operation), operation, System.nanoTime()));
            }
        } else if (event instanceof WorkEvent.Retried) {
            final Begun begun = running.get(operation);
            if (begun != null) {
                totals(begun.method).ring.current().retried.getAndIncrement();
            }
        } else if (event instanceof final WorkEvent.Ended ended) {
            final Begun begun = running.remove(operation);
            if (begun != null) {
                ended(begun, ended);
            }
        } else if (event instanceof final WorkEvent.Rejected rejected) {
            rejected(operation, rejected.reason());
        }
    }

    private Method method(final Operation operation) {
        final String source = operation.source();
        return new Method(
                source.isEmpty() ? operation.kind() : source,
                operation.kind().equals(noun) ? operation.name() : operation.kind() + " " + operation.name());
    }

    private void ended(final Begun begun, final WorkEvent.Ended event) {
        final long nanos = event.duration().toNanos();
        final String failure = failure(event);
        addStep(begun, nanos, failure != null);
        final Totals all = totals(begun.method);
        final Slot slot = all.ring.current();
        if (event.status() == WorkEvent.Status.DISPOSED) {
            slot.disposed.getAndIncrement();
            return;
        }
        slot.calls.getAndIncrement();
        slot.durations.record(nanos);
        if (failure != null) {
            slot.failed.getAndIncrement();
            all.lastFailure = failure;
        }
    }

    /** Returns null for a success, which a response with a client error is, too. */
    private static @Nullable String failure(final WorkEvent.Ended event) {
        if (event.attribute("http.response.status_code") instanceof final Long status) {
            return status >= FAILED ? "status " + status : null;
        }
        return switch (event.status()) {
            case COMPLETED, DISPOSED -> null;
            case FAILED, TIMED_OUT ->
                event.error() == null ? String.valueOf(event.attribute("error.type")) : DisplayText.text(event.error());
        };
    }

    private void rejected(final Operation operation, final String reason) {
        final Begun begun = running.remove(operation);
        if (begun != null) {
            addStep(begun, System.nanoTime() - begun.sinceNanos, true);
        }
        final Totals all = totals(begun == null ? method(operation) : begun.method);
        all.ring.current().rejected.getAndIncrement();
        all.lastRejection = reason;
    }

    private static void addStep(final Begun begun, final long nanos, final boolean failed) {
        final Operation operation = begun.operation;
        if (operation.role() != Operation.Role.RUN) {
            RequestSteps.add(
                    operation.request(), operation.kind(), begun.method.client, operation.name(), nanos, failed);
        }
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
        return name;
    }

    @Override
    public JsonObject json() {
        final JsonArray now = new JsonArray();
        oldest().limit(MOST_SHOWN)
                .forEach(each -> now.add(new JsonObject()
                        .put("client", each.method.client)
                        .put("text", each.method.text)
                        .put("caller", Pools.caller(each.operation.request()))
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
                .put("inFlight", running.size())
                .put("running", now)
                .put("methods", methods);
    }

    private Stream<Begun> oldest() {
        return running.values().stream().sorted(Comparator.comparingLong(Begun::sinceNanos));
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
        final List<Begun> late = oldest().filter(
                        each -> each.operation.role() == Operation.Role.CALL && now - each.sinceNanos > LONG_NANOS)
                .toList();
        if (!late.isEmpty()) {
            final Begun first = late.get(0);
            all.add(Finding.critical(
                    name(),
                    DisplayText.count(late.size(), noun) + target
                            + " in progress for over a second, the oldest for "
                            + DisplayText.text(now - first.sinceNanos) + ": " + first.method.text + " of "
                            + first.method.client + ", for " + Pools.caller(first.operation.request()) + "."));
        }
        totals.forEach((method, each) -> {
            final JsonObject sum = sum(each, LAST_MINUTES);
            final int failed = sum.getInteger("failed");
            final int rejected = sum.getInteger("rejected");
            final int asked = sum.getInteger("calls") + sum.getInteger("disposed") + rejected;
            if (failed > 0 && failed * 2 >= sum.getInteger("calls")) {
                all.add(Finding.critical(
                        name(),
                        subject + method.client + " fail: " + failed + " of " + sum.getInteger("calls")
                                + " in the last" + " minutes, " + method.text + ", the last one with "
                                + each.lastFailure + "."));
            }
            if (rejected > 0 && rejected * 2 >= asked) {
                all.add(Finding.critical(
                        name(),
                        subject + method.client + " are rejected: " + rejected + " of " + asked
                                + " in the last minutes, " + method.text + ", the last one because "
                                + each.lastRejection + "."));
            }
        });
        return all;
    }
}
