package org.jzenith.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.trace.v1.Span;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.jobs.JobRunner;
import org.jzenith.jobs.Jobs;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.restclient.RestClientPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;

/** What a request causes stands below it: statements, transactions, and calls with what they cause in another service. */
final class TreesTest {

    private static final int WAVES = 2;

    /** The requests of a wave; their spans fit into the queue of the exporter. */
    private static final int REQUESTS = 200;

    private static final String CALLER = "b7ad6b7169203331";
    private static final String CALL = "GET /stock/{id} [GET /stock/{id} [SELECT pg_class]]";
    private static final String TREE = "GET /orders/{id} [" + CALL + ", " + CALL
            + ", SELECT orders, transaction [BEGIN, COMMIT, INSERT orders, UPDATE orders]]";

    @Order(1)
    @RegisterExtension
    static final CollectorExtension COLLECTOR = new CollectorExtension();

    @Order(2)
    @RegisterExtension
    static final JZenithExtension STOCK = JZenithExtension.of(() -> JZenith.application()
                    .withPlugins(
                            RestPlugin.withResources(StockResource.class),
                            PostgresqlPlugin.create(),
                            TracingPlugin.create())
                    .withConfiguration("tracing.service-name", "stock")
                    .withConfiguration("tracing.endpoint", COLLECTOR.get().uri()))
            .withoutEventLoopCheck();

    @Order(3)
    @RegisterExtension
    static final JZenithExtension SHOP = JZenithExtension.of(() -> JZenith.application()
                    .withPlugins(
                            RestPlugin.withResources(OrderResource.class),
                            PostgresqlPlugin.create(),
                            RestClientPlugin.of(StockClient.class, "stock"),
                            Jobs.of(Jobs.every(
                                    Duration.ofHours(1),
                                    "count",
                                    Database.class,
                                    database -> database.query("SELECT count(*) FROM pg_class")
                                            .execute())),
                            TracingPlugin.create())
                    .withConfiguration("tracing.service-name", "shop")
                    .withConfiguration("tracing.database-application-name", true)
                    .withConfiguration(
                            "rest-client.stock.url", STOCK.application().uri())
                    .withConfiguration("tracing.endpoint", COLLECTOR.get().uri()))
            .withoutEventLoopCheck();

    @Path("/stock")
    public interface StockClient {

        @GET
        @Path("{id}")
        Single<String> find(@PathParam("id") String id);
    }

    @Path("/stock")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class StockResource {

        private final Database database;

        @Inject
        public StockResource(final Database database) {
            this.database = database;
        }

        @GET
        @Path("{id}")
        public Single<String> find(@PathParam("id") final String id) {
            return database.query("SELECT $1::text FROM pg_class LIMIT 1", id)
                    .map(row -> row.getString(0))
                    .single();
        }
    }

    @Path("/orders")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class OrderResource {

        private final Database database;
        private final StockClient stock;

        @Inject
        public OrderResource(final Database database, final StockClient stock) {
            this.database = database;
            this.stock = stock;
        }

        @GET
        @Path("{id}")
        public Single<String> order(@PathParam("id") final int id) {
            final Completable written =
                    database.withTransactionCompletable(tx -> tx.query("INSERT INTO orders (id) VALUES ($1)", id)
                            .execute()
                            .andThen(pause(id % 5))
                            .andThen(tx.query("UPDATE orders SET done = true WHERE id = $1", id)
                                    .execute()));
            final Single<String> called = Single.zip(
                    stock.find("a" + id).subscribeOn(Schedulers.io()),
                    stock.find("b" + id),
                    (first, second) -> first + second);
            return Single.zip(written.toSingleDefault(id), called, (done, found) -> found)
                    .observeOn(Schedulers.computation())
                    .flatMap(found -> database.query("SELECT count(*) FROM orders WHERE id = $1", id)
                            .map(row -> found + row.getLong(0))
                            .single());
        }

        @GET
        @Path("session/{id}")
        public Single<String> session() {
            final String name = "SELECT current_setting('application_name')";
            return Single.concat(
                            database.withTransaction(tx ->
                                    tx.query(name).map(row -> row.getString(0)).single()),
                            database.query(name).map(row -> row.getString(0)).single())
                    .toList()
                    .map(names -> String.join("|", names));
        }

        private static Completable pause(final int millis) {
            return Completable.timer(millis, TimeUnit.MILLISECONDS);
        }
    }

    private final HttpClient http = HttpClient.newHttpClient();

    private static String traceId(final int request) {
        return String.format("%032x", request + 1);
    }

    private static boolean isCancelled(final int request) {
        return request % 7 == 0;
    }

