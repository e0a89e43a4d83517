package org.jzenith.observability.internal.meter;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The table of metrics. Names and units are those of OpenTelemetry's semantic conventions, where these have one; the others begin with
 * {@code jzenith}.
 */
public enum Metric {
    REQUEST_DURATION(
            "http.server.request.duration",
            Kind.HISTOGRAM,
            "listener, http.route, http.request.method, http.response.status_code",
            "Time from the head of a request to the last byte of its response. The status is a class such as `5xx`. It is `none` if the"
                    + " client has left, and `broken` if the server has broken off the response."),
    ACTIVE_REQUESTS("http.server.active_requests", Kind.GAUGE, "listener", "Requests in flight."),
    STATEMENT_DURATION(
            "db.client.operation.duration",
            Kind.HISTOGRAM,
            "db.client.connection.pool.name, db.query.summary, error.type",
            "Time from the call to the result of an SQL statement, including the wait for a connection."),
    ROUTE_STATEMENT_DURATION(
            "jzenith.route.statement.duration",
            Kind.SUMMARY,
            "db.client.connection.pool.name, http.route, db.query.summary",
            "Time of the same statements, by route; the route is empty outside requests."),
    POOL_CONNECTIONS(
            "db.client.connection.count",
            Kind.GAUGE,
            "db.client.connection.pool.name, db.client.connection.state",
            "Connections of a pool that are in use; the state is always `used`."),
    POOL_MAX(
            "db.client.connection.max",
            Kind.GAUGE,
            "db.client.connection.pool.name",
            "Largest number of connections of a pool."),
    POOL_PENDING(
            "db.client.connection.pending_requests",
            Kind.GAUGE,
            "db.client.connection.pool.name",
            "Callers that wait for a connection."),
    POOL_WAIT(
            "db.client.connection.wait_time",
            Kind.HISTOGRAM,
            "db.client.connection.pool.name",
            "Time that callers have waited for a connection."),
    POOL_USE(
            "db.client.connection.use_time",
            Kind.HISTOGRAM,
            "db.client.connection.pool.name",
            "Time for which callers have held a connection."),
    POOL_TIMEOUTS(
            "db.client.connection.timeouts",
            Kind.COUNTER,
            "db.client.connection.pool.name",
            "Callers that did not get a connection."),
    CONNECTIONS_OPENED(
            "jzenith.connections.opened",
            Kind.COUNTER,
            "plugin",
            "Connections that the application has opened, such as those to a database."),
    CONNECTIONS_LOST("jzenith.connections.lost", Kind.COUNTER, "plugin", "Connections that have ended with an error."),
    CALL_DURATION(
            "http.client.request.duration",
            Kind.HISTOGRAM,
            "client, http.request.method, url.template, http.response.status_code, error.type",
            "Time of a call of a [REST client](rest-client.md), with its retries. The status is a class, or `none` without a response;"
                    + " the error is `5xx` or the full class name of an exception, and empty if the caller has disposed the call."),
    CALL_RETRIES(
            "jzenith.client.retries",
            Kind.COUNTER,
            "client, http.request.method, url.template",
            "Retries: all attempts of a call after the first one."),
    CALL_REJECTIONS(
            "jzenith.client.rejections",
            Kind.COUNTER,
            "client, http.request.method, url.template",
            "Calls that were not sent: queue or bulkhead full, no free connection in time, or circuit breaker open."),
    RESOURCE_USED(
            "jzenith.resource.used",
            Kind.GAUGE,
            "resource, unit",
            "Use of each resource with a [gauge](observers.md#gauges)."),
    RESOURCE_LIMIT(
            "jzenith.resource.limit", Kind.GAUGE, "resource, unit", "Limit of the resource; `NaN` if it has none."),
    RESOURCE_EVENTS(
            "jzenith.resource.events",
            Kind.COUNTER,
            "event, unit",
            "Events since startup, such as accepted connections and refused requests: the [totals](observers.md#gauges)."),
    HEALTH_STATUS(
            "jzenith.health.status",
            Kind.GAUGE,
            "health_check",
            "Status of a [health check](health.md) in its latest run: 1 is up, 0.5 degraded, 0 down; `NaN` before the first run."),
    EVENT_LOOP_LAG(
            "jzenith.event_loop.lag",
            Kind.SECONDS,
            "event_loop",
            "Delay of the latest task of an event loop; increases while the event loop is blocked."),
    EVENT_LOOP_DELAY(
            "jzenith.event_loop.delay",
            Kind.HISTOGRAM,
            "",
            "Delays of tasks on all event loops, sampled every 100 ms."),
    EVENT_LOOP_CPU("jzenith.event_loop.cpu_time", Kind.SECONDS_COUNTER, "event_loop", "CPU time of an event loop."),
    EVENT_LOOP_BLOCKED("jzenith.event_loop.blocked", Kind.COUNTER, "", "Reports of blocked event loops."),
    JOB_DURATION("jzenith.job.duration", Kind.HISTOGRAM, "job_name, status", "Duration of the runs of a job."),
    JOB_RUNNING("jzenith.job.running", Kind.GAUGE, "job_name", "Runs of a job in progress."),
    JOB_SKIPPED("jzenith.job.skipped", Kind.COUNTER, "job_name", "Runs that did not start."),
    WORK_DURATION(
            "jzenith.work.duration",
            Kind.HISTOGRAM,
            "kind, source, name, status, error.type",
            "Duration of [operations](observers.md#operations) of all other kinds, such as those of plugins."),
    WORK_REJECTED(
            "jzenith.work.rejected",
            Kind.COUNTER,
            "kind, source, name",
            "Operations of these kinds that were rejected."),
    SECURITY_REFUSED("jzenith.security.refused", Kind.COUNTER, "mechanism", "Requests with wrong credentials."),
    SECURITY_DENIED("jzenith.security.denied", Kind.COUNTER, "", "Requests without permission."),
    DROPPED(
            "metrics.dropped",
            Kind.COUNTER,
            "metric",
            "Values recorded under `_OTHER`, and refused meters (metric `application`), because of `metrics.max-series`."),
    INFO("jzenith.info", Kind.GAUGE, "version, java_version", "Always 1."),
    JVM_MEMORY_USED("jvm.memory.used", Kind.BYTES, "jvm.memory.type, jvm.memory.pool.name", "Memory in use."),
    JVM_MEMORY_COMMITTED(
            "jvm.memory.committed",
            Kind.BYTES,
            "jvm.memory.type, jvm.memory.pool.name",
            "Memory that the JVM has reserved."),
    JVM_MEMORY_LIMIT(
            "jvm.memory.limit",
            Kind.BYTES,
            "jvm.memory.type, jvm.memory.pool.name",
            "Largest size of the memory; `NaN` if there is no limit."),
    JVM_MEMORY_AFTER_GC(
            "jvm.memory.used_after_last_gc",
            Kind.BYTES,
            "jvm.memory.type, jvm.memory.pool.name",
            "Memory in use after the last garbage collection."),
    JVM_GC_TIME("jvm.gc.time", Kind.SECONDS_COUNTER, "jvm.gc.name", "Time spent in garbage collection."),
    JVM_GC_COLLECTIONS("jvm.gc.collections", Kind.COUNTER, "jvm.gc.name", "Garbage collections."),
    JVM_THREADS("jvm.thread.count", Kind.GAUGE, "jvm.thread.daemon", "Live threads."),
    JVM_CLASSES("jvm.class.count", Kind.GAUGE, "", "Loaded classes."),
    JVM_CPU_TIME("jvm.cpu.time", Kind.SECONDS_COUNTER, "", "CPU time of the process."),
    JVM_CPU_COUNT("jvm.cpu.count", Kind.GAUGE, "", "Processors that the JVM can use; in a container, its CPU limit."),
    JVM_CPU_UTILIZATION("jvm.cpu.recent_utilization", Kind.GAUGE, "", "Recent use of all processors, from 0 to 1."),
    JVM_FILES("jvm.file_descriptor.count", Kind.GAUGE, "", "Open file descriptors."),
    JVM_FILES_LIMIT("jvm.file_descriptor.limit", Kind.GAUGE, "", "Largest number of file descriptors."),
    PROCESS_MEMORY("process.memory.usage", Kind.BYTES, "", "Resident memory of the process, on Linux."),
    SYSTEM_MEMORY_LIMIT(
            "system.memory.limit",
            Kind.BYTES,
            "",
            "Memory limit of the container; without one, the memory of the machine."),
    UPTIME("process.uptime", Kind.SECONDS, "", "Time since the start of the process.");

