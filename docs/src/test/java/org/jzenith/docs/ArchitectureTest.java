package org.jzenith.docs;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CheckReturnValue;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.reactivex.Single;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jzenith.core.configuration.converter.RangeConverter;

/** The rules of the architecture, over all classes that are published. */
final class ArchitectureTest {

    /**
     * The types that authors of applications import, by package. The API pages of the site show these types, and apart from them those
     * of {@link #FOR_PLUGINS}; every other type is internal.
     */
    private static final Map<String, Set<String>> FOR_USERS = Map.ofEntries(
            Map.entry("core", Set.of("JZenith", "Plugin", "PluginSource", "RunningApplication")),
            Map.entry("cache", Set.of("Cache", "CachePlugin", "Caches")),
            Map.entry("cache.error", Set.of("CacheOverloadedException", "CacheTimeoutException")),
            Map.entry("core.blocking", Set.of("Blocking")),
            Map.entry("core.configuration", Set.of("Configuration", "DataSize", "Description")),
            Map.entry("core.configuration.converter", Set.of("Ranges")),
            Map.entry("core.context", Set.of("Identity", "RequestContext", "RequestDeadline", "RequestScoped")),
            Map.entry("core.health", Set.of("Health", "HealthCheck")),
            Map.entry("core.limit", Set.of("RateLimitStore")),
            Map.entry(
                    "core.observe",
                    Set.of(
                            "Event",
                            "EventObserver",
                            "Observers",
                            "Operation",
                            "RequestEvent",
                            "RequestTimes",
                            "WorkEvent")),
            Map.entry("core.page", Set.of("InvalidPageException", "Page", "PageRequest", "SortOrder")),
            Map.entry("core.problem", Set.of("StartException", "TemporarilyUnavailable")),
            Map.entry("core.rx", Set.of("RxFuture")),
            Map.entry("core.version", Set.of("ExpectedVersion", "MissingVersionException", "StaleVersionException")),
            Map.entry("embedded", Set.of("DatabaseServer", "EmbeddedServer")),
            Map.entry("http", Set.of("HttpPlugin")),
            Map.entry("http.file", Set.of("ServedFolder", "ServedFolders", "StaticFiles")),
            Map.entry("http.problem", Set.of("Problem")),
            Map.entry("javascript", Set.of("JavaScriptPlugin", "JavaScriptRoutes")),
            Map.entry("javascript.test", Set.of("JavaScriptTests")),
            Map.entry("jobs", Set.of("Job", "JobGuard", "JobRunner", "Jobs")),
            Map.entry("json", Set.of("Json")),
            Map.entry("kafka.embedded", Set.of("BrokerListener", "EmbeddedKafka", "KafkaServer")),
            Map.entry("kafka", Set.of("Kafka", "KafkaGroup", "KafkaRecord", "KafkaTopic", "KafkaTransaction")),
            Map.entry(
                    "kafka.error",
                    Set.of(
                            "KafkaException",
                            "KafkaOverloadedException",
                            "KafkaRefusedException",
                            "KafkaUnavailableException",
                            "OffsetLostException",
                            "TopicReplacedException")),
            Map.entry("kafka.plugin", Set.of("KafkaPlugin")),
            Map.entry("core.lease", Set.of("Term", "TermEndedException")),
            Map.entry("messages", Set.of("DeadLetter", "DeadLetters", "Followed", "Message", "Messages", "Topic")),
            Map.entry("messages.error", Set.of("MessageTooLargeException", "TopicLostException")),
            Map.entry("messages.kafka", Set.of("KafkaMessagesPlugin")),
            Map.entry("messages.live", Set.of("LiveEvents", "LiveEventsPlugin")),
            Map.entry("messages.observe", Set.of("MessageEvent")),
            Map.entry("messages.plugin", Set.of("MessagesPlugin")),
            Map.entry("messages.redis", Set.of("RedisMessagesPlugin")),
            Map.entry("messages.sql", Set.of("Once", "Outbox", "SqlMessagesPlugin")),
            Map.entry("mysql", Set.of("MysqlPlugin")),
            Map.entry("mysql.embedded", Set.of("EmbeddedMariadb", "MariadbServer")),
            Map.entry("observability", Set.of("AdminPlugin", "ObservabilityPlugin")),
            Map.entry("openapi", Set.of("OpenApiPlugin")),
            Map.entry("postgresql", Set.of("PostgresqlPlugin")),
            Map.entry("postgresql.embedded", Set.of("EmbeddedPostgresql", "PostgresqlServer")),
            Map.entry(
                    "redis",
                    Set.of(
                            "Keys",
                            "RedisClient",
                            "RedisHash",
                            "RedisPlugin",
                            "RedisReply",
                            "RedisScript",
                            "RedisSet",
                            "RedisSortedSet",
                            "RedisTransaction")),
            Map.entry("redis.embedded", Set.of("EmbeddedRedis", "RedisServer")),
            Map.entry(
                    "redis.error",
                    Set.of(
                            "CommandRefusedException",
                            "InvalidCommandException",
                            "RedisException",
                            "RedisOverloadedException",
                            "RedisTimeoutException",
                            "RedisUnavailableException",
                            "UnexpectedReplyException",
                            "WritesRefusedException")),
            Map.entry("redis.message", Set.of("RedisMessage")),
            Map.entry("redis.stream", Set.of("RedisStream", "StreamEntry", "StreamGroup")),
            Map.entry("rest", Set.of("RestApi", "RestContribution", "RestPlugin")),
            Map.entry("rest.body", Set.of("JsonPatch", "MaxBodySize", "MaxElements", "MergePatch", "Part")),
            Map.entry("rest.error", Set.of("ProblemException")),
            Map.entry("rest.link", Set.of("Links")),
            Map.entry("rest.limit", Set.of("Deadline", "RateLimit", "RateLimitKey")),
            Map.entry("rest.response", Set.of("ResponseStatus", "TypedResponse")),
            Map.entry("restclient", Set.of("RestClient", "RestClientPlugin")),
            Map.entry(
                    "restclient.filter", Set.of("OutboundRequest", "OutboundRequestFilter", "OutboundResponseFilter")),
            Map.entry("restclient.observe", Set.of("OutboundEvent")),
            Map.entry(
                    "restclient.response",
                    Set.of(
                            "AccessTokenException",
                            "CallRejectedException",
                            "RemoteCallException",
                            "ResponseMemoryException",
                            "RemoteProblemException",
                            "RemoteResponse",
                            "RemoteTimeoutException",
                            "RemoteUnavailableException",
                            "UnreadableResponseException",
                            "UnsendableValueException")),
            Map.entry("restclient.stub", Set.of("StubCall", "StubFault", "StubServer")),
            Map.entry("logging", Set.of("LoggingPlugin")),
            Map.entry("rxjava3", Set.of("RxJava3Plugin")),
            Map.entry("security", Set.of("SecurityPlugin")),
            Map.entry("security.apikey", Set.of("ApiKeyStore")),
            Map.entry("security.authentication", Set.of("IdentityAugmentor", "WrongCredentialsException")),
            Map.entry(
                    "security.authorization",
                    Set.of("Access", "AccessRequest", "AccessTable", "Allowed", "Authenticated", "AccessPolicy")),
            Map.entry("security.certificate", Set.of("CertificateIdentities")),
            Map.entry("security.embedded", Set.of("EmbeddedIdentityProvider")),
            Map.entry("security.jwt", Set.of("IntrospectionPlugin", "JwtPlugin", "TokenRevocation")),
            Map.entry("security.observe", Set.of("SecurityEvent")),
            Map.entry("security.oidc", Set.of("OidcPlugin")),
            Map.entry("security.oidc.session", Set.of("SessionStorage", "SessionStore")),
            Map.entry("security.password", Set.of("StoredUser", "Users", "UserStore")),
            Map.entry(
                    "sql",
                    Set.of(
                            "Isolation",
                            "Queries",
                            "QueryResult",
                            "SqlQuery",
                            "Row",
                            "Sort",
                            "Database",
                            "SqlTransaction",
                            "Transactions")),
            Map.entry("sql.converter", Set.of("SqlConverter")),
            Map.entry(
                    "sql.error",
                    Set.of(
                            "CommitOutcomeUnknownException",
                            "ForeignKeyViolationException",
                            "IdleTransactionException",
                            "InvalidValueException",
                            "LockNotAvailableException",
                            "MissingIdentityException",
                            "NoRowException",
                            "OverloadedException",
                            "QueryTimeoutException",
                            "RowMappingException",
                            "RowTooLargeException",
                            "SerializationFailureException",
                            "SqlException",
                            "UnavailableException",
                            "UniqueViolationException",
                            "ValuesTooLargeException")),
            Map.entry("sql.jooq", Set.of("Jooq")),
            Map.entry("sql.notification", Set.of("SqlNotification")),
            Map.entry("sql.observe", Set.of("PoolEvent", "StatementEvent", "TransactionEvent")),
            Map.entry(
                    "test",
                    Set.of(
                            "JZenithExtension",
                            "JZenithHttp",
                            "TestCertificate",
                            "TestEvent",
                            "TestForm",
                            "TestMessage",
                            "TestResponse",
                            "TestStream",
                            "TestWebSocket",
                            "WebSocketRefusedException")),
            Map.entry("test.identity", Set.of("ProviderFault", "TestBrowser", "TestIdentityProvider")),
            Map.entry("tracing", Set.of("TracingPlugin")),
            Map.entry(
                    "websocket",
                    Set.of(
                            "CloseReason",
                            "Handshake",
                            "InvalidMessageException",
                            "WebSocket",
                            "WebSocketBroadcaster",
                            "WebSocketCloseException",
                            "WebSocketHandler",
                            "WebSocketMessage",
                            "WebSocketPlugin")));

