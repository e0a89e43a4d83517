package org.jzenith.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Attribute;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.Operation;
import org.jzenith.core.observe.WorkEmitter;
import org.jzenith.core.observe.WorkEvent;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;

/** With a ratio of 0, failed and slow requests are exported, and few others. */
final class SamplingTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

    @Order(1)
    @RegisterExtension
    static final CollectorExtension COLLECTOR = new CollectorExtension();

    @Order(2)
    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(WaitResource.class), TracingPlugin.create())
            .withConfiguration("tracing.ratio", 0)
            .withConfiguration("tracing.resource-methods", true)
            .withConfiguration("tracing.endpoint", COLLECTOR.get().uri()));

    @Path("/waits")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class WaitResource {

        private final Tracer tracer;
        private final WorkEmitter calls;

        @Inject
        WaitResource(final Tracer tracer, final Observers observers) {
            this.tracer = tracer;
            this.calls = Objects.requireNonNull(observers.ofWork("redis"));
        }

        @GET
        @Path("{millis}")
        public Single<String> get(@PathParam("millis") final long millis) {
            final String traceId = Span.current().getSpanContext().getTraceId();
            return Single.just(traceId).delay(millis, TimeUnit.MILLISECONDS);
        }

        @GET
        @Path("failing/now")
        public String fail() {
            tracer.spanBuilder("attempt").startSpan().end();
            throw new IllegalStateException("Not today");
        }

        @GET
        @Path("failing/often")
        public String failOften() {
            for (int i = 0; i < 300; i++) {
                tracer.spanBuilder("attempt").startSpan().end();
            }
            throw new IllegalStateException("Never");
        }

        @GET
        @Path("failing/later")
        public Single<String> failLater() {
            final Operation call = Operation.of(
                    Operation.Role.CALL,
                    "redis",
                    "redis.cache",
                    "HGET",
                    RequestContext.current(),
                    List.of(new Attribute("db.system.name", "redis")));
            calls.begun(call);
            calls.ended(
                    call, WorkEvent.Status.COMPLETED, Duration.ZERO, null, List.of(new Attribute("db.namespace", "7")));
            return Single.<String>error(new IllegalStateException("Later")).delaySubscription(1, TimeUnit.SECONDS);
        }

        @GET
        @Path("broken/now")
        public Flowable<Buffer> breakOff() {
            return Flowable.range(0, 50)
                    .map(each -> Buffer.buffer("x".repeat(1000)))
                    .concatWith(Flowable.error(new IllegalStateException("Not to the end")));
        }
    }

    @Test
    void failedAndSlowRequestsAreExported() {
        final List<String> quick = new ArrayList<>();
        final String slow = APP.http().get("/waits/1000").body();
        for (int i = 0; i < 150; i++) {
            quick.add(APP.http().get("/waits/0").body());
        }
        awaitTree(fail("/waits/failing/now"));
        Collector.await("the slow one", () -> !COLLECTOR.get().trace(slow).isEmpty());
        assertThat(quick)
                .filteredOn(each -> !COLLECTOR.get().trace(each).isEmpty())
                .hasSizeLessThan(10);
        assertThat(slow).isNotEqualTo("00000000000000000000000000000000");
    }

    private static void awaitTree(final String failed) {
        Collector.await(
                "the failed one",
                () -> COLLECTOR.get().tree(failed).equals("GET /waits/failing/now [WaitResource.fail [attempt]]"));
    }

    private static String fail(final String path) {
        return APP.http().get(path).json().path("traceId").asText();
    }

    @Test
    void atMost256SpansAreHeldBack() {
        final String often = fail("/waits/failing/often");
        awaitTree(fail("/waits/failing/now")); // what was sent before has arrived, too
        assertThat(COLLECTOR.get().trace(often)).hasSize(257);
    }

    @Test
    void callsHaveTheirOwnEndAndAttributes() {
        fail("/waits/failing/later");
        final var span = COLLECTOR.get().awaitSpan("HGET");
        assertThat(Collector.attributes(span))
                .containsEntry("db.system.name", "redis")
                .containsEntry("db.namespace", "7");
        assertThat(span.getEndTimeUnixNano() - span.getStartTimeUnixNano()).isLessThan(TimeUnit.SECONDS.toNanos(1));
    }

    @Test
    void aRequestWhoseResponseIsBrokenOffIsExportedAsFailed() {
        HttpClient.newHttpClient()
                .sendAsync(
                        HttpRequest.newBuilder(APP.http().uri().resolve("/waits/broken/now"))
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .handle((response, failure) -> response)
                .join();
        final var span = COLLECTOR.get().awaitSpan("GET /waits/broken/now");
        assertThat(span.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_ERROR);
        assertThat(Collector.attributes(span)).containsEntry("error.type", "java.lang.IllegalStateException");
        assertThat(span.getEventsList())
                .singleElement()
                .satisfies(event -> assertThat(Collector.attributes(event.getAttributesList()))
                        .containsEntry("exception.message", "Not to the end"));
    }

    @Test
    void aCallersDecisionWins() {
        APP.http()
                .withHeader("traceparent", "00-" + TRACE + "-b7ad6b7169203331-01")
                .get("/waits/0");
        Collector.await("its span", () -> !COLLECTOR.get().trace(TRACE).isEmpty());
    }
}
