package org.jzenith.observability.internal.metrics;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jzenith.observability.internal.meter.Metric;

/** The dashboard of Grafana for the metrics, which {@code --metrics-dashboard} prints. */
public final class GrafanaDashboard {

    private static final int WIDTH = 12;
    private static final int HEIGHT = 8;
    private static final String SECONDS = "s";
    private static final String PER_SECOND = "reqps";
    private static final String PART = "percentunit";
    private static final String NUMBER = "short";
    private static final String BYTES = "bytes";
    private static final String RANGE = "[$__rate_interval]";
    private static final String SELECTED = "{instance=~\"$instance\"}" + RANGE;

    private static final List<Panel> PANELS = List.of(
            new Panel("Requests by route", PER_SECOND, "{{http_route}}", rate(Metric.REQUEST_DURATION, "http_route")),
            new Panel(
                    "Requests that fail",
                    PART,
                    "failed",
                    "sum(rate(" + count(Metric.REQUEST_DURATION, "http_response_status_code=~\"5xx|broken\"")
                            + "))\n/ sum(rate(" + count(Metric.REQUEST_DURATION, "") + "))"),
            new Panel("Time of requests, 99 %", SECONDS, "{{http_route}}", slow(Metric.REQUEST_DURATION, "http_route")),
            new Panel("Requests in flight", NUMBER, "{{instance}} {{listener}}", gauge(Metric.ACTIVE_REQUESTS)),
            new Panel(
                    "Utilization of each limit",
                    PART,
                    "{{resource}}",
                    "topk(10, max by (resource) (" + gauge(Metric.RESOURCE_USED) + " / " + gauge(Metric.RESOURCE_LIMIT)
                            + "))"),
            new Panel("Refused and accepted", NUMBER, "{{event}}", total(Metric.RESOURCE_EVENTS, "event")),
            new Panel(
                    "Time of statements, by route",
                    SECONDS,
                    "{{http_route}} {{db_query_summary}}",
                    "topk(10, sum by (http_route, db_query_summary) (rate(" + Metric.ROUTE_STATEMENT_DURATION.exposed()
                            + "_sum" + SELECTED + ")))"),
            new Panel(
                    "Time of statements, 99 %",
                    SECONDS, "{{db_query_summary}}", slow(Metric.STATEMENT_DURATION, "db_query_summary")),
            new Panel(
                    "Connections in use",
                    NUMBER,
                    "{{instance}} {{db_client_connection_pool_name}}",
                    gauge(Metric.POOL_CONNECTIONS)),
            new Panel(
                    "Callers that wait for a connection",
                    NUMBER,
                    "{{instance}} {{db_client_connection_pool_name}}",
                    gauge(Metric.POOL_PENDING)),
            new Panel("Calls of other services", PER_SECOND, "{{client}}", rate(Metric.CALL_DURATION, "client")),
            new Panel("Time of calls, 99 %", SECONDS, "{{client}}", slow(Metric.CALL_DURATION, "client")),
            new Panel(
                    "Health: 1 up, 0.5 degraded, 0 down",
                    NUMBER,
                    "{{instance}} {{health_check}}",
                    gauge(Metric.HEALTH_STATUS)),
            new Panel("Lag of event loops", SECONDS, "{{instance}} {{event_loop}}", gauge(Metric.EVENT_LOOP_LAG)),
            new Panel("CPU", PART, "{{instance}}", gauge(Metric.JVM_CPU_UTILIZATION)),
            new Panel(
                    "Memory in use",
                    BYTES,
                    "{{instance}} {{jvm_memory_type}}",
                    "sum by (instance, jvm_memory_type) (" + gauge(Metric.JVM_MEMORY_USED) + ")"),
            new Panel("Garbage collection", PART, "{{jvm_gc_name}}", total(Metric.JVM_GC_TIME, "jvm_gc_name")),
            new Panel("Runs of jobs", PER_SECOND, "{{job}} {{status}}", rate(Metric.JOB_DURATION, "job, status")),
            new Panel(
                    "Messages that consumers handle",
                    PER_SECOND,
                    "{{name}} {{status}}",
                    "sum by (name, status) (rate(" + count(Metric.WORK_DURATION, "kind=\"message\"") + "))"),
            new Panel("Messages that wait", NUMBER, "{{resource}}", messages("lag")),
            new Panel("Age of the oldest message", SECONDS, "{{resource}}", messages("oldest-age")),
            new Panel("Dead letters", NUMBER, "{{resource}}", messages("dead-letters")),
            new Panel("Wrong credentials", PER_SECOND, "{{mechanism}}", total(Metric.SECURITY_REFUSED, "mechanism")));