    /**
     * The types of the SPI, by package: those that authors of plugins use and authors of applications do not. Where a package
     * has types for both, the Javadoc of these begins with "For plugins".
     */
    private static final Map<String, Set<String>> FOR_PLUGINS = Map.ofEntries(
            Map.entry("core", Set.of("ApplicationState", "Endpoints", "MergeablePlugin")),
            Map.entry("core.configuration", Set.of("ConfigurationKey")),
            Map.entry(
                    "core.configuration.converter",
                    Set.of("DurationConverter", "RangeConverter", "TextConverter", "WholeNumberConverter")),
            Map.entry(
                    "core.context",
                    Set.of(
                            "AccessRule",
                            "ContextElement",
                            "ContextElements",
                            "ContextSnapshot",
                            "OpenByDefault",
                            "RequestTrace",
                            "ThreadLocalAccessor")),
            Map.entry("core.development", Set.of("DevelopmentMode", "DevelopmentSession")),
            Map.entry("core.health", Set.of("HealthChecks")),
            Map.entry("core.cache", Set.of("SharedCacheStore")),
            Map.entry("core.lease", Set.of("Lease", "LeaseStore", "LeaseUse")),
            Map.entry("core.limit", Set.of("NamedRateLimitStore")),
            Map.entry(
                    "messages.engine",
                    Set.of(
                            "ConsumerSession",
                            "DeadLetterStore",
                            "FollowedMessage",
                            "LogStore",
                            "MessageEngine",
                            "NewMessage",
                            "PartitionListener",
                            "StoredMessage",
                            "TopicDefinition",
                            "Topics")),
            Map.entry("messages.error", Set.of("PositionLostException")),
            Map.entry("messages.log", Set.of("LeaseGroup", "LeaseHeartbeat", "LogEngine")),
            Map.entry(
                    "messages.test",
                    Set.of(
                            "KilledInstanceContract",
                            "LeaseStoreContract",
                            "LogEngineContract",
                            "LogStoreContract",
                            "MessageEngineContract",
                            "MessagesContract",
                            "RecordingListener")),
            Map.entry(
                    "core.observe",
                    Set.of(
                            "Attribute",
                            "ConnectionEvent",
                            "EventEmitter",
                            "EventLoopEvent",
                            "ExemplarSource",
                            "Gauge",
                            "GaugeSource",
                            "Gauges",
                            "OperatorTable",
                            "OutboundHeaders",
                            "SampledCounts",
                            "SlowRequestLog",
                            "WorkEmitter")),
            Map.entry(
                    "core.plugin",
                    Set.of(
                            "BackgroundWork",
                            "BindingRemedies",
                            "CommandLineOption",
                            "ConfigurationChecker",
                            "ConfigurationProvider",
                            "DefaultModules",
                            "GracefulShutdown",
                            "ListenerOpener",
                            "LogConfigurer",
                            "NamedConfigurations",
                            "ObserverProvider",
                            "OptionalConfigurations",
                            "ServerSessions",
                            "VertxCustomizer",
                            "WarmUp")),
            Map.entry("core.problem", Set.of("MissingPlugins", "StartProblem")),
            Map.entry(
                    "core.state",
                    Set.of("SharedCounts", "SharedState", "SharedStateStore", "SharedValues", "ValueFormat")),
            Map.entry("core.vertx", Set.of("EventLoopContext")),
            Map.entry("core.work", Set.of("Work", "WorkRunner")),
            Map.entry("http.body", Set.of("BodyMemory", "BodyStream", "ExchangeBody", "ValueMemory")),
            Map.entry("http.file", Set.of("FileResponse")),
            Map.entry(
                    "http.handler",
                    Set.of(
                            "Exchange",
                            "GuardDecision",
                            "HttpHandler",
                            "HttpMount",
                            "HttpMounts",
                            "ListenerGuard",
                            "ListenerName",
                            "MountPart",
                            "MountRoute",
                            "MountRoutes",
                            "ProtocolUpgrade",
                            "RequestHandler",
                            "ServerRequest",
                            "ServerResponse",
                            "WorkerTasks")),
            Map.entry("http.http1", Set.of("UpgradedProtocol")),
            Map.entry("http.problem", Set.of("KnownProblem", "ProblemJson")),
            Map.entry("http.request", Set.of("MalformedRequestException", "Networks")),
            Map.entry("http.write", Set.of("FileContent", "FilePart", "ResponseHead", "SharedPiece")),
            Map.entry("rest.access", Set.of("AuthenticationSchemes", "MountAccess", "RouteAccess")),
            Map.entry(
                    "rest.pipeline",
                    Set.of(
                            "ArgumentProvider",
                            "ArgumentReader",
                            "Invocation",
                            "MethodModel",
                            "MethodRoute",
                            "MethodSteps",
                            "ParameterModel",
                            "ResourceMethods",
                            "ResultConversion",
                            "ResultProvider",
                            "Step",
                            "StepPhase",
                            "StepProvider")),
            Map.entry(
                    "security.authentication",
                    Set.of("AuthenticationMechanism", "RoleSource", "TooManyAttemptsException")),
            Map.entry("sql.commit", Set.of("CommitWriter")),
            Map.entry(
                    "sql.driver",
                    Set.of(
                            "ChannelProtocol",
                            "ArrayInsert",
                            "Column",
                            "ConnectRefusal",
                            "DatabaseAddress",
                            "DatabaseProduct",
                            "DriverConnection",
                            "DriverSockets",
                            "JsonDocument",
                            "LongLock",
                            "PluginMigrations",
                            "SqlClientOptions",
                            "SqlConfiguration",
                            "SqlDriver",
                            "ReadOnlyServerException",
                            "ServerAddress",
                            "StaleStatementException",
                            "TlsMode",
                            "UrlFormat")),
            Map.entry("restclient", Set.of("ClientBinding")),
            Map.entry("sql.plugin", Set.of("DatabasePlugin", "LeaseTable")),
            Map.entry("sql.text", Set.of("SqlLexis", "SqlScanner", "SqlText", "TextValue")),
            Map.entry(
                    "javascript.script",
                    Set.of("ScriptApi", "ScriptCall", "ScriptErrorException", "ScriptFunction", "ScriptRequest")),
            Map.entry("test", Set.of("KeyTable")),
            Map.entry("test.database", Set.of("TestDatabase", "TestServer")),
            Map.entry("websocket", Set.of("WebSocketContribution", "WebSocketEvent")));

