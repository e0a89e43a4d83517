package org.jzenith.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.reactivex.Completable;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.Attribute;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.core.work.Work;
import org.jzenith.core.work.WorkRunner;
import org.jzenith.rest.RestPlugin;
import org.jzenith.restclient.RestClientPlugin;
import org.jzenith.test.JZenithExtension;

/** Traces that come and go in the headers of B3 or W3C. Headers of another trace do not travel on. */
final class PropagationTest {

    private static final String TRACE = "463ac35c9f6413ad48485a3953bb6124";

    /** The trace of requests whose spans no test counts. */
    private static final String UNCOUNTED = "0af7651916cd43dd8448eb211c80319c";

    private static final String CALLER = "0020000000000001";

    @Order(1)
    @RegisterExtension
    static final CollectorExtension COLLECTOR = new CollectorExtension();

    @Order(2)
    @RegisterExtension
    static final JZenithExtension TARGET = JZenithExtension.of(
            () -> JZenith.application().withPlugins(RestPlugin.withResources(HeaderResource.class)));

    @Order(3)
    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(CallingResource.class),
                    RestClientPlugin.of(HeaderClient.class, "headers"),
                    TracingPlugin.create())
            .withConfiguration("tracing.propagation", "b3")
            .withConfiguration("rest-client.headers.url", TARGET.application().uri())
            .withConfiguration("tracing.endpoint", COLLECTOR.get().uri()));

    @Order(4)
    @RegisterExtension
    static final JZenithExtension W3C = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(CallingResource.class),
                    RestClientPlugin.of(HeaderClient.class, "headers"),
                    TracingPlugin.create())
            .withConfiguration("rest-client.headers.url", TARGET.application().uri())
            .withConfiguration("tracing.endpoint", COLLECTOR.get().uri()));

    @Order(5)
    @RegisterExtension
    static final JZenithExtension OFF = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(CallingResource.class),
                    RestClientPlugin.of(HeaderClient.class, "headers"),
                    TracingPlugin.create())
            .withConfiguration("rest-client.headers.url", TARGET.application().uri()));

    @Path("/headers")
    public interface HeaderClient {

        @GET
        Single<String> get();
    }

    @Path("/headers")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class HeaderResource {

        @GET
        public String get(
                @HeaderParam("b3") final String b3,
                @HeaderParam("traceparent") final String traceparent,
                @HeaderParam("tracestate") final String tracestate) {
            return b3 + " " + traceparent + " " + tracestate;
        }
    }

    @Path("/calls")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class CallingResource {

        private final HeaderClient client;

        @Inject
        public CallingResource(final HeaderClient client) {
            this.client = client;
        }

        @GET
        public Single<String> call() {
            return client.get();
        }
    }

    @Test
    void theSingleHeaderContinuesATrace() {
        final String sent = APP.http()
                .withHeader("b3", TRACE + "-" + CALLER + "-1")
                .get("/calls")
                .body();
        assertThat(sent).startsWith(TRACE + "-").endsWith("-1 null null").doesNotContain(CALLER);
        Collector.await("both spans", () -> COLLECTOR.get().trace(TRACE).size() == 2);
        assertThat(COLLECTOR.get().tree(TRACE)).isEqualTo("GET /calls [GET /headers]");
        assertThat(COLLECTOR.get().trace(TRACE))
                .filteredOn(span -> span.getKind() == SpanKind.SPAN_KIND_CLIENT)
                .singleElement()
                .satisfies(span -> assertThat(Collector.attributes(span))
                        .containsEntry("server.address", "localhost")
                        .containsEntry(
                                "server.port",
                                Integer.toString(TARGET.application().port())));
    }

    @Test
    void workContinuesTheTraceOfItsHeadersAndPassesItOn() {
        final String trace = "c19c7651916cd43dd8448eb211c80319";
        final RunningApplication application = W3C.application();
        final WorkRunner runner = WorkRunner.of(
                application.injector(),
                EventLoopContext.onEach(application.get(Vertx.class)).get(0),
                1);
        final AtomicReference<Map<String, String>> sent = new AtomicReference<>();
        final Work work = Work.of("message", "orders")
                .withHeaders(Map.of("Traceparent", "00-" + trace + "-" + CALLER + "-01"))
                .withAttributes(new Attribute("messaging.system", "redis"));
        assertThat(runner.run(work, Completable.fromAction(() -> sent.set(runner.outboundHeaders())))
                        .blockingGet())
                .isNull();
        final Span span = COLLECTOR.get().awaitSpan("message orders");
        assertThat(Collector.hex(span.getTraceId())).isEqualTo(trace);
        assertThat(Collector.hex(span.getParentSpanId())).isEqualTo(CALLER);
        assertThat(span.getKind()).isEqualTo(SpanKind.SPAN_KIND_CONSUMER);
        assertThat(Collector.attributes(span))
                .containsEntry("jzenith.message", "orders")
                .containsEntry("messaging.system", "redis")
                .containsEntry("jzenith.message.status", "completed");
        assertThat(sent.get())
                .containsEntry("traceparent", "00-" + trace + "-" + Collector.hex(span.getSpanId()) + "-01");
    }

    @Test
    void soDoSeveralHeaders() {
        final String trace = "563ac35c9f6413ad48485a3953bb6124";
        APP.http()
                .withHeader("X-B3-TraceId", trace)
                .withHeader("X-B3-SpanId", CALLER)
                .withHeader("X-B3-Sampled", "1")
                .get("/calls");
        Collector.await("both spans", () -> COLLECTOR.get().trace(trace).size() == 2);
    }

    private static String sent(final JZenithExtension application, final String traceparent, final String tracestate) {
        return application
                .http()
                .withHeader("traceparent", traceparent)
                .withHeader("tracestate", tracestate)
                .get("/calls")
                .body();
    }

    private static String traceparent() {
        return "00-" + UNCOUNTED + "-" + CALLER + "-01";
    }

    @Test
    void headersThatAreNotUsedDoNotTravelOn() {
        assertThat(sent(APP, traceparent(), "evil=1")).doesNotContain(UNCOUNTED).endsWith(" null null");
    }

    @Test
    void aStateTravelsOnWithItsTraceOnly() {
        assertThat(sent(W3C, traceparent(), "vendor=1"))
                .startsWith("null 00-" + UNCOUNTED)
                .endsWith(" vendor=1");
        assertThat(sent(W3C, "garbage", "evil=1")).startsWith("null 00-").endsWith(" null");
        assertThat(W3C.http().withHeader("tracestate", "evil=1").get("/calls").body())
                .startsWith("null 00-")
                .endsWith(" null");
    }

    /** A proxy may add a field of its own (W3C Trace Context, 3.3.1). */
    @Test
    void severalFieldsOfAStateAreOne() throws Exception {
        final HttpRequest request = HttpRequest.newBuilder(W3C.http().uri().resolve("/calls"))
                .header("traceparent", traceparent())
                .header("tracestate", "one=1")
                .header("tracestate", "two=2")
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.ofString())
                        .body())
                .endsWith(" one=1,two=2");
    }

    @Test
    void headersTravelOnWithoutTracing() {
        assertThat(sent(OFF, traceparent(), "vendor=1")).isEqualTo("null " + traceparent() + " vendor=1");
    }
}