    private GrafanaDashboard() {}

    /**
     * A graph.
     *
     * @param unit as Grafana calls it
     * @param legend the name of a line, with labels
     * @param expression in PromQL
     */
    private record Panel(String title, String unit, String legend, String expression) {}

    /** Returns a file that Grafana imports. */
    public static String text() {
        final ObjectNode dashboard = JsonMapper.builder().build().createObjectNode();
        dashboard
                .put("title", "jZenith")
                .put("uid", "jzenith")
                .put("schemaVersion", 39)
                .put("refresh", "30s");
        dashboard.putObject("time").put("from", "now-1h").put("to", "now");
        final ArrayNode variables = dashboard.putObject("templating").putArray("list");
        variables
                .addObject()
                .put("name", "datasource")
                .put("type", "datasource")
                .put("query", "prometheus");
        final ObjectNode instances = variables
                .addObject()
                .put("name", "instance")
                .put("type", "query")
                .put("query", "label_values(" + Metric.INFO.exposed() + ", instance)")
                .put("multi", true)
                .put("includeAll", true)
                .put("refresh", 2);
        addSource(instances);
        final ArrayNode panels = dashboard.putArray("panels");
        PANELS.forEach(panel -> add(panel, panels));
        return dashboard.toPrettyString() + "\n";
    }

    private static void add(final Panel panel, final ArrayNode panels) {
        final int index = panels.size();
        final ObjectNode added = panels.addObject()
                .put("id", index + 1)
                .put("type", "timeseries")
                .put("title", panel.title);
        addSource(added);
        added.putObject("gridPos")
                .put("x", index % 2 * WIDTH)
                .put("y", index / 2 * HEIGHT)
                .put("w", WIDTH)
                .put("h", HEIGHT);
        added.putObject("fieldConfig")
                .putObject("defaults")
                .put("unit", panel.unit)
                .put("min", 0);
        added.putArray("targets")
                .addObject()
                .put("refId", "A")
                .put("expr", panel.expression)
                .put("legendFormat", panel.legend);
    }

    private static void addSource(final ObjectNode part) {
        part.putObject("datasource").put("type", "prometheus").put("uid", "${datasource}");
    }

    private static String gauge(final Metric metric) {
        return metric.exposed() + "{instance=~\"$instance\"}";
    }

    /** Returns a gauge of topics or consumers. Dead letters are the same for all instances. */
    private static String messages(final String gauge) {
        return (gauge.equals("lag") ? "sum" : "max") + " by (resource) (" + Metric.RESOURCE_USED.exposed()
                + "{instance=~\"$instance\",resource=~\"messages[.].+[.]" + gauge + "\"})";
    }

    private static String count(final Metric metric, final String selector) {
        return metric.exposed() + "_count{instance=~\"$instance\"" + (selector.isEmpty() ? "" : "," + selector) + "}"
                + RANGE;
    }

    private static String rate(final Metric metric, final String labels) {
        return "sum by (" + labels + ") (rate(" + count(metric, "") + "))";
    }

    private static String total(final Metric metric, final String labels) {
        return "sum by (" + labels + ") (rate(" + metric.exposed() + SELECTED + "))";
    }

    private static String slow(final Metric metric, final String label) {
        return "histogram_quantile(0.99, sum by (le, " + label + ") (rate(" + metric.exposed() + "_bucket" + SELECTED
                + ")))";
    }
}
