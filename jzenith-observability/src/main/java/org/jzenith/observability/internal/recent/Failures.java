package org.jzenith.observability.internal.recent;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The kinds of failures, at most a hundred; the one that has not happened for the longest time is forgotten. */
final class Failures implements Section {

    private static final int MOST = 100;
    private static final int MOST_SHOWN = 30;
    private static final int MOST_FOUND = 3;
    private static final long RECENT_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

    private record Key(String place, String kind) {}

    /** In the order of their last occurrence. */
    private final Map<Key, Failure> failures = new LinkedHashMap<>(MOST, 0.75f, true);

    private static final class Failure {

        private long count;
        private String text = "";
        private long lastMillis;
        private long lastNanos;
    }

    void record(final FinishedRequest request) {
        final Throwable error = request.error();
        if (error != null && request.isFailed()) {
            record(request.name(), error.getClass().getSimpleName(), DisplayText.text(error));
        }
    }

    /** Adds a failure to those of the same place and kind. */
    synchronized void record(final String place, final String kind, final String text) {
        final Failure failure = failures.computeIfAbsent(new Key(place, kind), first -> new Failure());
        failure.count++;
        failure.text = text;
        failure.lastMillis = System.currentTimeMillis();
        failure.lastNanos = System.nanoTime();
        if (failures.size() > MOST) {
            failures.remove(failures.keySet().iterator().next());
        }
    }

    @Override
    public String name() {
        return "failures";
    }

    /** Forgets what has not happened for an hour. */
    @Override
    public synchronized void sample() {
        failures.values().removeIf(each -> System.nanoTime() - each.lastNanos > HOUR_NANOS);
    }

    @Override
    public synchronized JsonArray json() {
        final JsonArray json = new JsonArray();
        failures.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<Key, Failure> each) -> each.getValue().lastMillis)
                        .reversed())
                .limit(MOST_SHOWN)
                .forEach(each -> json.add(new JsonObject()
                        .put("place", each.getKey().place)
                        .put("text", each.getValue().text)
                        .put("count", each.getValue().count)
                        .put("at", each.getValue().lastMillis)));
        return json;
    }

    @Override
    public synchronized List<Finding> findings() {
        return failures.entrySet().stream()
                .filter(each -> System.nanoTime() - each.getValue().lastNanos < RECENT_NANOS)
                .sorted(Comparator.comparingLong((Map.Entry<Key, Failure> each) -> each.getValue().count)
                        .reversed())
                .limit(MOST_FOUND)
                .map(each -> Finding.warning(
                        name(),
                        each.getKey().place + ": " + each.getValue().text + " ("
                                + DisplayText.count(each.getValue().count, "time") + ")."))
                .toList();
    }
}