    /** Packages of one class, each with its reason; those of the settings of a module need none. */
    private static final Map<String, String> OF_ONE_CLASS = Map.ofEntries(
            Map.entry("core.cache", "what plugins with a store implement"),
            Map.entry("core.internal.rx", "the start installs what users do not call"),
            Map.entry("core.vertx", "the event loop, for plugins with a client of their own"),
            Map.entry("http", "what users begin with"),
            Map.entry("logging", "what users begin with"),
            Map.entry("http.http1", "what plugins with a protocol of their own implement"),
            Map.entry("http.internal.operator", "the protection of what several modules serve for operators"),
            Map.entry("javascript.internal.schema", "the only package that uses the library of JSON Schema"),
            Map.entry("json.internal.error", "server and client explain invalid JSON with it"),
            Map.entry("rest.error", "what users throw"),
            Map.entry("restclient.observe", "what users observe"),
            Map.entry("security.apikey", "what users implement"),
            Map.entry("security.certificate", "what users implement"),
            Map.entry("security.observe", "what users observe"),
            Map.entry("security.oidc.internal.redis", "loaded only by an application with Redis"),
            Map.entry("sql.converter", "what users implement"),
            Map.entry("sql.commit", "what plugins with rows of their own implement"),
            Map.entry("sql.jooq", "loaded only by an application with jOOQ"),
            Map.entry("messages.observe", "what users observe"),
            Map.entry("redis.message", "what users receive"),
            Map.entry("sql.notification", "what users receive"));

    /** The folder of a module, in this build or in a repository. */
    private static final Pattern MODULE = Pattern.compile("/(jzenith-[a-z0-9-]+)/(?:target|\\d[^/]*)/");

    /** The most types of a package that all know each other, directly or through others. */
    private static final int LARGEST_KNOT = 8;

    /** Packages that know RESTEasy's inner types; docs/internals.md lists the types. */
    private static final String[] INNER_RESTEASY = {
        "org.jzenith.rest.internal.argument",
        "org.jzenith.rest.internal.deployment",
        "org.jzenith.rest.internal.entity",
        "org.jzenith.rest.internal.multipart",
        "org.jzenith.rest.internal.pipeline",
        "org.jzenith.rest.pipeline",
        "org.jzenith.rest.internal.resteasy",
        "org.jzenith.rest.internal.step",
        "org.jzenith.rest.internal.write",
        "org.jzenith.restclient.internal.standard"
    };

    /** Further public types, which users need not touch, each with its reason. */
    private static final Map<String, String> PUBLIC_BY_NEED = Map.of(
            "org.jzenith.core.context.EventLoopThread", "the hooks of RxJava ask which thread is one",
            "org.jzenith.http.body.BodyHeaders", "the exchange knows by it whether a body follows",
            "org.jzenith.http.body.BodyLimits", "the exchange makes bodies with it",
            "org.jzenith.http.body.BodyOwner", "the exchange is that of its body",
            "org.jzenith.http.handler.ListenerRequests", "the listener gives it its requests",
            "org.jzenith.http.handler.RequestSettings", "the listener's settings become those of its requests",
            "org.jzenith.http.write.FileSender", "the response sends files with it",
            "org.jzenith.security.password.BasicMechanism", "the plugin asks it who sends a request");

    /** Inner types of libraries, and the one package that imports them; docs/internals.md lists them. */
    private static final Map<String, String> INNER_TYPES = Map.of(
            "io.vertx.mysqlclient.impl..", "org.jzenith.mysql.internal.mysqlclient",
            "io.vertx.pgclient.impl..", "org.jzenith.postgresql.internal.pgclient",
            "io.vertx.sqlclient.impl..", "org.jzenith.sql.internal.sqlclient");

    /** The packages that import inner types of Vert.x; docs/internals.md lists them. */
    private static final String[] INNER_VERTX = {
        "org.jzenith.core.vertx",
        "org.jzenith.core.internal.vertx",
        "org.jzenith.sql.internal.sqlclient",
        "org.jzenith.postgresql.internal.pgclient",
        "org.jzenith.mysql.internal.mysqlclient",
        "org.jzenith.http.internal.vertx"
    };

