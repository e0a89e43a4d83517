package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Observable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.GenericEntity;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.test.internal.log.LogLines;
import org.reactivestreams.Publisher;

/** A {@code Response} whose entity is a source: its elements are sent as if the method had returned the source. */
final class StreamedResponseTest {

    private static final String ELEMENT = "x".repeat(1000);

    record Item(int number) {}

    static final class TeapotException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static final class TeapotMapper implements ExceptionMapper<TeapotException> {

        @Override
        public Response toResponse(final TeapotException exception) {
            return Response.status(418)
                    .entity(Flowable.just("short ", "and stout"))
                    .type("text/plain")
                    .build();
        }
    }

    static final class AbortFilter implements ContainerRequestFilter {

        @Override
        public void filter(final jakarta.ws.rs.container.ContainerRequestContext request) {
            if (request.getHeaderString("X-Abort") != null) {
                request.abortWith(Response.status(429)
                        .entity(Flowable.just("too ", "many"))
                        .type("text/plain")
                        .build());
            }
        }
    }

    @Path("/")
    public static final class Streams {

        static final AtomicInteger EMITTED = new AtomicInteger();
        static volatile CountDownLatch cancelled = new CountDownLatch(1);
        private static final Response KEPT =
                Response.ok(items()).header("X-Kept", "yes").build();

        static Flowable<Item> items() {
            return Flowable.range(1, 3).map(Item::new);
        }

        @GET
        @Path("items")
        @Produces({"application/json", "application/x-ndjson"})
        public Response negotiated() {
            return Response.status(203).header("X-Total", 3).entity(items()).build();
        }

        @GET
        @Path("direct")
        @Produces({"application/json", "application/x-ndjson"})
        public Flowable<Item> direct() {
            return items();
        }

        @GET
        @Path("later")
        @Produces("application/x-ndjson")
        public Single<Response> later() {
            return Single.timer(10, TimeUnit.MILLISECONDS)
                    .map(done -> Response.accepted(items().toObservable()).build());
        }

        @GET
        @Path("generic")
        @Produces("application/json")
        public Response generic() {
            return Response.ok(new GenericEntity<Flowable<List<Item>>>(Flowable.just(List.of(new Item(7)))) {})
                    .build();
        }

        @GET
        @Path("typed")
        public Response typed() {
            final Publisher<String> lines =
                    subscriber -> Flowable.just("a;b\n", "c;d\n").subscribe(subscriber);
            return Response.ok(lines, "text/csv")
                    .header("Content-Disposition", "attachment")
                    .build();
        }

        @GET
        @Path("bytes")
        @Produces("application/pdf")
        public Response bytes() {
            return Response.ok(Observable.just(Buffer.buffer("%PDF"), Buffer.buffer("-1.7")))
                    .build();
        }

        @GET
        @Path("kept")
        @Produces("application/json")
        public Response kept() {
            return KEPT;
        }

        @GET
        @Path("foreign")
        @Produces("application/json")
        public Response foreign() {
            return new OwnResponse(
                    Response.status(203).header("X-Own", "1").entity(items()).build());
        }

        @GET
        @Path("suspended")
        @Produces("application/json")
        public void suspended(@Suspended final AsyncResponse response) {
            response.resume(Response.ok(items()).header("X-Late", "yes").build());
        }

        @GET
        @Path("object")
        @Produces("application/json")
        public Object object() {
            return items();
        }

        @GET
        @Path("large")
        @Produces("application/json")
        public Response large() {
            return Response.ok(Flowable.range(0, 2000).map(i -> ELEMENT)).build();
        }

        @GET
        @Path("endless")
        @Produces("application/json")
        public Response endless() {
            return Response.ok(Flowable.range(0, Integer.MAX_VALUE)
                            .doOnNext(i -> EMITTED.incrementAndGet())
                            .map(i -> ELEMENT)
                            .doOnCancel(cancelled::countDown))
                    .build();
        }

        @GET
        @Path("failing/{after}")
        @Produces("application/json")
        public Response failing(@PathParam("after") final int after) {
            return Response.ok(Flowable.range(0, after)
                            .map(i -> ELEMENT)
                            .concatWith(Flowable.error(new TeapotException())))
                    .header("X-Total", after)
                    .build();
        }

        @GET
        @Path("single")
        public Response single() {
            return Response.ok(Single.just("value")).build();
        }