    private Completable send(final int request) {
        final URI uri = SHOP.application().uri().resolve("/orders/" + request);
        final CompletableFuture<HttpResponse<String>> sent = http.sendAsync(
                HttpRequest.newBuilder(uri)
                        .header("traceparent", "00-" + traceId(request) + "-" + CALLER + "-01")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (isCancelled(request)) {
            return Completable.timer(request % 20, TimeUnit.MILLISECONDS)
                    .doOnComplete(() -> sent.cancel(true))
                    .onErrorComplete();
        }
        return Single.<HttpResponse<String>>create(emitter -> sent.whenComplete((response, error) -> {
                    if (error == null) {
                        emitter.onSuccess(response);
                    } else {
                        emitter.tryOnError(error);
                    }
                }))
                .doOnSuccess(response -> assertThat(response.statusCode()).isEqualTo(200))
                .ignoreElement();
    }

    @Test
    void hundredsOfInterleavedRequestsHaveTheirOwnTrees() {
        createTable();
        for (int wave = 0; wave < WAVES; wave++) {
            final List<Integer> requests = IntStream.range(wave * REQUESTS, (wave + 1) * REQUESTS)
                    .boxed()
                    .toList();
            Flowable.fromIterable(requests)
                    .flatMapCompletable(this::send, false, 40)
                    .blockingAwait();
            requests.stream().filter(each -> !isCancelled(each)).forEach(TreesTest::assertTree);
        }
        final Set<Integer> cancelled = IntStream.range(0, WAVES * REQUESTS)
                .filter(TreesTest::isCancelled)
                .boxed()
                .collect(Collectors.toSet());
        final List<Integer> begun = cancelled.stream()
                .filter(each -> !COLLECTOR.get().trace(traceId(each)).isEmpty())
                .toList();
        Collector.await("the cancelled requests end", () -> begun.stream().allMatch(TreesTest::isConnected));
        assertThat(begun)
                .filteredOn(each -> !tree(traceId(each)).equals(TREE))
                .as("cancelled while they ran")
                .isNotEmpty();
    }

    private static void createTable() {
        SHOP.get(Database.class)
                .query("CREATE TABLE IF NOT EXISTS orders (id int, done boolean)")
                .execute()
                .blockingAwait();
    }

    /** Draws a trace without waits for a connection, which only some transactions have. */
    private static String tree(final String traceId) {
        return COLLECTOR.get().tree(traceId).replace(", wait for connection", "");
    }

    private static void assertTree(final int request) {
        final String traceId = traceId(request);
        Collector.await(
                "the tree of " + request + ": " + TREE + "; it is "
                        + COLLECTOR.get().tree(traceId),
                () -> tree(traceId).equals(TREE));
    }

    /** Returns true if the request is there with its caller as its parent, and nothing that is not its own. */
    private static boolean isConnected(final int request) {
        final List<Span> all = COLLECTOR.get().trace(traceId(request));
        final Set<String> known =
                all.stream().map(span -> Collector.hex(span.getSpanId())).collect(Collectors.toSet());
        final List<String> first = all.stream()
                .filter(span -> !known.contains(Collector.hex(span.getParentSpanId())))
                .map(Span::getName)
                .filter(name -> !name.equals("GET /stock/{id}"))
                .toList();
        return first.equals(List.of("GET /orders/{id}"))
                && all.stream()
                        .map(Span::getName)
                        .allMatch(name ->
                                TREE.contains(name) || name.equals("ROLLBACK") || name.equals("wait for connection"));
    }

    @Test
    void aStatementHasItsSummaryAndNoValues() {
        createTable();
        send(1_002).blockingAwait();
        assertTree(1_002);
        final Span statement = COLLECTOR.get().trace(traceId(1_002)).stream()
                .filter(span -> span.getName().equals("UPDATE orders"))
                .findFirst()
                .orElseThrow();
        assertThat(Collector.attributes(statement))
                .containsEntry("db.system.name", "postgresql")
                .containsEntry("db.query.summary", "UPDATE orders")
                .containsEntry("db.response.returned_rows", "1")
                .hasEntrySatisfying("db.query.text", text -> assertThat(text).startsWith("UPDATE orders"))
                .hasEntrySatisfying("http.route", route -> assertThat(route).startsWith("/orders"))
                .containsKey("jzenith.queue.duration")
                .doesNotContainKey("jzenith.sql");
        // Not the whole span: its times and ids may have these digits.
        assertThat(Collector.attributes(statement).entrySet().stream()
                        .filter(attribute -> !attribute.getKey().equals("jzenith.queue.duration")))
                .noneMatch(attribute -> attribute.getValue().contains("1002"));
    }

    @Test
    void theDatabaseKnowsTheRequestOfATransaction() {
        final String traceId = traceId(2_000);
        final String[] names = SHOP.http()
                .withHeader("traceparent", "00-" + traceId + "-" + CALLER + "-01")
                .get("/orders/session/1")
                .body()
                .split("\\|", -1);
        assertThat(names[0]).isEqualTo(traceId + " /orders/session/{id}");
        Collector.await(
                "its spans",
                () -> tree(traceId)
                        .equals("GET /orders/session/{id}" + " [SELECT, transaction [BEGIN, COMMIT, SELECT]]"));
        assertThat(COLLECTOR.get().trace(traceId))
                .filteredOn(span -> span.getName().equals("SELECT"))
                .extracting(span -> Collector.attributes(span).get("db.query.text"))
                .containsOnly("SELECT current_setting(****)");
        assertThat(names[1]).doesNotContain(traceId);
    }

    @Test
    void aRunOfAJobIsATrace() {
        assertThat(SHOP.get(JobRunner.class).run("count").blockingGet()).isNull();
        final Span job = COLLECTOR.get().awaitSpan("job count");
        assertThat(Collector.attributes(job)).containsEntry("jzenith.job.status", "completed");
        Collector.await(
                "its tree",
                () -> COLLECTOR.get().tree(Collector.hex(job.getTraceId())).equals("job count [SELECT pg_class]"));
    }
}
