package org.jzenith.observability.internal.recent;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.observe.WorkEvent;

/** The last ten runs of each job, for at most 200 jobs. */
final class JobRuns implements Section {

    private static final int MOST_JOBS = 200;
    private static final int MOST_RUNS = 10;
    private static final Set<WorkEvent.Status> BAD = Set.of(WorkEvent.Status.FAILED, WorkEvent.Status.TIMED_OUT);

    private final Map<String, Runs> jobs = new TreeMap<>();

    private record Run(
            long beganMillis,
            long nanos,
            WorkEvent.Status status,
            @Nullable String error) {}

    /** The runs of one job. */
    private static final class Runs {

        private final Deque<Run> last = new ArrayDeque<>();
        private long beganMillis;
        private int running;
        private long skipped;
    }

    synchronized void happened(final WorkEvent event) {
        if (!jobs.containsKey(event.name()) && jobs.size() >= MOST_JOBS) {
            return;
        }
        final Runs runs = jobs.computeIfAbsent(event.name(), first -> new Runs());
        if (event instanceof WorkEvent.Begun) {
            runs.beganMillis = System.currentTimeMillis();
            runs.running++;
        } else if (event instanceof WorkEvent.Rejected) {
            runs.skipped++;
        } else if (event instanceof final WorkEvent.Ended ended) {
            final long nanos = ended.duration().toNanos();
            final Throwable error = ended.error();
            runs.running--;
            runs.last.addFirst(new Run(
                    System.currentTimeMillis() - ended.duration().toMillis(),
                    nanos,
                    ended.status(),
                    error == null ? null : DisplayText.text(error)));
            if (runs.last.size() > MOST_RUNS) {
                runs.last.removeLast();
            }
        }
    }

    @Override
    public String name() {
        return "jobs";
    }

    @Override
    public synchronized JsonArray json() {
        final JsonArray json = new JsonArray();
        jobs.forEach((job, runs) -> {
            final JsonArray last = new JsonArray();
            runs.last.forEach(run -> last.add(new JsonObject()
                    .put("at", run.beganMillis)
                    .put("duration", DisplayText.millis(run.nanos))
                    .put("status", text(run.status))
                    .put("error", run.error)));
            json.add(new JsonObject()
                    .put("name", job)
                    .put("runningSince", runs.running > 0 ? runs.beganMillis : null)
                    .put("skipped", runs.skipped)
                    .put("runs", last));
        });
        return json;
    }

    private static String text(final WorkEvent.Status status) {
        return status.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    @Override
    public synchronized List<Finding> findings() {
        final List<Finding> all = new ArrayList<>();
        jobs.forEach((job, runs) -> {
            final Run last = runs.last.peekFirst();
            if (last != null && BAD.contains(last.status)) {
                all.add(Finding.warning(
                        name(),
                        "The last run of the job " + job + " has " + text(last.status)
                                + (last.error == null ? "." : ": " + last.error)));
            }
        });
        return all;
    }
}