    /** The classes that may wait or subscribe besides {@code org.jzenith.rest.internal.rx}, each with its reason. */
    private static final Map<String, String> MAY_SUBSCRIBE = Map.ofEntries(
            Map.entry(
                    "org.jzenith.core.Lifecycle", "a start and a stop wait on the thread that called run() or stop()"),
            Map.entry(
                    "org.jzenith.http.handler.GuardTask",
                    "the exchange answers, and disposes the check when it has finished"),
            Map.entry(
                    "org.jzenith.http.internal.listener.HealthHandler$HealthTask",
                    "the exchange answers, and disposes the checks when it has finished"),
            Map.entry(
                    "org.jzenith.observability.internal.recent.HealthState",
                    "the checks have a time limit, and run for the page while somebody looks"),
            Map.entry(
                    "org.jzenith.observability.internal.recent.OperatorTables",
                    "reading has a time limit, and runs for the page while somebody looks"),
            Map.entry(
                    "org.jzenith.observability.internal.admin.TableTask",
                    "the exchange answers; an action goes on if the operator leaves"),
            Map.entry("org.jzenith.core.work.WorkRun", "a run has no client; the stop and its limit dispose it"),
            Map.entry(
                    "org.jzenith.jobs.ScheduledJob",
                    "nobody waits for a run by the clock; blocking work of a job waits on a thread that may block"),
            Map.entry(
                    "org.jzenith.messages.internal.consumer.ConsumerRuntime",
                    "the stop waits for the end of the sessions that its announcement begins"),
            Map.entry(
                    "org.jzenith.messages.internal.consumer.PositionCommits",
                    "nobody waits for a commit of a position; the next one contains it"),
            Map.entry(
                    "org.jzenith.core.observe.SampledCounts",
                    "a gauge shows what was counted before, and does not wait"),
            Map.entry(
                    "org.jzenith.messages.internal.consumer.TopicConsumer",
                    "nobody waits for the handlers of messages; the stop and their limit dispose them"),
            Map.entry(
                    "org.jzenith.javascript.internal.request.ScriptValues",
                    "JavaScript awaits the result as a promise; the exchange disposes it when it has finished"),
            Map.entry(
                    "org.jzenith.javascript.internal.stream.PulledElements",
                    "JavaScript iterates the elements; the exchange disposes them when it has finished"),
            Map.entry("org.jzenith.jobs.JobLeases", "nobody waits for renewals; the stop waits for releases"),
            Map.entry(
                    "org.jzenith.messages.plugin.DeadLetterOptions",
                    "an option of the command line waits on a thread that may block"),
            Map.entry(
                    "org.jzenith.cache.internal.load.CacheRuntime",
                    "nobody waits for the messages about caches; the stop disposes them"),
            Map.entry(
                    "org.jzenith.cache.internal.load.Load",
                    "a load belongs to no request; its time limit and the stop dispose it"),
            Map.entry(
                    "org.jzenith.messages.log.EngineLoop",
                    "nobody waits for the leases and reads of an engine; its close disposes them"),
            Map.entry(
                    "org.jzenith.messages.internal.follow.Feed",
                    "a subscription is that of all followers of a topic; it ends with the last of them, and at the stop"),
            Map.entry(
                    "org.jzenith.messages.internal.follow.PageReads$PageRead",
                    "a read is that of all followers with a position; it ends with the last of them, and at the stop"),
            Map.entry(
                    "org.jzenith.messages.sql.internal.outbox.InProgress",
                    "nobody waits for the relay of the outbox; the stop waits for what it has in progress"),
            Map.entry(
                    "org.jzenith.kafka.internal.consumer.GroupAssignment",
                    "nobody waits for the partitions that a group takes away; the poll thread does, for a limited time"),
            Map.entry(
                    "org.jzenith.kafka.internal.consumer.GroupHub",
                    "nobody waits for the groups that the stop leaves; drain does"),
            Map.entry(
                    "org.jzenith.kafka.internal.consumer.PartitionQueue",
                    "nobody waits for the handlers of records; the stop disposes them"),
            Map.entry(
                    "org.jzenith.kafka.internal.producer.TransactionRun",
                    "an operator that subscribes to the work of a transaction, and disposes it with its subscriber"),
            Map.entry(
                    "org.jzenith.redis.internal.stream.GroupConsumer",
                    "nobody waits for the handlers of a stream; the stop disposes them"),
            Map.entry("org.jzenith.test.ApplicationUnderTest", "the test waits until sessions are closed"),
            Map.entry(
                    "org.jzenith.sql.plugin.DatabasePlugin",
                    "an option of the command line waits on a thread that may block"),
            Map.entry(
                    "org.jzenith.websocket.HandshakeHandler",
                    "the exchange answers, and disposes the check when it has finished"),
            Map.entry(
                    "org.jzenith.websocket.HandlerSubscription",
                    "the end of the connection disposes what is sent on it"),
            Map.entry(
                    "org.jzenith.rest.internal.elements.ElementsBody$Reading",
                    "an operator that subscribes to its source on the event loop, and cancels it with its subscriber"),
            Map.entry(
                    "org.jzenith.rest.internal.multipart.PartReading",
                    "an operator that subscribes to the body on the event loop, and cancels it with the request"),
            Map.entry(
                    "org.jzenith.sql.internal.cursor.CursorPages",
                    "an operator that subscribes to a page in the context of its own subscriber"),
            Map.entry(
                    "org.jzenith.restclient.internal.call.BodySender",
                    "the call requests the pieces of its body, and cancels them when it ends"),
            Map.entry(
                    "org.jzenith.security.jwt.internal.provider.ProviderClient$Call",
                    "a call is that of all requests that wait for it, and ends by its time limit when all have left"),
            Map.entry(
                    "org.jzenith.security.internal.authentication.FailedAttempts$Attempt",
                    "an attempt whose client has left is subtracted from the counts, and nobody waits for it"),
            Map.entry(
                    "org.jzenith.security.internal.ticket.TicketHandler$Issuing",
                    "the exchange answers, and disposes the call of the store when it has finished"),
            Map.entry(
                    "org.jzenith.security.oidc.OidcEndpoint",
                    "the exchange answers, and disposes the call of the provider when it has finished"),
            Map.entry(
                    "org.jzenith.security.oidc.Sessions",
                    "a refresh of tokens is that of all requests that wait for it, and stores them when all have left"));

    /** The packages that know a feature of Jakarta REST besides the list of features, each with its reason. */
    private static final Map<String, Map<String, String>> KNOW_A_FEATURE = Map.of(
            "org.jzenith.rest.internal.memory",
            Map.of(
                    "org.jzenith.rest.internal.csv", "the tokens of CSV are counted in one way",
                    "org.jzenith.rest.internal.elements", "elements that a method may collect take memory",
                    "org.jzenith.rest.internal.multipart", "the values of parts take memory"),
            "org.jzenith.rest.internal.multipart",
            Map.of(
                    "org.jzenith.rest.internal.bootstrap",
                    "the RuntimeDelegate of Jakarta REST makes the parts of responses"));

    /** The classes that may wait for a future, each with its reason. */
    private static final Map<String, String> MAY_WAIT = Map.of(
            "org.jzenith.core.ConcurrentPhase",
            "the thread that starts an application waits for the phases of its plugins",
            "org.jzenith.core.VertxBootstrap",
            "the thread that starts an application waits for Vert.x",
            "org.jzenith.rest.internal.argument.ReadArguments",
            "a parameter converter may promise a value; only the worker thread of a blocking method waits for it",
            "org.jzenith.rest.internal.step.FilterBodyReads",
            "a request filter that reads a long body waits for it on a worker thread");

    /** The state of the JVM that is shared by need, each with its reason. */
    private static final Map<String, String> STATIC_STATE = Map.of(
            "org.jzenith.core.context.RequestContext.CURRENT",
                    "which request a thread works for is a fact of the thread",
            "org.jzenith.http.internal.http2.Http2Preface.PREFACE", "bytes that are only compared",
            "org.jzenith.tracing.TraceElement.OUTSIDE", "the context of a thread is a fact of the thread");

    private static final DescribedPredicate<JavaClass> RX_TYPES = assignableTo(Single.class)
            .or(assignableTo(Maybe.class))
            .or(assignableTo(Completable.class))
            .or(assignableTo(Flowable.class))
            .or(assignableTo(Observable.class))
            .or(assignableTo("org.reactivestreams.Publisher"));

    private static JavaClasses published;

    @BeforeAll
    static void importClasses() {
        published = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("org.jzenith");
    }

    @Test
    void allModulesAreLookedAt() {
        assertThat(List.of(
                        "cache",
                        "core",
                        "http",
                        "javascript",
                        "jobs",
                        "json",
                        "kafka",
                        "logging",
                        "messages",
                        "rest",
                        "restclient",
                        "sql",
                        "mysql",
                        "postgresql",
                        "embedded",
                        "postgresql.embedded",
                        "mysql.embedded",
                        "kafka.embedded",
                        "redis",
                        "redis.embedded",
                        "test",
                        "dev",
                        "rxjava3",
                        "security",
                        "security.embedded",
                        "security.jwt",
                        "security.oidc",
                        "websocket"))
                .allMatch(module -> published.containPackage("org.jzenith." + module));
    }

    @Test
    void eachModuleUsesTheModulesOfItsPom() {
        final Map<String, Set<String>> used = new HashMap<>();
        for (final JavaClass each : published) {
            final Set<String> ofModule = used.computeIfAbsent(module(each), first -> new TreeSet<>());
            each.getDirectDependenciesFromSelf().forEach(use -> ofModule.add(module(use.getTargetClass())));
        }
        assertThat(used).hasSizeGreaterThan(15);
        final List<String> unused = new ArrayList<>();
        PomsTest.publishedJars().stream()
                .filter(used::containsKey)
                .forEach(module -> Pom.of(Repository.root().resolve(module)).dependencies("compile").stream()
                        .filter(name -> name.startsWith("jzenith-")
                                && !used.getOrDefault(module, Set.of()).contains(name))
                        .forEach(name -> unused.add(module + " -> " + name)));
        assertThat(unused)
                .as("dependencies of which no class is used; remove them from the pom, or give them another scope")
                .isEmpty();
    }