        @GET
        @Path("completable")
        public Response completable() {
            return Response.ok(Completable.complete()).build();
        }
    }

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.of(
                RestPlugin.withResources(Streams.class).withProviders(TeapotMapper.class, AbortFilter.class));
    }

    @BeforeEach
    void nothingEmitted() {
        Streams.EMITTED.set(0);
        Streams.cancelled = new CountDownLatch(1);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void statusHeadersAndNegotiatedTypeAreThoseOfTheResponse() {
        final RunningServer.Answer array = server.get("/items", "Accept", "application/json");
        assertThat(array.status()).isEqualTo(203);
        assertThat(array.header("X-Total")).isEqualTo("3");
        assertThat(array.header("Content-Type")).isEqualTo("application/json");
        assertThat(array.body()).isEqualTo("[{\"number\":1},{\"number\":2},{\"number\":3}]");
        final RunningServer.Answer lines = server.get("/items", "Accept", "application/x-ndjson");
        assertThat(lines.header("Content-Type")).isEqualTo("application/x-ndjson");
        assertThat(lines.body()).isEqualTo("{\"number\":1}\n{\"number\":2}\n{\"number\":3}\n");
        assertThat(server.get("/items", "Accept", "text/html").status()).isEqualTo(406);
    }

    @Test
    void theAnswerIsThatOfTheSourceAlone() {
        for (final String accept : List.of("application/json", "application/x-ndjson", "*/*")) {
            final RunningServer.Answer direct = server.get("/direct", "Accept", accept);
            final RunningServer.Answer response = server.get("/items", "Accept", accept);
            assertThat(response.body()).isEqualTo(direct.body());
            assertThat(response.header("Content-Type")).isEqualTo(direct.header("Content-Type"));
            assertThat(response.header("Content-Length")).isEqualTo(direct.header("Content-Length"));
        }
    }

    @Test
    void aResponseThatArrivesLaterMayStream() {
        final RunningServer.Answer answer = server.get("/later");
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.body()).isEqualTo("{\"number\":1}\n{\"number\":2}\n{\"number\":3}\n");
        final RunningServer.Answer suspended = server.get("/suspended");
        assertThat(suspended.header("X-Late")).isEqualTo("yes");
        assertThat(suspended.json()).hasSize(3);
    }

    @Test
    void aMethodThatDeclaresAnObjectMayStream() {
        assertThat(server.get("/object").body()).isEqualTo(server.get("/direct").body());
        assertThat(server.get("/object").body()).isEqualTo(server.get("/direct").body());
    }

    @Test
    void aGenericEntitySaysWhatTheElementsAre() {
        assertThat(server.get("/generic").body()).isEqualTo("[[{\"number\":7}]]");
    }

    @Test
    void theTypeOfTheResponseWins() {
        final RunningServer.Answer csv = server.get("/typed");
        assertThat(csv.header("Content-Type")).startsWith("text/csv");
        assertThat(csv.header("Content-Disposition")).isEqualTo("attachment");
        assertThat(csv.body()).isEqualTo("a;b\nc;d\n");
        final RunningServer.Answer pdf = server.get("/bytes");
        assertThat(pdf.header("Content-Type")).isEqualTo("application/pdf");
        assertThat(pdf.body()).isEqualTo("%PDF-1.7");
    }

    @Test
    void aResponseThatIsKeptIsStreamedEachTime() {
        for (int i = 0; i < 3; i++) {
            final RunningServer.Answer answer = server.get("/kept");
            assertThat(answer.header("X-Kept")).isEqualTo("yes");
            assertThat(answer.json()).hasSize(3);
        }
    }

    @Test
    void aResponseOfAnotherClassMayStream() {
        final RunningServer.Answer answer = server.get("/foreign");
        assertThat(answer.status()).isEqualTo(203);
        assertThat(answer.header("X-Own")).isEqualTo("1");
        assertThat(answer.json()).hasSize(3);
    }

    @Test
    void filtersAndMappersMayStream() {
        final RunningServer.Answer aborted = server.get("/items", "X-Abort", "yes");
        assertThat(aborted.status()).isEqualTo(429);
        assertThat(aborted.body()).isEqualTo("too many");
        final RunningServer.Answer mapped = server.get("/failing/1");
        assertThat(mapped.status()).isEqualTo(418);
        assertThat(mapped.header("X-Total")).isNull();
        assertThat(mapped.body()).isEqualTo("short and stout");
    }

    @Test
    void aResponseFilterSeesTheResponse() {
        final ContainerResponseFilter filter =
                (request, response) -> response.getHeaders().putSingle("X-Seen", response.getStatus());
        try (RunningServer filtered =
                RunningServer.of(RestPlugin.withResources(Streams.class).withProviders(filter))) {
            final RunningServer.Answer answer = filtered.get("/items", "Accept", "application/json");
            assertThat(answer.header("X-Seen")).isEqualTo("203");
            assertThat(answer.json()).hasSize(3);
        }
    }

    @Test
    void aLargeOneIsSentInPiecesAndAFailureBreaksIt() throws Exception {
        final RunningServer.Answer large = server.get("/large");
        assertThat(large.header("Content-Length")).isNull();
        assertThat(large.json()).hasSize(2000);
        try (RawClient client = RawClient.to(server)) {
            client.send("GET /failing/100 HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.untilClose())
                    .startsWith("HTTP/1.1 200 ")
                    .containsIgnoringCase("x-total: 100")
                    .doesNotContain("\r\n0\r\n");
        }
    }

    @Test
    void theSourceIsDisposedWhenTheClientDisconnects() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n").headOnly();
            int before = -1;
            int steady = 0;
            for (int i = 0; i < 20_000 && steady < 20; i++) {
                server.get("/kept");
                final int now = Streams.EMITTED.get();
                steady = now == before ? steady + 1 : 0;
                before = now;
            }
            assertThat(steady).as("demand ends").isEqualTo(20);
        }
        assertThat(Streams.cancelled.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aHeadHasTheHeadersAndEmitsNothingMore() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("HEAD /endless HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            assertThat(client.untilClose()).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n");
        }
        assertThat(Streams.cancelled.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void theLogSaysWhatToReturnInsteadOfAResponseOfASingle() {
        try (LogLines log = LogLines.of("org.jzenith")) {
            assertThat(server.get("/single").status()).isEqualTo(500);
            assertThat(server.get("/completable").status()).isEqualTo(500);
            assertThat(log.events())
                    .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                    .filteredOn(event -> ThrowableProxyUtil.asString(event.getThrowableProxy())
                            .contains("Return a Single<Response> or Maybe<Response>"))
                    .hasSize(2);
        }
    }

    /** Writes a source as a whole, as its application wants it. */
    @Produces("text/csv")
    static final class CsvWriter implements MessageBodyWriter<Publisher<Item>> {

        @Override
        public boolean isWriteable(
                final Class<?> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType) {
            return true;
        }

        @Override
        public void writeTo(
                final Publisher<Item> items,
                final Class<?> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, Object> headers,
                final OutputStream output)
                throws IOException {
            final StringBuilder text = new StringBuilder("number\n");
            Flowable.fromPublisher(items)
                    .subscribe(item -> text.append(item.number()).append('\n'))
                    .dispose();
            output.write(text.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    @Produces("text/html")
    static final class HtmlWriter implements MessageBodyWriter<Single<?>> {

        @Override
        public boolean isWriteable(
                final Class<?> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType) {
            return true;
        }

        @Override
        public void writeTo(
                final Single<?> item,
                final Class<?> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, Object> headers,
                final OutputStream output)
                throws IOException {
            output.write("<p>later</p>".getBytes(StandardCharsets.UTF_8));
        }
    }

    @Path("/own")
    public static final class OwnWriters {

        @GET
        @Path("publisher")
        @Produces("text/csv")
        public Publisher<Item> publisher() {
            return Streams.items();
        }

        @GET
        @Path("flowable")
        @Produces({"text/csv", "application/json"})
        public Flowable<Item> flowable() {
            return Streams.items();
        }

        @GET
        @Path("response")
        public Response response() {
            return Response.status(203).entity(Streams.items()).type("text/csv").build();
        }

        @GET
        @Path("json")
        @Produces("application/json")
        public Response json() {
            return Response.ok(Streams.items()).build();
        }

        @GET
        @Path("single")
        @Produces({"text/html", "application/json"})
        public Single<Item> single() {
            return Single.just(new Item(1));
        }

        @GET
        @Path("entity")
        @Produces("text/html")
        public Response entity() {
            return Response.ok(Single.just(new Item(1))).build();
        }
    }

    @Test
    void aWriterOfTheApplicationForASourceWritesIt() {
        try (RunningServer own = RunningServer.of(
                RestPlugin.withResources(OwnWriters.class).withProviders(CsvWriter.class, new HtmlWriter()))) {
            final String csv = "number\n1\n2\n3\n";
            final String json = "[{\"number\":1},{\"number\":2},{\"number\":3}]";
            for (int i = 0; i < 2; i++) {
                assertThat(own.get("/own/publisher").body()).isEqualTo(csv);
                assertThat(own.get("/own/flowable", "Accept", "text/csv").body())
                        .isEqualTo(csv);
                assertThat(own.get("/own/flowable", "Accept", "application/json")
                                .body())
                        .isEqualTo(json);
                assertThat(own.get("/own/response").body()).isEqualTo(csv);
                assertThat(own.get("/own/response").status()).isEqualTo(203);
                assertThat(own.get("/own/json").body()).isEqualTo(json);
                assertThat(own.get("/own/single", "Accept", "text/html").body()).isEqualTo("<p>later</p>");
                assertThat(own.get("/own/single", "Accept", "application/json").body())
                        .isEqualTo("{\"number\":1}");
                assertThat(own.get("/own/entity").body()).isEqualTo("<p>later</p>");
            }
        }
    }

    @Path("/plain")
    public static final class PlainResource {

        @GET
        @Produces({"application/json", "application/x-ndjson"})
        public Item get() {
            return new Item(7);
        }
    }

    @Test
    void aResponseFilterMaySetASource() {
        final ContainerResponseFilter filter = (request, response) -> response.setEntity(Streams.items());
        try (RunningServer filtered =
                RunningServer.of(RestPlugin.withResources(PlainResource.class).withProviders(filter))) {
            assertThat(filtered.get("/plain", "Accept", "application/json").body())
                    .isEqualTo("[{\"number\":1},{\"number\":2},{\"number\":3}]");
            assertThat(filtered.get("/plain", "Accept", "application/x-ndjson").body())
                    .isEqualTo("{\"number\":1}\n{\"number\":2}\n{\"number\":3}\n");
        }
    }
}
