package org.jzenith.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Attribute;
import org.jzenith.core.observe.EventEmitter;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;

/** Clients cannot make time series, however many paths, methods, hosts and statements they think of. */
final class CardinalityTest {

    /** 20,000 in the build, four times as many as before the heap is looked at; the system property {@code cardinality} sets more. */
    private static final int REQUESTS = Integer.getInteger("cardinality", 20_000);

    private static final int EVENTS = 50_000;
    private static final int MOST_SERIES = 5_000;
    private static final int AT_ONCE = 200;

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    PostgresqlPlugin.create(),
                    RestPlugin.withResources(AttackedResource.class),
                    ObservabilityPlugin.create())
            .withConfiguration("metrics.listener", "rest")
            .withConfiguration("jzenith.event-loops", 2));

    @Path("/attacked")
    public static final class AttackedResource {

        private final Database database;

        @Inject
        public AttackedResource(final Database database) {
            this.database = database;
        }

        @GET
        @Path("status/{status}")
        public Response status(@PathParam("status") final int status) {
            return Response.status(status).build();
        }

        @GET
        @Path("sql/{table}")
        public Completable sql(@PathParam("table") final String table) {
            return database.query("SELECT 1 AS " + table + " FROM " + table)
                    .execute()
                    .onErrorComplete();
        }
    }

    /** Sends as many requests as there are numbers, some at once. */
    private static void send(final int count, final IntFunction<RequestOptions> request) {
        final Vertx vertx = APP.get(Vertx.class);
        final HttpClient client = vertx.createHttpClient(new HttpClientOptions().setMaxPoolSize(20));
        final CountDownLatch ended = new CountDownLatch(AT_ONCE);
        final AtomicInteger next = new AtomicInteger();
        for (int i = 0; i < AT_ONCE; i++) {
            sendNext(client, next, count, request, ended::countDown);
        }
        try {
            assertThat(ended.await(20, TimeUnit.MINUTES)).isTrue();
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            client.close();
        }
    }

    /** Sends one request after another, without a stack or a chain of futures that grows with their number. */
    private static void sendNext(
            final HttpClient client,
            final AtomicInteger next,
            final int count,
            final IntFunction<RequestOptions> request,
            final Runnable end) {
        final int number = next.getAndIncrement();
        if (number >= count) {
            end.run();
            return;
        }
        client.request(request.apply(number).setPort(APP.application().port()).setHost("localhost"))
                .compose(sent -> sent.send())
                .compose(response -> response.end())
                .onComplete(ended -> sendNext(client, next, count, request, end));
    }

    /** A million requests take longer than other tests may. */
    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void pathsMethodsHostsStatusesAndStatementsAreNoSeries() {
        final Exposition metrics = new Exposition(APP.application());
        final String[] shapes = {"/attacked/status/", "/paths/", "/attacked/", "/metrics/", "/health/"};
        final IntFunction<RequestOptions> attack = number -> new RequestOptions()
                .setMethod(number % 7 == 0 ? HttpMethod.valueOf("M" + number) : HttpMethod.GET)
                .setURI(
                        number % 5 == 0
                                ? shapes[0] + (200 + number % 799)
                                : shapes[number % shapes.length] + number + "?q=" + number)
                .putHeader("Host", "host" + number + ".example")
                .putHeader("User-Agent", "agent" + number);
        final IntFunction<RequestOptions> statements =
                number -> new RequestOptions().setURI("/attacked/sql/t" + number);

        send(5_000, attack);
        send(2_000, statements);
        final long before = usedHeap();
        send(REQUESTS, attack);
        send(REQUESTS / 20, number -> statements.apply(number + 2_000));
        emitCallsAndRoutes();

        assertThat(metrics.series()).isLessThanOrEqualTo(MOST_SERIES);
        assertThat(metrics.sum("metrics_dropped_total")).isPositive();
        assertThat(metrics.sum("http_server_request_duration_seconds_count", "listener=\"rest\""))
                .as("all requests are counted")
                .isGreaterThan(REQUESTS);
        assertThat(metrics.sum("db_client_operation_duration_seconds_count", "db_query_summary=\"_OTHER\""))
                .isPositive();
        assertThat(metrics.sum("http_client_request_duration_seconds_count", "url_template=\"_OTHER\""))
                .isPositive();
        assertThat(metrics.sum("jzenith_route_statement_duration_seconds_count", "http_route=\"_OTHER\""))
                .isPositive();
        assertThat(usedHeap() - before).as("bytes of heap more than before").isLessThan(16 << 20);
    }

    /** Targets of calls and routes of statements, which no client can choose: the events alone, in the place of requests. */
    private static void emitCallsAndRoutes() {
        final Observers observers = APP.get(Observers.class);
        final EventEmitter<WorkEvent> work = observers.of(WorkEvent.class);
        for (int i = 0; i < EVENTS; i++) {
            final String target = "/targets/" + i;
            final Throwable error = new IllegalStateException("on purpose");
            final Operation call = Operation.of(
                    Operation.Role.CALL, "call", "c" + i % 7, "M" + i % 11 + " " + target, null, List.of());
            work.emit(new WorkEvent.Retried(call, 2, error));
            final Attribute status = new Attribute("http.response.status_code", 200L + i % 799);
            work.emit(new WorkEvent.Ended(call, WorkEvent.Status.COMPLETED, Duration.ZERO, null, List.of(status)));
            final RequestContext request = RequestContext.create("r" + i);
            request.setRoute("/routes/" + i);
            work.emit(new WorkEvent.Ended(
                    new TestStatement("SELECT 1", "SELECT", request),
                    WorkEvent.Status.COMPLETED,
                    Duration.ZERO,
                    null,
                    List.of()));
        }
    }

    private static long usedHeap() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            least = Math.min(
                    least,
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return least;
    }
}
