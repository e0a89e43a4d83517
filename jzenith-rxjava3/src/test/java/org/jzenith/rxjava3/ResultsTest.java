package org.jzenith.rxjava3;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.schedulers.Schedulers;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.ForbiddenException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.GenericEntity;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.JZenithHttp;
import org.jzenith.test.TestStream;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Each type behaves as the type of RxJava 2 that it stands for. */
final class ResultsTest {

    public record User(String name) {}

    public record Named(@NotNull String name) {}

    @Path("/values")
    @Produces(MediaType.APPLICATION_JSON)
    public static final class Values {

        static volatile CountDownLatch subscribed = new CountDownLatch(1);
        static volatile CountDownLatch disposed = new CountDownLatch(1);

        @GET
        @Path("single")
        public Single<User> single() {
            return Single.just(new User("a"));
        }

        @GET
        @Path("single-elsewhere")
        public Single<User> singleElsewhere() {
            return Single.fromCallable(() -> new User("a")).subscribeOn(Schedulers.io());
        }

        @GET
        @Path("single-list")
        public Single<List<User>> singleList() {
            return Single.just(List.of(new User("a")));
        }

        @GET
        @Path("single-response")
        public Single<Response> singleResponse() {
            return Single.just(Response.status(202).entity(new User("a")).build());
        }

        @GET
        @Path("single-error")
        public Single<User> singleError() {
            return Single.error(new ForbiddenException());
        }

        @GET
        @Path("single-invalid")
        @Valid
        public Single<Named> singleInvalid() {
            return Single.just(new Named(null));
        }

        @GET
        @Path("single-null")
        public Single<User> singleNull() {
            return null;
        }

        @GET
        @Path("single-never")
        public Single<User> singleNever() {
            final CountDownLatch end = disposed;
            return Single.<User>never()
                    .doOnSubscribe(begin -> subscribed.countDown())
                    .doOnDispose(end::countDown);
        }

        @GET
        @Path("maybe")
        public Maybe<User> maybe() {
            return Maybe.just(new User("a"));
        }

        @GET
        @Path("maybe-empty")
        public Maybe<User> maybeEmpty() {
            return Maybe.empty();
        }

        @GET
        @Path("mono")
        public Mono<User> mono() {
            return Mono.just(new User("a"));
        }

        @GET
        @Path("mono-empty")
        public Mono<User> monoEmpty() {
            return Mono.empty();
        }

        @GET
        @Path("completable")
        public Completable completable() {
            return Completable.complete();
        }

        @GET
        @Path("completable-error")
        public Completable completableError() {
            return Completable.error(new ForbiddenException());
        }

        @GET
        @Path("response-of-single")
        public Response responseOfSingle() {
            return Response.ok(Single.just(new User("a"))).build();
        }
    }

    @Path("/streams")
    public static final class Streams {

        /** A pool of the application's own: nobody but the application stops Reactor's. */
        static final Scheduler THREADS = reactor.core.scheduler.Schedulers.fromExecutor(ForkJoinPool.commonPool());

        static final AtomicLong EMITTED = new AtomicLong();
        static volatile CountDownLatch subscribed = new CountDownLatch(1);
        static volatile CountDownLatch cancelled = new CountDownLatch(1);

        private static Flowable<User> users() {
            return Flowable.just(new User("a"), new User("b"));
        }

        @GET
        @Path("flowable")
        @Produces({MediaType.APPLICATION_JSON, "application/x-ndjson", MediaType.SERVER_SENT_EVENTS})
        public Flowable<User> flowable() {
            return users();
        }

        @GET
        @Path("observable")
        @Produces({MediaType.APPLICATION_JSON, "application/x-ndjson", MediaType.SERVER_SENT_EVENTS})
        public Observable<User> observable() {
            return users().toObservable();
        }

        @GET
        @Path("publisher")
        @Produces({MediaType.APPLICATION_JSON, "application/x-ndjson", MediaType.SERVER_SENT_EVENTS})
        public Publisher<User> publisher() {
            return users().observeOn(Schedulers.io());
        }

        @GET
        @Path("flow")
        @Produces({MediaType.APPLICATION_JSON, "application/x-ndjson", MediaType.SERVER_SENT_EVENTS})
        public Flow.Publisher<User> flow() {
            return FlowAdapters.toFlowPublisher(users());
        }

        @GET
        @Path("flux")
        @Produces({MediaType.APPLICATION_JSON, "application/x-ndjson", MediaType.SERVER_SENT_EVENTS})
        public Flux<User> flux() {
            return Flux.just(new User("a"), new User("b")).publishOn(THREADS);
        }

        @GET
        @Path("response")
        @Produces({MediaType.APPLICATION_JSON, "application/x-ndjson", MediaType.SERVER_SENT_EVENTS})
        public Response response() {
            return Response.ok(new GenericEntity<Observable<User>>(users().toObservable()) {})
                    .build();
        }

        @GET
        @Path("response-flow")
        @Produces({MediaType.APPLICATION_JSON, "application/x-ndjson", MediaType.SERVER_SENT_EVENTS})
        public Single<Response> responseFlow() {
            return Single.just(
                    Response.ok(FlowAdapters.toFlowPublisher(users())).build());
        }

        @GET
        @Path("negotiated")
        public Flowable<User> negotiated() {
            return users();
        }

        @GET
        @Path("error")
        @Produces(MediaType.APPLICATION_JSON)
        public Flowable<User> error() {
            return users().concatWith(Flowable.error(new ForbiddenException()));
        }

