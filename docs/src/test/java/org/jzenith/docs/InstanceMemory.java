package org.jzenith.docs;

import static org.jzenith.docs.InstanceMemory.Kind.LEARNT;
import static org.jzenith.docs.InstanceMemory.Kind.NOTICED;
import static org.jzenith.docs.InstanceMemory.Kind.PER_INSTANCE;

import java.util.List;

/**
 * A state that an instance keeps in memory from one request to the next; docs/instance-memory.md shows all of them.
 *
 * @param kind its table
 * @param name what is kept, as the page names it
 * @param effect what that means at another instance, and after a restart
 * @param shared the setting that shares it, or empty
 * @param fields the fields that hold it, such as {@code security.internal.ticket.Tickets#tickets}
 */
record InstanceMemory(Kind kind, String name, String effect, String shared, List<String> fields) {

    /** The tables of the page. */
    enum Kind {
        /** Clients notice that another instance does not have it. */
        NOTICED("another instance, and this one after a restart | shared by"),
        /** Each instance finds it out again. */
        LEARNT("how long"),
        /** A limit or a report that means one instance. */
        PER_INSTANCE("what to do with several instances");

        private final String columns;

        Kind(final String columns) {
            this.columns = columns;
        }
    }

    private static InstanceMemory noticed(
            final String name, final String effect, final String shared, final String... fields) {
        return new InstanceMemory(NOTICED, name, effect, shared, List.of(fields));
    }

    private static InstanceMemory learnt(final String name, final String lifetime, final String... fields) {
        return new InstanceMemory(LEARNT, name, lifetime, "", List.of(fields));
    }

    private static InstanceMemory perInstance(final String name, final String advice, final String... fields) {
        return new InstanceMemory(PER_INSTANCE, name, advice, "", List.of(fields));
    }

