package org.jzenith.observability.internal.recent;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.core.observe.EventLoopEvent;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.observe.OperatorTable;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.core.observe.WorkEvent;

/**
 * What has happened in the last hour, with a method for each family of events. All of it is in memory of fixed size, and is computed
 * when somebody looks. Safe for use by many threads.
 */
public final class RecentActivity {

    private final Pools pools = new Pools();
    private final Statements statements = new Statements(pools);
    private final Operations outbound = new Operations("outbound", "call", " to other services", "Calls to ");
    private final Operations others = new Operations("work", "operation", "", "Operations of ");
    private final JobRuns jobs = new JobRuns();
    private final Routes routes = new Routes();
    private final SlowRequests slowest = new SlowRequests();
    private final Failures failures = new Failures();
    private final HealthState health = new HealthState();
    private final OperatorTables tables = new OperatorTables();
    private final Limits limits = new Limits();
    private final Signals signals = new Signals(limits);
    private final EventLoops eventLoops = new EventLoops();
    private volatile String unseen = "";
    private final List<Section> sections = List.of(
            eventLoops,
            pools,
            outbound,
            others,
            limits,
            new JvmState(),
            health,
            tables,
            signals,
            statements,
            failures,
            jobs,
            routes,
            slowest);

    /**
     * Starts to measure; called before the listeners open.
     *
     * @param gauges those of the application
     * @param vertx whose event loops are measured
     * @param checks of the application's parts
     * @param more the tables of plugins
     * @param unseenRoute the route of the page, whose requests stay open and are not recorded
     */
    public void begin(
            final Gauges gauges,
            final Vertx vertx,
            final HealthChecks checks,
            final Set<OperatorTable> more,
            final String unseenRoute) {
        unseen = unseenRoute;
        // A total only grows: it is no use of a limit.
        limits.begin(gauges.all().stream().filter(gauge -> !gauge.isTotal()).toList());
        eventLoops.begin(vertx);
        health.begin(checks);
        tables.begin(more);
    }

    /** Records a response. */
    public void answered(final RequestEvent.Answered event) {
        record(FinishedRequest.of(event));
    }

    /** Records a request without a complete response. */
    public void disposed(final RequestEvent.Disposed event) {
        record(FinishedRequest.of(event));
    }

    private void record(final FinishedRequest request) {
        if (request.route().equals(unseen)) {
            return;
        }
        signals.record(request);
        routes.record(request);
        failures.record(request);
        slowest.record(request);
    }

    /** Records an operation, in the section of its kind or in that of all other kinds. Transactions are seen by their connection. */
    public void work(final WorkEvent event) {
        switch (event.kind()) {
            case "statement" -> statements.happened(event);
            case "wait", "connection" -> pools.happened(event);
            case "call" -> outbound.happened(event);
            case "job" -> jobs.happened(event);
            case "authentication", "authorization" -> refused(event);
            case "transaction" -> {}
            default -> others.happened(event);
        }
    }

    /** Anonymous requests without permission are not recorded: browsers send their first request without credentials. */
    private void refused(final WorkEvent event) {
        if (event instanceof final WorkEvent.Rejected rejected) {
            final RequestContext request = event.request();
            if (event.kind().equals("authentication")) {
                failures.record("authentication by " + event.name(), "refused", "refused: " + rejected.reason());
            } else if (request != null && request.identity() != null) {
                failures.record("authorization", "denied", "denied by " + rejected.reason());
            }
        }
    }

    /** Records a blocked event loop. */
    public void blocked(final EventLoopEvent.Blocked event) {
        eventLoops.blocked(event);
    }

    /** Measures what no event reports. Called once a second by one thread. */
    public void sample() {
        sections.forEach(Section::sample);
    }

    /** Runs the health checks and reads the tables of plugins for the next {@link #json}. Called on an event loop. */
    public void check() {
        health.check();
        tables.read();
    }

    /** Returns the tables of plugins. */
    public OperatorTables tables() {
        return tables;
    }

    /**
     * Describes everything, and what is wrong now.
     *
     * @return an object with {@code findings} and each section
     */
    public JsonObject json() {
        final List<Finding> findings = new ArrayList<>();
        sections.forEach(section -> findings.addAll(section.findings()));
        findings.sort(Comparator.comparing((Finding finding) -> !finding.critical()));
        final JsonArray all = new JsonArray();
        findings.forEach(finding -> all.add(finding.json()));
        final JsonObject json =
                new JsonObject().put("at", System.currentTimeMillis()).put("findings", all);
        sections.forEach(section -> json.put(section.name(), section.json()));
        return json;
    }
}