        private static Flowable<User> endless() {
            final CountDownLatch begun = subscribed;
            final CountDownLatch end = cancelled;
            final User user = new User("x".repeat(1000));
            return Flowable.rangeLong(0, 1_000_000_000)
                    .map(id -> user)
                    .doOnSubscribe(subscription -> begun.countDown())
                    .doOnNext(made -> EMITTED.incrementAndGet())
                    .doOnCancel(end::countDown);
        }

        @GET
        @Path("endless-flowable")
        @Produces("application/x-ndjson")
        public Flowable<User> endlessFlowable() {
            return endless();
        }

        @GET
        @Path("endless-flow")
        @Produces("application/x-ndjson")
        public Flow.Publisher<User> endlessFlow() {
            return FlowAdapters.toFlowPublisher(endless().observeOn(Schedulers.computation()));
        }

        @GET
        @Path("endless-flux")
        @Produces("application/x-ndjson")
        public Flux<User> endlessFlux() {
            return Flux.from(endless());
        }
    }

    @Path("/context")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class Contexts {

        @Context
        HttpHeaders headers;

        @GET
        public Single<String> header(@QueryParam("on") final String scheduler) {
            return Single.fromCallable(() -> headers.getHeaderString("X-Name"))
                    .subscribeOn(scheduler.equals("io") ? Schedulers.io() : Schedulers.computation())
                    .observeOn(Schedulers.single())
                    .map(known -> known + headers.getHeaderString("X-Name"));
        }
    }

    @RegisterExtension
    static final JZenithExtension APPLICATION = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(Values.class, Streams.class, Contexts.class), RxJava3Plugin.create()));

    private final JZenithHttp http = APPLICATION.http();

    @ParameterizedTest
    @ValueSource(strings = {"single", "single-elsewhere", "maybe", "mono"})
    void aValueIsWrittenWhenItArrives(final String type) {
        assertThat(http.get("/values/" + type).expectStatus(200).body()).isEqualTo("{\"name\":\"a\"}");
    }

    @Test
    void aListIsWrittenWithItsElements() {
        assertThat(http.get("/values/single-list").expectStatus(200).body()).isEqualTo("[{\"name\":\"a\"}]");
    }

    @Test
    void aResponseMayArriveLater() {
        assertThat(http.get("/values/single-response").expectStatus(202).body()).isEqualTo("{\"name\":\"a\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "maybe-empty, 404",
        "mono-empty, 404",
        "completable, 204",
        "completable-error, 403",
        "single-error, 403",
        "single-invalid, 500",
        "single-null, 500",
        "response-of-single, 500"
    })
    void theStatusIsThatOfRxJava2(final String type, final int status) {
        http.get("/values/" + type).expectStatus(status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"flowable", "observable", "publisher", "flow", "flux", "response", "response-flow"})
    void aStreamHasTheNegotiatedFormat(final String type) {
        final String path = "/streams/" + type;
        assertThat(http.withHeader("Accept", "application/json")
                        .get(path)
                        .expectStatus(200)
                        .body())
                .isEqualTo("[{\"name\":\"a\"},{\"name\":\"b\"}]");
        assertThat(http.withHeader("Accept", "application/x-ndjson")
                        .get(path)
                        .expectStatus(200)
                        .body())
                .isEqualTo("{\"name\":\"a\"}\n{\"name\":\"b\"}\n");
        assertThat(http.withHeader("Accept", "text/event-stream")
                        .get(path)
                        .expectStatus(200)
                        .body())
                .endsWith("data: {\"name\":\"a\"}\n\ndata: {\"name\":\"b\"}\n\n");
    }

    @Test
    void aStreamWithoutProducesIsJson() {
        assertThat(http.get("/streams/negotiated").expectStatus(200).asList(User.class))
                .containsExactly(new User("a"), new User("b"));
    }

    @Test
    void anErrorBeforeTheFirstBytesIsAProblem() {
        assertThat(http.get("/streams/error").expectStatus(403).header("Content-Type"))
                .contains("application/problem+json");
    }

    @Test
    void aSingleIsDisposedWhenTheClientLeaves() throws Exception {
        Values.subscribed = new CountDownLatch(1);
        Values.disposed = new CountDownLatch(1);
        try (java.net.Socket client =
                new java.net.Socket("localhost", http.uri().getPort())) {
            client.getOutputStream().write("GET /values/single-never HTTP/1.1\r\nHost: a\r\n\r\n".getBytes());
            assertThat(Values.subscribed.await(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(Values.disposed.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"endless-flowable", "endless-flow", "endless-flux"})
    void aStreamWaitsForItsReaderAndEndsWithIt(final String type) throws Exception {
        Streams.EMITTED.set(0);
        Streams.cancelled = new CountDownLatch(1);
        try (TestStream<User> lines = http.lines("/streams/" + type, User.class)) {
            assertThat(lines.next().name()).hasSize(1000);
            long before = -1;
            while (before != Streams.EMITTED.get()) {
                before = Streams.EMITTED.get();
                assertThat(Streams.cancelled.await(500, TimeUnit.MILLISECONDS)).isFalse();
            }
            assertThat(before).as("elements of 1000 bytes, ahead of the reader").isLessThan(24_000);
        }
        assertThat(Streams.cancelled.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"io", "computation"})
    void theContextOfTheRequestFollowsTheSchedulers(final String scheduler) {
        assertThat(http.withHeader("X-Name", "n")
                        .get("/context?on=" + scheduler)
                        .expectStatus(200)
                        .body())
                .isEqualTo("nn");
    }
}