    /** Returns the module whose folder or jar has a class; empty for a class of a library. */
    private static String module(final JavaClass type) {
        return type.getBaseComponentType()
                .getSource()
                .map(source -> MODULE.matcher(source.getUri().toString()))
                .filter(Matcher::find)
                .map(matcher -> matcher.group(1))
                .orElse("");
    }

    @Test
    void restAndSqlDoNotKnowEachOther() {
        noClasses()
                .that()
                .resideInAPackage("org.jzenith.rest..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.jzenith.sql..",
                        "org.jzenith.postgresql..",
                        "org.jzenith.mysql..",
                        "org.jzenith.redis..",
                        "org.jzenith.kafka..",
                        "io.vertx.pgclient..",
                        "io.vertx.mysqlclient..",
                        "io.vertx.sqlclient..",
                        "org.jooq..",
                        "org.flywaydb..",
                        "java.sql..",
                        "javax.sql..")
                .because("a server without a database is a server too")
                .check(published);
        noClasses()
                .that()
                .resideInAnyPackage(
                        "org.jzenith.sql..",
                        "org.jzenith.postgresql..",
                        "org.jzenith.mysql..",
                        "org.jzenith.redis..",
                        "org.jzenith.kafka..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.jzenith.rest..", "jakarta.ws.rs..", "org.jboss.resteasy..", "io.vertx.core.http..")
                .because("the database is used by jobs and commands that answer no request")
                .check(published);
    }

    @Test
    void coreKnowsNoOtherModule() {
        noClasses()
                .that()
                .resideInAPackage("org.jzenith.core..")
                .should()
                .dependOnClassesThat(resideInAPackage("org.jzenith..")
                        .and(not(resideInAPackage("org.jzenith.core..")))
                        .as("belong to another module"))
                .because("dependencies point one way")
                .check(published);
        classes()
                .that()
                .resideInAPackage("org.jzenith.core..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "javax.crypto..",
                        "javax.net.ssl..",
                        "javax.security.auth.x500..",
                        "org.jzenith.core..",
                        "com.google.common.base..",
                        "com.google.errorprone.annotations..",
                        "com.google.inject..",
                        "com.sun.management..",
                        "jakarta.inject..",
                        "jakarta.validation..",
                        "org.hibernate.validator..",
                        "io.reactivex..",
                        "org.reactivestreams..",
                        "io.vertx.core..",
                        "io.netty.channel..",
                        "io.netty.util.concurrent..",
                        "io.smallrye.config..",
                        "io.smallrye.common..",
                        "org.eclipse.microprofile.config..",
                        "org.yaml.snakeyaml..",
                        "org.jspecify.annotations..",
                        "org.slf4j..")
                .because("metrics, HTTP, SQL and a logging backend are never core's business")
                .check(published);
    }

    @Test
    void httpKnowsNoJakartaRest() {
        classes()
                .that()
                .resideInAPackage("org.jzenith.http..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jzenith.core..",
                        "org.jzenith.http..",
                        "com.aayushatharva.brotli4j..",
                        "com.fasterxml.jackson.core..",
                        "com.github.luben.zstd..",
                        "com.google.errorprone.annotations..",
                        "com.google.inject..",
                        "io.netty..",
                        "io.reactivex..",
                        "io.smallrye.config..",
                        "org.eclipse.microprofile.config..",
                        "io.vertx.core..",
                        "javax.crypto..",
                        "javax.net.ssl..",
                        "javax.security.auth.x500..",
                        "org.jspecify.annotations..",
                        "org.reactivestreams..",
                        "org.slf4j..")
                .because("files, metrics and scripts will be served by the same listeners")
                .check(published);
    }

    @Test
    void sqlKnowsNoDriver() {
        classes()
                .that()
                .resideInAPackage("org.jzenith.sql..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jzenith.core..",
                        "org.jzenith.json..",
                        "org.jzenith.sql..",
                        "com.fasterxml.jackson..",
                        "com.google.common..",
                        "com.google.errorprone.annotations..",
                        "com.google.inject..",
                        "jakarta.inject..",
                        "io.netty.buffer..",
                        "io.netty.channel..",
                        "io.netty.util.concurrent..",
                        "io.reactivex..",
                        "org.reactivestreams..",
                        "io.smallrye.config..",
                        "org.eclipse.microprofile.config..",
                        "io.vertx.core..",
                        "io.vertx.sqlclient..",
                        "javax.net.ssl..",
                        "javax.sql..",
                        "org.flywaydb.core..",
                        "org.jooq..",
                        "org.jspecify.annotations..",
                        "org.slf4j..")
                .because("PostgreSQL is the first database, not the only one")
                .check(published);
    }

