package org.jzenith.observability.internal.recent;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.RequestTimes;

/** The slowest requests of the last hour with their steps: at most three of each minute, and the slowest twenty are shown. */
final class SlowRequests implements Section {

    private static final int MINUTES = 60;
    private static final int MOST_IN_A_MINUTE = 3;
    private static final int MOST_SHOWN = 20;

    private final TimeRing<Slot> ring = new TimeRing<>(MINUTES, Duration.ofMinutes(1), Slot::new);

    /** The texts and times of a slow request, without the request and its exception: these may hold what a client has sent. */
    private record Slow(
            long endMillis,
            long endNanos,
            String listener,
            String name,
            String id,
            int status,
            @Nullable String error,
            long durationNanos,
            @Nullable RequestTimes times,
            @Nullable RequestSteps steps) {

        static Slow of(final FinishedRequest request) {
            final Throwable error = request.error();
            return new Slow(
                    System.currentTimeMillis(),
                    System.nanoTime(),
                    request.listener(),
                    request.name(),
                    request.context().id(),
                    request.status(),
                    error == null ? null : DisplayText.text(error),
                    request.durationNanos(),
                    request.times(),
                    RequestSteps.of(request.context()));
        }
    }

    /** The slowest requests of a minute. */
    private static final class Slot {

        private final List<Slow> slowest = new ArrayList<>(MOST_IN_A_MINUTE + 1);

        /** The duration that a request must exceed; read without a lock. */
        private volatile long least;

        void offer(final FinishedRequest request) {
            if (request.durationNanos() > least) {
                add(Slow.of(request));
            }
        }

        private synchronized void add(final Slow slow) {
            slowest.add(slow);
            slowest.sort(Comparator.comparingLong(Slow::durationNanos).reversed());
            if (slowest.size() > MOST_IN_A_MINUTE) {
                slowest.remove(MOST_IN_A_MINUTE);
                least = slowest.get(MOST_IN_A_MINUTE - 1).durationNanos();
            }
        }

        synchronized List<Slow> all() {
            return List.copyOf(slowest);
        }
    }

    void record(final FinishedRequest request) {
        ring.current().offer(request);
    }

    @Override
    public String name() {
        return "slowest";
    }

    @Override
    public JsonArray json() {
        final JsonArray json = new JsonArray();
        ring.used(MINUTES).stream()
                .flatMap(slot -> slot.all().stream())
                .sorted(Comparator.comparingLong(Slow::durationNanos).reversed())
                .limit(MOST_SHOWN)
                .forEach(slow -> json.add(json(slow)));
        return json;
    }

    /** Returns the times since the head of the request; without the stages that it did not reach. */
    private static JsonObject stages(final @Nullable RequestTimes times) {
        final JsonObject stages = new JsonObject();
        if (times != null) {
            putStage(stages, "body", times.body());
            putStage(stages, "call", times.call());
            putStage(stages, "result", times.result());
            putStage(stages, "firstByte", times.firstByte());
        }
        return stages;
    }

    private static void putStage(final JsonObject stages, final String name, final long nanos) {
        if (nanos != RequestTimes.NONE) {
            stages.put(name, DisplayText.millis(nanos));
        }
    }

    private static JsonObject json(final Slow slow) {
        final long begunNanos = slow.endNanos - slow.durationNanos;
        final JsonArray steps = new JsonArray();
        final RequestSteps all = slow.steps;
        if (all != null) {
            all.all().stream()
                    .sorted(Comparator.comparingLong(step -> step.endNanos() - step.durationNanos()))
                    .forEach(step -> steps.add(new JsonObject()
                            .put("kind", step.kind())
                            .put("plugin", step.plugin())
                            .put("text", step.text())
                            .put("failed", step.failed())
                            .put(
                                    "start",
                                    DisplayText.millis(
                                            Math.max(0, step.endNanos() - step.durationNanos() - begunNanos)))
                            .put("duration", DisplayText.millis(step.durationNanos()))));
        }
        return new JsonObject()
                .put("at", slow.endMillis)
                .put("listener", slow.listener)
                .put("name", slow.name)
                .put("id", slow.id)
                .put("status", slow.status)
                .put("error", slow.error)
                .put("duration", DisplayText.millis(slow.durationNanos))
                .put("stages", stages(slow.times))
                .put("steps", steps)
                .put("furtherSteps", all == null ? 0 : all.dropped());
    }
}