    /** The number of lines of a histogram besides its bounds: infinity, count, sum and maximum. */
    static final int LINES_OF_HISTOGRAM = 4;

    /** The number of lines of a summary: count, sum and maximum. */
    static final int LINES_OF_SUMMARY = 3;

    private final String id;
    private final Kind kind;
    private final String labels;
    private final String meaning;

    Metric(final String id, final Kind kind, final String labels, final String meaning) {
        this.id = id;
        this.kind = kind;
        this.labels = labels;
        this.meaning = meaning;
    }

    /** Types of metrics, with their units. */
    enum Kind {
        HISTOGRAM(false, "seconds", "histogram, seconds"),
        SUMMARY(false, "seconds", "summary, seconds"),
        COUNTER(true, null, "counter"),
        SECONDS_COUNTER(true, "seconds", "counter, seconds"),
        GAUGE(false, null, "gauge"),
        SECONDS(false, "seconds", "gauge, seconds"),
        BYTES(false, "bytes", "gauge, bytes");

        private final boolean counted;
        private final @Nullable String unit;
        private final String text;

        Kind(final boolean counted, final @Nullable String unit, final String text) {
            this.counted = counted;
            this.unit = unit;
            this.text = text;
        }
    }

    /** Returns the name, for example {@code http.server.request.duration}. */
    String id() {
        return id;
    }

    /** Returns the unit; null for numbers of things. */
    @Nullable
    String unit() {
        return kind.unit;
    }

    /** Returns the names of the labels. */
    List<String> labels() {
        return labels.isEmpty() ? List.of() : List.of(labels.split(", "));
    }

    /** Returns the meaning, for the exposition. */
    String description() {
        return meaning.replace("`", "").replaceAll("\\[(.*?)]\\(.*?\\)", "$1");
    }

    /** Returns the name in Prometheus, for example {@code http_server_request_duration_seconds}. */
    public String exposed() {
        final String name = label(id);
        return (kind.unit == null ? name : name + "_" + kind.unit) + (kind.counted ? "_total" : "");
    }

    private static String label(final String dotted) {
        return dotted.replace('.', '_');
    }

    /** Returns the table for the documentation, in Markdown. */
    public static String table() {
        return Arrays.stream(values())
                .map(metric -> "| `" + metric.exposed() + "` | " + metric.kind.text + " | "
                        + metric.labels().stream()
                                .map(label -> "`" + label(label) + "`")
                                .collect(Collectors.joining(", "))
                        + " | " + metric.meaning + " |\n")
                .collect(Collectors.joining("", "| metric | type | labels | meaning |\n|---|---|---|---|\n", ""));
    }
}