    /** All states, in the order of the page. */
    static final List<InstanceMemory> ALL = List.of(
            noticed(
                    "[tickets](security.md#several-instances)",
                    "answers a ticket of this instance with 401; clients get another one",
                    "`jzenith.shared-state`",
                    "security.internal.ticket.Tickets#tickets",
                    "security.internal.ticket.Tickets#ofUsers",
                    "security.internal.ticket.Tickets#ends"),
            noticed(
                    "[failed attempts](security.md#several-instances) to log in",
                    "counts from zero, so a guesser has as many attempts at each",
                    "`jzenith.shared-state`",
                    "security.internal.authentication.FailedAttempts#shared",
                    "security.internal.authentication.FailedAttempts#ofThisInstance",
                    "security.internal.authentication.FailedAttempts#refused"),
            noticed(
                    "[sessions that a logout has ended](security-tokens.md#several-instances)",
                    "accepts a copy of the cookie until it expires",
                    "`jzenith.shared-state`; for `POST /logout`, `oidc.session.store` suffices",
                    "security.oidc.RevokedSessions#known",
                    "security.oidc.RevokedSessions#shared"),
            noticed(
                    "[logins](security-tokens.md#several-instances) that were completed",
                    "sends the same code to the provider again, which refuses it",
                    "`jzenith.shared-state`",
                    "security.oidc.LoginEndpoints#usedLogins"),
            noticed(
                    "renewed tokens of [sessions in cookies](security-tokens.md#several-instances)",
                    "answers a parallel request with the old cookie with 503",
                    "`oidc.session.store=redis` ([recipe](cookbook/redis-sessions.md)) or `postgresql`",
                    "security.oidc.Sessions#refreshed",
                    "security.oidc.Sessions#refreshing",
                    "security.oidc.Sessions#refused"),
            noticed(
                    "[rate limits](limits.md#in-all-instances-together)",
                    "grants all permits again",
                    "`rest.rate-limit.store=redis` ([recipe](cookbook/shared-rate-limit.md))",
                    "rest.internal.limit.RequestRates#fullAt"),
            noticed(
                    "[cached values](cache.md) and the loads in progress",
                    "loads each value itself, and does not see `invalidate(..)` of others",
                    "`RedisPlugin`: the caches use it [by themselves](cache.md#with-redis)",
                    "cache.internal.store.MemoryStore#entries",
                    "cache.internal.load.NamedCache#loads"),
            noticed(
                    "clients of a [broadcast](streams.md#sinks-and-broadcasters), by events or [WebSockets](websocket.md#broadcasts)",
                    "reaches its own clients only; the others reconnect after a restart",
                    "[live events](cookbook/live-topic.md), in PostgreSQL, Redis or Kafka",
                    "rest.internal.sse.Broadcaster#listeners",
                    "rest.internal.sse.Broadcaster#others",
                    "websocket.WebSocketBroadcaster#groups",
                    "sql.internal.notification.NotificationHub#channels",
                    "redis.internal.message.MessageHub#channels"),
            noticed(
                    "[jobs](jobs.md)",
                    "runs each job as well",
                    "[`onOneInstance()`](jobs.md#on-one-instance), in the database",
                    "jobs.JobRunner#jobs"),
            noticed(
                    "[log levels](admin.md) that operators have changed",
                    "has those of its settings",
                    "nothing: change them at each",
                    "observability.internal.log.LogLevels#changes"),
            learnt(
                    "[tokens](security-tokens.md#tokens) that were verified or refused",
                    "until they expire or their key is removed, up to `jwt.max-cached-tokens`; `introspection.cache-for` with introspection",
                    "security.jwt.internal.verification.VerifiedTokens#cache",
                    "security.jwt.internal.bearer.RefusedTokens#cache",
                    "security.jwt.internal.verification.IntrospectionClient#calls"),
            learnt(
                    "a provider's keys and its discovery document",
                    "`jwt.refresh-interval`, 15 minutes and 1 hour with OpenID Connect; the last ones stay valid while the provider is away",
                    "security.jwt.internal.key.RemoteKeys#keys",
                    "security.oidc.Provider#last"),
            learnt(
                    "passwords that were verified",
                    "`security.basic.cache-time`: until then, the old password works after a change",
                    "security.password.BasicAuthentication#verified"),
            learnt(
                    "identities with the roles that an [augmentor](security.md#roles-from-elsewhere) has added",
                    "`security.augmentation.cache-time`",
                    "security.internal.authentication.Augmentation#results"),
            learnt(
                    "identities of client certificates",
                    "1 minute",
                    "security.internal.certificate.CertificateAuthentication#known"),
            learnt(
                    "sessions that were read from their cookie",
                    "as long as their access token, up to `oidc.session.cached`",
                    "security.oidc.Sessions#byCookie"),
            learnt(
                    "credentials and networks that were right, which wait less when the instance is busy",
                    "1 day",
                    "security.internal.authentication.KnownClients#credentials",
                    "security.internal.authentication.KnownClients#networks"),
            learnt(
                    "networks that sent wrong tokens",
                    "1 second",
                    "security.internal.authentication.FailedProofs#failures"),
            learnt(
                    "the [adaptive limit](limits.md#adaptive-limit), circuit breakers, retry budgets and the chosen address of [REST clients](rest-client.md#retries-and-the-circuit-breaker)",
                    "follows the latency and the errors that this instance sees",
                    "http.internal.admission.Admission#adaptive",
                    "restclient.internal.call.RemoteService#breaker",
                    "restclient.internal.call.RetryBudget#fifths",
                    "restclient.internal.call.BaseUrls#current"),
            learnt(
                    "what SQL texts and `Accept` headers mean",
                    "as long as they are used",
                    "sql.internal.statement.DatabaseConnections#traits",
                    "sql.internal.connection.SqlErrors#parameterNames",
                    "rest.internal.route.Candidates#decisions"),
            learnt(
                    "expressions of [JavaScript](javascript.md) that plugins evaluate",
                    "the last 1,024 of each realm",
                    "javascript.internal.realm.ScriptRealm#expressions"),
            perInstance(
                    "[limits](limits.md#all-limits) on connections, requests, WebSockets, blocking work, bodies and files",
                    "set each for one instance: two of them accept twice as much",
                    "http.internal.admission.Admission#requests",
                    "http.internal.admission.Admission#blockingWork",
                    "http.body.BodyBudget#growing",
                    "websocket.WebSockets#openOf",
                    "core.blocking.BlockingThreads#waiting"),
            perInstance(
                    "connection pools of [PostgreSQL](postgresql.md#connections), MariaDB and [Redis](redis.md#commands)",
                    "multiply their sizes by the number of instances before you compare them with the server's limit",
                    "sql.internal.pool.Pool#all",
                    "redis.internal.connection.ConnectionPool#idle"),
            perInstance(
                    "metrics, and the statuses of [health checks](health.md)",
                    "Prometheus scrapes each instance; load balancers ask each instance for its health",
                    "observability.internal.meter.ApplicationMeters#exposed",
                    "core.health.HealthChecks#latest"),
            perInstance(
                    "the last hour on [the admin dashboard](admin.md), and traces in progress",
                    "open the page of each instance",
                    "observability.internal.recent.Statements#totals",
                    "observability.internal.recent.Limits#peaks",
                    "observability.internal.recent.Signals#ring",
                    "observability.internal.recent.Operations$Totals#ring",
                    "observability.internal.recent.SlowRequests#ring",
                    "observability.internal.recent.JvmState#heap",
                    "observability.internal.recent.JvmState#collecting",
                    "observability.internal.recent.EventLoops$Probe#lags",
                    "observability.internal.recent.Routes#routes",
                    "tracing.WorkSpans#open"));

    /** Returns a table of the page. */
    static String table(final Kind kind) {
        final StringBuilder table = new StringBuilder("| state | " + kind.columns + " |\n");
        table.append(kind == NOTICED ? "|---|---|---|\n" : "|---|---|\n");
        ALL.stream()
                .filter(each -> each.kind == kind)
                .forEach(each -> table.append("| ")
                        .append(each.name)
                        .append(" | ")
                        .append(each.effect)
                        .append(kind == NOTICED ? " | " + each.shared : "")
                        .append(" |\n"));
        return table.toString();
    }
}
