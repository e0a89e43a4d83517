package org.jzenith.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import jakarta.inject.Inject;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.JZenith;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.MountPart;
import org.jzenith.http.handler.MountRoute;
import org.jzenith.http.handler.MountRoutes;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;
import org.slf4j.MDC;

/** The spans of requests, as a collector receives them. */
final class RequestSpansTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String CALLER = "b7ad6b7169203331";

    private static final MountRoutes<MountPart> SCRIPTS = MountRoutes.of(
            "/scripts",
            List.of(new MountPart("/scripts/{name}", RequestSpansTest.class, MountRoute.of(HttpMethod.GET))),
            part -> part);

    @Order(1)
    @RegisterExtension
    static final CollectorExtension COLLECTOR = new CollectorExtension();

    @Order(2)
    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(RestPlugin.withResources(GreetingResource.class), TracingPlugin.create())
            .withModules(binder -> HttpMount.binder(binder)
                    .addBinding()
                    .toInstance(HttpMount.at(
                                    "/scripts",
                                    "scripts",
                                    exchange -> SCRIPTS.task(
                                            exchange,
                                            match -> () ->
                                                    exchange.response().send("text/plain", Buffer.buffer(traceId()))))
                            .withParts(SCRIPTS.parts())))
            .withConfiguration("tracing.service-name", "greetings")
            .withConfiguration("tracing.endpoint", COLLECTOR.get().uri()));

    @Path("/greetings")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class GreetingResource {

        private final Tracer tracer;

        @Inject
        GreetingResource(final Tracer tracer) {
            this.tracer = tracer;
        }

        @GET
        @Path("{name}")
        public String greet(@PathParam("name") final String name) {
            Span.current().setAttribute("greeting.length", name.length());
            return Span.current().getSpanContext().getTraceId();
        }

        @GET
        @Path("failing/{name}")
        public String fail() {
            throw new IllegalStateException("Not today");
        }

        @GET
        @Path("long/{name}")
        public String failAtLength() {
            throw new IllegalStateException("x".repeat(1_000_000));
        }

        @GET
        @Path("refused/{name}")
        public String refuse(@PathParam("name") final String name) {
            throw new BadRequestException("Refused: " + name);
        }

        @GET
        @Path("hops/{name}")
        public Single<String> hop() {
            final String here = describe();
            return Single.timer(5, TimeUnit.MILLISECONDS)
                    .map(late -> describe())
                    .observeOn(Schedulers.io())
                    .flatMap(timer ->
                            Single.fromCallable(() -> timer + " " + describe()).subscribeOn(Schedulers.computation()))
                    .map(others -> here + " " + others + " " + describe());
        }

        private static String describe() {
            return Span.current().getSpanContext().getSpanId() + "=" + MDC.get("span_id");
        }

        @GET
        @Path("own/{name}")
        @SuppressWarnings("MustBeClosedChecker") // closed below
        public String own() {
            final Span outer = tracer.spanBuilder("outer").startSpan();
            final Scope scope = outer.makeCurrent();
            tracer.spanBuilder("inner").startSpan().end();
            scope.close();
            outer.end();
            return Span.current().getSpanContext().getTraceId();
        }

        @GET
        @Path("named/{name}")
        public String nameSpan() {
            final Span span = Span.current().updateName("greeting").setAttribute("url.path", "/hidden");
            return span.getSpanContext().getTraceId();
        }

        @GET
        @Path("leaking/{name}")
        @SuppressWarnings("MustBeClosedChecker") // on purpose
        public String leak() {
            tracer.spanBuilder("leaked").startSpan().makeCurrent();
            return Span.current().getSpanContext().getTraceId();
        }
    }

    @Test
    void aRequestIsASpanWithItsRoute() {
        final TestResponse response =
                APP.http().withHeader("User-Agent", "test").get("/greetings/one?secret=1");
        Collector.await("a span", () -> !COLLECTOR.get().trace(response.body()).isEmpty());
        final var span = COLLECTOR.get().trace(response.body()).get(0);
        assertThat(span.getName()).isEqualTo("GET /greetings/{name}");
        assertThat(span.getKind()).isEqualTo(SpanKind.SPAN_KIND_SERVER);
        assertThat(span.getParentSpanId().isEmpty()).isTrue();
        assertThat(span.getEndTimeUnixNano()).isGreaterThanOrEqualTo(span.getStartTimeUnixNano());
        assertThat(Collector.attributes(span))
                .containsEntry("http.request.method", "GET")
                .containsEntry("http.route", "/greetings/{name}")
                .containsEntry("http.response.status_code", "200")
                .containsEntry("url.path", "/greetings/one")
                .containsEntry("url.scheme", "http")
                .containsEntry("server.address", "localhost")
                .containsEntry("server.port", Integer.toString(APP.application().port()))
                .containsEntry("user_agent.original", "test")
                .containsEntry("jzenith.listener", "rest")
                .containsEntry("greeting.length", "3");
        assertThat(span.toString()).doesNotContain("secret");
        assertThat(COLLECTOR.get().resources())
                .anySatisfy(resource -> assertThat(Collector.attributes(resource.getAttributesList()))
                        .containsEntry("service.name", "greetings"));
    }

    private static String traceId() {
        return Span.current().getSpanContext().getTraceId();
    }

    @Test
    void aRouteOfAMountNamesTheSpan() {
        final TestResponse response = APP.http().get("/scripts/one");
        Collector.await("a span", () -> !COLLECTOR.get().trace(response.body()).isEmpty());
        final var span = COLLECTOR.get().trace(response.body()).get(0);
        assertThat(span.getName()).isEqualTo("GET /scripts/{name}");
        assertThat(Collector.attributes(span)).containsEntry("http.route", "/scripts/{name}");
    }

    @ParameterizedTest
    @CsvSource({
        "shop.example:8443, shop.example, 8443",
        "shop.example, shop.example, 80",
        "[::1]:81, ::1, 81",
        "[::1], ::1, 80"
    })
    void hostAndPortAreApart(final String host, final String address, final String port) throws IOException {
        final String traceId;
        try (Socket socket = new Socket("localhost", APP.application().port())) {
            socket.getOutputStream()
                    .write(("GET /greetings/host HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            final String response = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            traceId = response.substring(response.length() - TRACE.length());
        }
        assertServer(traceId, address, port);
    }

    @Test
    void theAuthorityOfHttp2IsTheHost() {
        final HttpClient client = APP.get(Vertx.class)
                .createHttpClient(new HttpClientOptions()
                        .setProtocolVersion(HttpVersion.HTTP_2)
                        .setHttp2ClearTextUpgrade(false));
        final String traceId = client.request(new RequestOptions()
                        .setServer(SocketAddress.inetSocketAddress(
                                APP.application().port(), "localhost"))
                        .setHost("shop.example")
                        .setPort(8443)
                        .setURI("/greetings/http2"))
                .compose(HttpClientRequest::send)
                .compose(HttpClientResponse::body)
                .map(Buffer::toString)
                .eventually(() -> client.close())
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        assertServer(traceId, "shop.example", "8443");
    }

    private static void assertServer(final String traceId, final String address, final String port) {
        Collector.await("a span", () -> !COLLECTOR.get().trace(traceId).isEmpty());
        assertThat(Collector.attributes(COLLECTOR.get().trace(traceId).get(0)))
                .containsEntry("server.address", address)
                .containsEntry("server.port", port);
    }

    @Test
    void aCallersTraceIsContinued() {
        final TestResponse response = APP.http()
                .withHeader("traceparent", "00-" + TRACE + "-" + CALLER + "-01")
                .withHeader("tracestate", "vendor=1")
                .get("/greetings/two");
        assertThat(response.body()).isEqualTo(TRACE);
        Collector.await("a span", () -> !COLLECTOR.get().trace(TRACE).isEmpty());
        final var span = COLLECTOR.get().trace(TRACE).get(0);
        assertThat(Collector.hex(span.getParentSpanId())).isEqualTo(CALLER);
        assertThat(span.getTraceState()).isEqualTo("vendor=1");
    }

    @Test
    void aMalformedParentIsIgnored() {
        final TestResponse response =
                APP.http().withHeader("traceparent", "00-xyz-1-01").get("/greetings/three");
        Collector.await("a span", () -> !COLLECTOR.get().trace(response.body()).isEmpty());
        assertThat(COLLECTOR
                        .get()
                        .trace(response.body())
                        .get(0)
                        .getParentSpanId()
                        .isEmpty())
                .isTrue();
    }

    @Test
    void aFailureIsAnErrorAndItsProblemNamesTheTrace() {
        final TestResponse response = APP.http().get("/greetings/failing/one");
        final String traceId = response.json().path("traceId").asText();
        Collector.await("a span", () -> !COLLECTOR.get().trace(traceId).isEmpty());
        final var span = COLLECTOR.get().trace(traceId).get(0);
        assertThat(span.getStatus().getCode()).isEqualTo(StatusCode.STATUS_CODE_ERROR);
        assertThat(Collector.attributes(span)).containsEntry("error.type", "java.lang.IllegalStateException");
        assertThat(span.getEventsList()).singleElement().satisfies(event -> {
            assertThat(event.getName()).isEqualTo("exception");
            assertThat(Collector.attributes(event.getAttributesList()))
                    .containsEntry("exception.type", "java.lang.IllegalStateException")
                    .containsEntry("exception.message", "Not today");
        });
    }

    @Test
    void aLongMessageIsCut() {
        final String traceId =
                APP.http().get("/greetings/long/one").json().path("traceId").asText();
        Collector.await("a span", () -> !COLLECTOR.get().trace(traceId).isEmpty());
        assertThat(COLLECTOR.get().trace(traceId).get(0).getSerializedSize()).isBetween(10_000, 30_000);
    }

    @Test
    void whatARefusalQuotesIsNotExported() {
        assertThat(APP.http().get("/greetings/refused/secret-text").status()).isEqualTo(400);
        final var span = COLLECTOR.get().awaitSpan("GET /greetings/refused/{name}");
        assertThat(span.getEventsList()).isEmpty();
        assertThat(Collector.attributes(span))
                .containsEntry("error.type", "jakarta.ws.rs.BadRequestException")
                .containsEntry("http.response.status_code", "400");
    }

    @Test
    void whatIsNotFoundIsNamedByItsMethodAlone() {
        APP.http().send("PUT", "/nothing/here", null);
        assertThat(Collector.attributes(COLLECTOR.get().awaitSpan("PUT")))
                .containsEntry("http.response.status_code", "404")
                .doesNotContainKey("http.route");
        APP.http().send("BREW", "/nothing/here", null);
        assertThat(Collector.attributes(COLLECTOR.get().awaitSpan("HTTP")))
                .containsEntry("http.request.method", "_OTHER")
                .containsEntry("http.request.method_original", "BREW");
    }

    @Test
    void theSpanIsCurrentAfterEachHop() {
        final String[] hops = APP.http().get("/greetings/hops/one").body().split(" ");
        assertThat(hops).hasSize(4);
        final String span = hops[0].substring(0, 16);
        assertThat(List.of(hops)).containsOnly(span + "=" + span);
        assertThat(span).isNotEqualTo("0000000000000000");
    }

    @Test
    void spansOfTheApplicationAreBelowItsRequest() {
        final String traceId = APP.http().get("/greetings/own/one").body();
        Collector.await("all spans", () -> COLLECTOR.get().trace(traceId).size() == 3);
        assertThat(COLLECTOR.get().tree(traceId)).isEqualTo("GET /greetings/own/{name} [outer [inner]]");
    }

    @Test
    void nameAndAttributesOfTheApplicationStay() {
        final String traceId = APP.http().get("/greetings/named/one").body();
        Collector.await("a span", () -> !COLLECTOR.get().trace(traceId).isEmpty());
        final var span = COLLECTOR.get().trace(traceId).get(0);
        assertThat(span.getName()).isEqualTo("greeting");
        assertThat(Collector.attributes(span))
                .containsEntry("url.path", "/hidden")
                .containsEntry("http.route", "/greetings/named/{name}");
    }

    @Test
    void aScopeThatIsLeftOpenEndsWithTheWorkOfItsRequest() {
        final String leaked = APP.http().get("/greetings/leaking/one").body();
        for (int i = 0; i < 20; i++) {
            assertThat(APP.http().get("/greetings/four").body()).isNotEqualTo(leaked);
        }
        assertThat(Span.current().getSpanContext().isValid()).isFalse();
    }
}