    @Test
    void sqlNamesNoProduct() throws IOException {
        final Pattern product = Pattern.compile("(?i)postgres|mariadb|mysql|\\bpg_|\"[0-9]{2}P[0-9]{2}\"");
        try (Stream<Path> files = Files.walk(Repository.root().resolve("jzenith-sql/src/main/java"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".java")
                            && product.matcher(Repository.read(file).replaceAll("(?s)/\\*.*?\\*/|//[^\n]*", ""))
                                    .find()))
                    .as("code that knows one database; what a product knows comes through org.jzenith.sql.driver")
                    .isEmpty();
        }
    }

    @Test
    void aDriverImportsNoInternalPackage() throws IOException {
        noClasses()
                .that(resideInAnyPackage("org.jzenith.mysql..", "org.jzenith.postgresql..")
                        .and(not(resideInAPackage("org.jzenith..embedded.."))))
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.jzenith.core..", "org.jzenith.sql..")
                        .and(describe("are internal", type -> isInternal(type.getPackage()))))
                .because("a driver of another project can import no more")
                .check(published);
        // The driver of the tests of jzenith-sql is such a project.
        final Pattern imported = Pattern.compile("(?m)^import org\\.jzenith\\.([a-z.]+)\\.[A-Z]");
        try (Stream<Path> files =
                Files.list(Repository.root().resolve("jzenith-sql/src/test/java/org/acme/database"))) {
            assertThat(files.flatMap(file ->
                                    imported.matcher(Repository.read(file)).results())
                            .map(match -> match.group(1)))
                    .hasSizeGreaterThan(10)
                    .isSubsetOf(union(FOR_USERS.keySet(), FOR_PLUGINS.keySet()));
        }
    }

    @Test
    void innerTypesOfALibraryAreImportedInOnePackage() {
        INNER_TYPES.forEach((inner, importer) -> noClasses()
                .that()
                .resideOutsideOfPackage(importer)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(inner)
                .because("a new version of the library may change them, and " + importer + " has the tests that say so")
                .check(published));
    }

    @Test
    void innerTypesOfVertxAreImportedInPackagesThatAreNamedForIt() {
        noClasses()
                .that()
                .resideOutsideOfPackages(INNER_VERTX)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.vertx.core.impl..", "io.vertx.core.*.impl..")
                .because("a new version may change them; core.vertx has what other packages need of them")
                .check(published);
    }

    @Test
    void innerTypesOfNettyAreImportedInOnePackage() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "org.jzenith.http.internal.http2",
                        "org.jzenith.http.internal.vertx") // an inner type of Vert.x asks for Http2Headers
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty.handler.codec.http2..")
                .because("Netty's HTTP/2 is not stable, and http.http2 has the tests that say when it changes")
                .check(published);
        noClasses()
                .that()
                .resideOutsideOfPackages("org.jzenith.http.internal.connection", "org.jzenith.sql.internal.sqlclient")
                .should()
                .dependOnClassesThat(
                        named(Set.of("io.netty.channel.ChannelOutboundBuffer", "io.netty.channel.Channel$Unsafe")))
                .orShould()
                .accessTargetWhere(describe(
                        "ask for the channels of an event loop",
                        call -> call.getTargetOwner().isAssignableTo("io.netty.channel.EventLoop")
                                && call.getName().equals("registeredChannelsIterator")))
                .because("transports need them, not users; http.connection has the tests that say when they change")
                .check(published);
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty.util.internal..")
                .because("a new version of Netty may change them without notice")
                .check(published);
    }

    @Test
    void innerTypesOfResteasyAreImportedInListedPackages() {
        noClasses()
                .that()
                .resideOutsideOfPackages(INNER_RESTEASY)
                // RESTEasy requires that the RuntimeDelegate is its own factory.
                .and(not(named(Set.of("org.jzenith.rest.internal.bootstrap.JZenithRuntimeDelegate"))))
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                                "org.jboss.resteasy.core..",
                                "org.jboss.resteasy.plugins..",
                                "org.jboss.resteasy.specimpl..",
                                "org.jboss.resteasy.util..")
                        .and(not(namedForUsersOfResteasy()))
                        .as("are inner types of RESTEasy"))
                .because("a new version may change them; the tests beside the steps say when")
                .check(published);
    }

    /** Classes that RESTEasy's guide shows to its users. */
    private static DescribedPredicate<JavaClass> namedForUsersOfResteasy() {
        return describe(
                "named in RESTEasy's guide",
                type -> Set.of("ResteasyContext", "ResteasyContextParameters", "RoleBasedSecurityFeature")
                        .contains(type.getSimpleName()));
    }

    @Test
    void onePackageImplementsRequestAndResponseOfResteasy() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.jzenith.rest.internal.resteasy")
                .should()
                .beAssignableTo("org.jboss.resteasy.spi.HttpRequest")
                .orShould()
                .beAssignableTo("org.jboss.resteasy.spi.HttpResponse")
                .because("one package handles a request and its response")
                .check(published);
    }

    @Test
    void publicTypesAreListed() {
        assertThat(packages().stream()
                        .filter(each -> !isInternal(each))
                        .collect(Collectors.toMap(each -> relativeName(each), ArchitectureTest::publicTypes)))
                .as("a type that users need not touch is package-private or in an internal package; one that they"
                        + " need stands in this test's lists")
                .isEqualTo(Stream.of(FOR_USERS, FOR_PLUGINS)
                        .flatMap(list -> list.entrySet().stream())
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (some, others) -> {
                            assertThat(some).doesNotContainAnyElementsOf(others);
                            return union(some, others);
                        })));
    }

    /** With {@code -Dpackages.update=true} the table loses what packages no longer see. What is new is written by hand. */
    @Test
    void packagesSeeOnlyWhatTheTableAllows() {
        final PackageTable now = PackageTable.of(published);
        final PackageTable before = PackageTable.read();
        assertThat(now.without(before).toString())
                .as("packages see others that docs/src/test/resources/packages.txt does not list; do without, or add"
                        + " them with the reason in the commit")
                .isEmpty();
        if (Boolean.getBoolean("packages.update")) {
            now.write();
        }
        assertThat(PackageTable.read().without(now).toString())
                .as("packages no longer see what the table lists; run this test with -Dpackages.update=true")
                .isEmpty();
    }

    @Test
    void typesOfAPackageKnowFewOfEachOther() {
        assertThat(packages().stream().map(each -> new Knot(each).largest()).filter(each -> each.size() > LARGEST_KNOT))
                .as("types that all know each other can only be read together")
                .isEmpty();
    }

    @Test
    void packagesOfOneClassHaveAReason() {
        assertThat(packages().stream()
                        .filter(each -> topLevelTypes(each) == 1)
                        .map(ArchitectureTest::relativeName)
                        .filter(name -> !name.endsWith(".internal.configuration")))
                .containsExactlyInAnyOrderElementsOf(OF_ONE_CLASS.keySet());
    }

    private static long topLevelTypes(final JavaPackage each) {
        return each.getClasses().stream()
                .filter(type -> type.isTopLevelClass()
                        && !type.isArray()
                        && !type.getSimpleName().equals("package-info"))
                .count();
    }

    /** The root package has the list of features and their settings. */
    @Test
    void onlyTheListOfFeaturesKnowsThem() {
        final Set<String> features = published.stream()
                .filter(type -> type.isAssignableTo("org.jzenith.rest.internal.deployment.RestFeature")
                        && !type.getPackageName().equals("org.jzenith.rest.internal.deployment"))
                .map(JavaClass::getPackageName)
                .collect(Collectors.toSet());
        assertThat(features).hasSize(9);
        features.forEach(feature -> noClasses()
                .that(not(resideInAPackage(feature))
                        .and(not(named(Set.of("org.jzenith.rest.RestFeatures"))))
                        .and(not(describe(
                                "are listed",
                                type -> KNOW_A_FEATURE
                                        .getOrDefault(feature, Map.of())
                                        .containsKey(type.getPackageName())))))
                .should()
                .dependOnClassesThat(resideInAPackage(feature)
                        .and(not(describe("are for users", ArchitectureTest::isTypeForUsers)))
                        .and(not(describe(
                                "are settings", type -> type.getSimpleName().endsWith("Configuration")))))
                .because("a feature adds itself, so that it can be read, and left out, alone")
                .check(published));
    }

    @Test
    void thePipelineKnowsNoStep() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "org.jzenith.rest.pipeline",
                        "org.jzenith.rest.internal.pipeline",
                        "org.jzenith.rest.internal.resteasy")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.jzenith.rest.internal.argument..",
                        "org.jzenith.rest.internal.deployment..",
                        "org.jzenith.rest.internal.elements..",
                        "org.jzenith.rest.internal.csv..",
                        "org.jzenith.rest.internal.limit..",
                        "org.jzenith.rest.internal.memory..",
                        "org.jzenith.rest.internal.multipart..",
                        "org.jzenith.rest.internal.patch..",
                        "org.jzenith.rest.internal.sse..",
                        "org.jzenith.rest.internal.step..",
                        "org.jzenith.rest.internal.validation..",
                        "org.jzenith.rest.internal.write..")
                .because("steps come from providers")
                .check(published);
    }

    @Test
    void stepsDoNotKnowEachOther() {
        classes()
                .that()
                .resideOutsideOfPackage("org.jzenith.rest.internal.deployment")
                .and(not(assignableTo("org.jzenith.rest.pipeline.StepProvider")))
                .and(not(assignableTo("org.jzenith.rest.internal.deployment.RestFeature")))
                .should(new KnowNoOtherStep())
                .because("a step can be read alone; its provider or feature knows what it needs")
                .check(published);
    }

    @Test
    void whatIsNeitherForUsersNorForPluginsIsInternal() {
        assertThat(packages().stream().filter(each -> !isInternal(each)).map(ArchitectureTest::relativeName))
                .as("packages outside of internal")
                .containsExactlyInAnyOrderElementsOf(union(FOR_USERS.keySet(), FOR_PLUGINS.keySet()));
    }

    @Test
    void everyPackageSaysWhetherItIsForUsers() {
        assertThat(packages())
                .allSatisfy(each -> assertThat(PackageInfo.description(each.getName()))
                        .as(each.getName())
                        .startsWith(
                                isForUsers(each)
                                        ? "For users"
                                        : FOR_PLUGINS.containsKey(relativeName(each)) ? "For plugins" : "Internal"));
    }

    @Test
    void typesForPluginsAmongTypesForUsersSaySo() {
        FOR_PLUGINS.forEach((name, types) -> {
            if (FOR_USERS.containsKey(name)) {
                assertThat(types)
                        .allSatisfy(type -> assertThat(PackageInfo.source(name, type))
                                .as(name + "." + type)
                                .containsPattern("(?m)^(/\\*\\*| \\*) For plugins: "));
            }
        });
    }

    private static Set<String> union(final Set<String> some, final Set<String> others) {
        return Stream.of(some, others).flatMap(Set::stream).collect(Collectors.toSet());
    }

    private static boolean isInternal(final JavaPackage each) {
        return each.getName().contains(".internal");
    }

    private static boolean isForUsers(final JavaPackage each) {
        return FOR_USERS.containsKey(relativeName(each));
    }

    private static String relativeName(final JavaPackage each) {
        return each.getName().substring("org.jzenith.".length());
    }

    private static Set<String> publicTypes(final JavaPackage each) {
        return each.getClasses().stream()
                .filter(ArchitectureTest::isPublic)
                .map(JavaClass::getSimpleName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void whatTheRulesNameExists() {
        assertThat(PUBLIC_BY_NEED.keySet()).allMatch(published::contain);
        FOR_PLUGINS.forEach((name, types) ->
                assertThat(types).allMatch(type -> published.contain("org.jzenith." + name + "." + type)));
        assertThat(MAY_SUBSCRIBE.keySet()).allMatch(published::contain);
        assertThat(STATIC_STATE.keySet()).allMatch(name -> {
            final int dot = name.lastIndexOf('.');
            return published
                    .get(name.substring(0, dot))
                    .tryGetField(name.substring(dot + 1))
                    .isPresent();
        });
    }

    private static boolean isPublic(final JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.isTopLevelClass()
                && !type.isArray()
                && !PUBLIC_BY_NEED.containsKey(type.getName());
    }

    @Test
    void onlyRxAndStartupSubscribeOrBlock() {
        final DescribedPredicate<JavaAccess<?>> subscribing = describe(
                "subscribe to or wait for an Rx type",
                call -> RX_TYPES.test(call.getTargetOwner())
                        && (call.getName().startsWith("blocking")
                                || call.getName().equals("subscribe")
                                || call.getName().equals("subscribeWith")
                                || call.getName().equals("test"))
                        && !passesOn(call));
        noClasses()
                .that(not(resideInAnyPackage("org.jzenith.rest.internal.rx", "org.jzenith.messages.test"))
                        .and(not(named(MAY_SUBSCRIBE.keySet()))))
                .should()
                .accessTargetWhere(subscribing)
                .because("the subscriber must dispose when the client disconnects, and only rest.rx knows when it does")
                .check(published);
    }

    /** An operator is subscribed to and passes the subscription on to its source. */
    private static boolean passesOn(final JavaAccess<?> call) {
        return call.getOrigin().getName().equals("subscribeActual");
    }

    @Test
    void aCompilerMaySayThatAnRxTypeIsDropped() {
        methods()
                .that(describe(
                        "are public, not internal, and return an Rx type",
                        method -> method.getModifiers().contains(JavaModifier.PUBLIC)
                                && method.getOwner().getModifiers().contains(JavaModifier.PUBLIC)
                                && !isInternal(method.getOwner().getPackage())
                                && RX_TYPES.test(method.getRawReturnType())))
                .should()
                .beAnnotatedWith(CheckReturnValue.class)
                .orShould()
                .beDeclaredInClassesThat()
                .areAnnotatedWith(CheckReturnValue.class)
                .because("an Rx type to which nobody subscribes does nothing; nothing else says so")
                .check(published);
    }

    /** Checks that signatures for users have the JDK's functions, which applications can pass on to other code. */
    @Test
    void signaturesForUsersHaveTheFunctionsOfTheJdk() {
        assertThat(published.stream()
                        .filter(type -> isPublic(type) && isForUsers(type.getPackage()))
                        .flatMap(type -> type.getMethods().stream())
                        .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC)
                                && method.getRawParameterTypes().stream()
                                        .anyMatch(type -> type.getPackageName().equals("io.reactivex.functions"))))
                .isEmpty();
    }

    @Test
    void nobodyWaitsForAFuture() {
        noClasses()
                .that(not(resideInAnyPackage(
                        "org.jzenith.test..",
                        "org.jzenith.embedded..",
                        "org.jzenith.mysql.embedded..",
                        "org.jzenith.redis.embedded..",
                        "org.jzenith.security.embedded..",
                        "org.jzenith.dev.internal..")))
                .should()
                .accessTargetWhere(describe(
                        "wait for a future or sleep",
                        call -> (call.getTargetOwner().isAssignableTo(CompletableFuture.class)
                                        && Set.of("join", "get").contains(call.getName())
                                        && !MAY_WAIT.containsKey(
                                                call.getOriginOwner().getName()))
                                || (call.getTargetOwner().isEquivalentTo(Thread.class)
                                        && call.getName().equals("sleep"))))
                .because("an event loop must never wait; tests and the start of a process may")
                .check(published);
    }

    @Test
    void noStaticMutableState() {
        fields().that()
                .areStatic()
                .and(not(describe(
                        "are allowed by name",
                        field -> STATIC_STATE.containsKey(field.getOwner().getName() + "." + field.getName()))))
                .should(new Immutable())
                .because("two applications in one JVM must not meet")
                .check(published);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("org.jzenith.(**)").should().beFreeOfCycles().check(published);
    }

    /** Internal types may change in any release, so signatures of types for users and authors of plugins must not name them. */
    @Test
    void typesForUsersAndPluginsNameNoInternalType() {
        final List<String> found = new ArrayList<>();
        for (final JavaClass type : published) {
            if (isTypeOfApi(type)) {
                type.getRawInterfaces().forEach(each -> addInternal(type.getName(), each, found));
                type.getRawSuperclass().ifPresent(each -> addInternal(type.getName(), each, found));
                type.getMembers().stream()
                        .filter(member -> member.getModifiers().contains(JavaModifier.PUBLIC)
                                || member.getModifiers().contains(JavaModifier.PROTECTED))
                        .forEach(member -> member.getAllInvolvedRawTypes()
                                .forEach(each -> addInternal(member.getFullName(), each, found)));
            }
        }
        assertThat(found).as("internal types in signatures").isEmpty();
    }

    private static void addInternal(final String place, final JavaClass named, final List<String> found) {
        final JavaClass type = named.getBaseComponentType();
        if (type.getPackageName().startsWith("org.jzenith.")
                && type.getPackageName().contains(".internal")) {
            found.add(place + " names " + type.getName());
        }
    }

    /** A public type that is nested in one of the API belongs to it. */
    private static boolean isTypeOfApi(final JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && (type.getEnclosingClass().isPresent()
                        ? isTypeOfApi(type.getEnclosingClass().get())
                        : isTypeIn(FOR_USERS, type) || isTypeIn(FOR_PLUGINS, type));
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(packages())
                .filteredOn(each -> !each.isAnnotatedWith(NullMarked.class))
                .extracting(JavaPackage::getName)
                .as("packages without a package-info.java with @NullMarked")
                .isEmpty();
    }

    @Test
    void everyPackageSaysWhatItIsFor() {
        assertThat(packages())
                .extracting(JavaPackage::getName)
                .allSatisfy(name ->
                        assertThat(PackageInfo.description(name)).as(name).hasSizeGreaterThan(60));
    }

    @Test
    void packagesAndTypesAreNamedForWhatTheyDo() {
        final Pattern collective =
                Pattern.compile(".*\\.(utils?|common|impl|models?|exceptions?|helpers?|misc)(\\..*)?");
        assertThat(packages())
                .extracting(JavaPackage::getName)
                .as("packages named for what things are, not for what happens there")
                .noneMatch(name -> collective.matcher(name).matches());
        noClasses()
                .should()
                .haveNameMatching(".*[a-z0-9](Impl|Manager|Utils?|Helpers?)(\\$.*)?")
                .because("a name says what a thing does; one implementation needs no interface")
                .check(published);
    }

    /** The completion of an editor shows what users call. */
    @Test
    void whatDescribesAPluginShowsNoPhaseOfIt() {
        methods()
                .that()
                .arePublic()
                .and()
                .areDeclaredInClassesThat(describe(
                        "describe a plugin",
                        type -> type.isAssignableTo("org.jzenith.core.PluginSource")
                                && !type.isAssignableTo("org.jzenith.core.Plugin")
                                && !type.isInterface()))
                .should()
                .haveNameMatching(
                        "plugin|create|named|at|with[A-Z].*|inDirectory|onListeners?Of|publishing|consuming(Messages)?")
                .because("the phases of start and stop are the plugin's")
                .check(published);
        assertThat(published.stream()
                        .filter(type -> isTypeForUsers(type) && !type.isInterface() && isPlugin(type))
                        .flatMap(type -> type.getMethods().stream())
                        .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC)
                                && !method.getModifiers().contains(JavaModifier.STATIC)))
                .as("a plugin with methods for users is a PluginSource, and its phases are another type's")
                .isNotEmpty()
                .allMatch(method -> isPhase(method));
    }

    private static boolean isPlugin(final JavaClass type) {
        return type.isAssignableTo("org.jzenith.core.Plugin");
    }

    private static boolean isPhase(final JavaMethod method) {
        return method.getOwner().getAllRawInterfaces().stream()
                .flatMap(phases -> phases.getMethods().stream())
                .anyMatch(phase -> phase.getName().equals(method.getName()));
    }

    /** {@code SecurityPlugin} is what users hold, and {@code SecurityPhases} what it does at start and stop. */
    @Test
    void onlyWhatUsersHoldIsCalledPlugin() {
        assertThat(published.stream()
                        .filter(type -> type.getSimpleName().endsWith("Plugin")
                                && !relativeName(type.getPackage()).startsWith("core")))
                .as("types for users and for authors of plugins")
                .isNotEmpty()
                .allMatch(type -> isTypeIn(FOR_USERS, type) || isTypeIn(FOR_PLUGINS, type));
        assertThat(published.stream()
                        .filter(type -> isPlugin(type) && type.getSimpleName().endsWith("Phases")))
                .as("what only jZenith calls")
                .isNotEmpty()
                .noneMatch(type -> type.getModifiers().contains(JavaModifier.PUBLIC));
    }

    private static boolean isTypeIn(final Map<String, Set<String>> types, final JavaClass type) {
        return types.getOrDefault(relativeName(type.getPackage()), Set.of()).contains(type.getSimpleName());
    }

    private static boolean isTypeForUsers(final JavaClass type) {
        return isTypeIn(FOR_USERS, type);
    }

    @Test
    void pluginsHaveNoStaticMethodThatAddsToThem() {
        methods()
                .that()
                .areStatic()
                .and()
                .arePublic()
                .and()
                .areDeclaredInClassesThat()
                .areAssignableTo("org.jzenith.core.PluginSource")
                .should()
                .haveNameMatching("create|named")
                .because("Java lets an instance call it too, and it forgets what the instance has")
                .check(published);
    }

    @Test
    void publicClassesAreFinalOrInterfacesOrRecordsOrEnumsOrAnnotationsOrExceptions() {
        classes()
                .that()
                .arePublic()
                .and()
                .areNotInterfaces()
                .and()
                .areNotEnums()
                .and()
                .areNotAssignableTo(Throwable.class)
                .and()
                .areNotAssignableTo("org.jzenith.rest.internal.entity.FileBody") // its constructor is private
                .and()
                .areNotAssignableTo("io.vertx.core.http.impl.VertxHttpRequestDecoder") // one package imports it
                .and()
                .areNotAssignableTo(RangeConverter.class) // SmallRye makes a converter of each range
                .and()
                .resideOutsideOfPackage("org.jzenith.messages.test") // tests of engines extend the contracts
                .should()
                .haveModifier(JavaModifier.FINAL)
                .because("open is a decision, and extension is through interfaces that were meant")
                .check(published);
    }

    @Test
    void nobodySetsSystemProperties() {
        noClasses()
                .that(not(named(Set.of("org.jzenith.test.internal.log.PrintedText")))) // for tests
                .should()
                .accessTargetWhere(describe(
                        "change system properties",
                        call -> call.getTargetOwner().isEquivalentTo(System.class)
                                && Set.of("setProperty", "setProperties", "clearProperty", "setOut", "setErr")
                                        .contains(call.getName())))
                .because("the JVM belongs to the application, and there may be two")
                .check(published);
    }

    @Test
    void nobodyPrints() {
        noClasses()
                .that(not(named(Set.of(
                        "org.jzenith.core.Bootstrap",
                        "org.jzenith.core.internal.start.BuilderOrigin",
                        "org.jzenith.core.Lifecycle",
                        "org.jzenith.core.internal.log.StartLog",
                        "org.jzenith.core.problem.StartException",
                        "org.jzenith.dev.internal.DevelopmentServer",
                        "org.jzenith.http.internal.accesslog.StandardOutput",
                        "org.jzenith.kafka.embedded.BrokerProcess",
                        "org.jzenith.security.password.PasswordInput",
                        "org.jzenith.test.internal.log.PrintedText"))))
                .should()
                .accessTargetWhere(describe(
                        "print to the console",
                        access -> access.getTarget() instanceof AccessTarget.FieldAccessTarget field
                                        && field.getOwner().isEquivalentTo(System.class)
                                || access.getTarget().getFullName().endsWith(".printStackTrace()")))
                .because(
                        "there is a log; only the start prints, what --help and --explain-config ask for, its lines where nothing"
                                + " logs and its report, a main that ends without run(), and a stop whose log is closed;"
                                + " the development mode and --hash-password read the terminal; the access log goes there if a setting says so;"
                                + " the output of an embedded broker's process is its log")
                .check(published);
    }

    @Test
    void nobodyEndsTheJvm() {
        noClasses()
                .that(not(named(Set.of(
                        "org.jzenith.core.internal.start.SecondSignal",
                        "org.jzenith.core.internal.limit.ProcessExit"))))
                .should()
                .accessTargetWhere(describe(
                        "end the JVM",
                        call -> (call.getTargetOwner().isEquivalentTo(System.class)
                                        || call.getTargetOwner().isEquivalentTo(Runtime.class))
                                && Set.of("exit", "halt").contains(call.getName())))
                .because(
                        "only a second signal asks for that, an event loop that has died with its connections, and a heap that stays full")
                .check(published);
    }

    private static DescribedPredicate<JavaClass> named(final Set<String> names) {
        return describe(
                "are among " + names,
                type -> names.stream()
                        .anyMatch(name ->
                                type.getName().equals(name) || type.getName().startsWith(name + "$")));
    }

    private static List<JavaPackage> packages() {
        return published.stream()
                .map(JavaClass::getPackage)
                .distinct()
                .sorted(Comparator.comparing(JavaPackage::getName))
                .toList();
    }
}
