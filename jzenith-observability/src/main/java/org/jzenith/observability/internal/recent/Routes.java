package org.jzenith.observability.internal.recent;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The requests of each route in the last hour, in slots of one minute. At most 2,000 routes; the others count as one. */
final class Routes implements Section {

    private static final int MOST = 2_000;
    private static final int MOST_SHOWN = 300;
    private static final int MINUTES = 60;
    private static final int LAST_MINUTES = 2;
    private static final Set<String> METHODS = Set.of("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT");
    private static final String OTHER = "_OTHER";

    private final Map<Key, TimeRing<Slot>> routes = new ConcurrentHashMap<>();

    private record Key(String listener, String method, String route) {}

    /** What has happened within a minute. */
    private static final class Slot {

        private final AtomicInteger requests = new AtomicInteger();
        private final AtomicInteger failed = new AtomicInteger();
        private final DurationCounts durations = new DurationCounts();
    }

    void record(final FinishedRequest request) {
        final String method = METHODS.contains(request.method()) ? request.method() : OTHER;
        final Key key = new Key(request.listener(), request.route().isEmpty() ? "" : method, request.route());
        final TimeRing<Slot> known = routes.get(key);
        final Slot slot = (known == null ? added(key) : known).current();
        slot.requests.getAndIncrement();
        if (request.isFailed()) {
            slot.failed.getAndIncrement();
        }
        slot.durations.record(request.durationNanos());
    }

    private TimeRing<Slot> added(final Key key) {
        final Key kept = routes.size() < MOST ? key : new Key(key.listener, "", OTHER);
        return routes.computeIfAbsent(kept, made -> new TimeRing<>(MINUTES, Duration.ofMinutes(1), Slot::new));
    }

    @Override
    public String name() {
        return "routes";
    }

    @Override
    public JsonArray json() {
        final JsonArray json = new JsonArray();
        routes.entrySet().stream()
                .map(each -> json(each.getKey(), each.getValue()))
                .filter(each -> each.getJsonObject("hour").getInteger("requests") > 0)
                .sorted(Comparator.comparingInt(
                                (JsonObject each) -> each.getJsonObject("hour").getInteger("requests"))
                        .reversed())
                .limit(MOST_SHOWN)
                .forEach(json::add);
        return json;
    }

    private static JsonObject json(final Key key, final TimeRing<Slot> ring) {
        final JsonArray line = new JsonArray();
        final List<@Nullable Slot> minutes = ring.last(MINUTES);
        for (final Slot minute : minutes) {
            line.add(minute == null ? 0 : minute.requests.get());
        }
        return new JsonObject()
                .put("listener", key.listener)
                .put("method", key.method)
                .put("route", key.route)
                .put("now", totals(ring, LAST_MINUTES))
                .put("hour", totals(ring, MINUTES))
                .put("line", line);
    }

    private static JsonObject totals(final TimeRing<Slot> ring, final int minutes) {
        int requests = 0;
        int failed = 0;
        final DurationCounts durations = new DurationCounts();
        for (final Slot slot : ring.used(minutes)) {
            requests += slot.requests.get();
            failed += slot.failed.get();
            durations.add(slot.durations);
        }
        return durations.putInto(new JsonObject()
                .put("requests", requests)
                .put("failed", failed)
                .put("rate", DisplayText.rounded(requests / ring.seconds(minutes))));
    }
}
