package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.context.RequestContext;
import org.jzenith.restclient.filter.OutboundRequest;
import org.jzenith.restclient.filter.OutboundRequestFilter;
import org.jzenith.restclient.filter.OutboundResponseFilter;
import org.jzenith.restclient.response.RemoteProblemException;
import org.jzenith.restclient.response.RemoteResponse;
import org.jzenith.restclient.response.UnsendableValueException;

/** Filters of requests and responses. */
final class ClientFiltersTest {

    /** The service, which responds with the status of the path. */
    @Path("/work/{status}")
    public interface WorkApi {

        @GET
        @Produces("text/plain")
        Single<String> get(
                @PathParam("status") int status, @QueryParam("q") String query, @HeaderParam("X-Shop") String shop);

        @GET
        Flowable<Buffer> pieces(@PathParam("status") int status);

        @POST
        @Consumes("text/plain")
        Completable post(@PathParam("status") int status, String body);
    }

    /** A filter that Guice creates. */
    static final class InjectedFilter implements OutboundRequestFilter, OutboundResponseFilter {

        private final Configuration configuration;
        private final AtomicInteger calls = new AtomicInteger();

        @Inject
        InjectedFilter(final Configuration configuration) {
            this.configuration = configuration;
        }

        @Override
        public Single<OutboundRequest> filter(final OutboundRequest request) {
            return Single.just(request.withHeader(
                    "X-Injected",
                    configuration.value("rest-client.stock.retries").orElse("") + calls.incrementAndGet()));
        }

        @Override
        public void filter(final OutboundRequest request, final RemoteResponse<?> response) {
            assertThat(request.header("x-injected")).contains("1" + calls.get());
        }
    }

    @Path("/shop")
    public static final class ShopResource {

        private final WorkApi work;

        @Inject
        ShopResource(final WorkApi work) {
            this.work = work;
        }

        @GET
        @Produces("text/plain")
        public Single<String> get() {
            final Thread thread = Thread.currentThread();
            return work.get(200, null, null)
                    .map(text -> text + (Thread.currentThread() == thread ? "" : " on another thread"));
        }
    }

    private final Queue<String> heads = new ConcurrentLinkedQueue<>();
    private final Queue<String> seen = new ConcurrentLinkedQueue<>();
    private RawPeer peer;

    @BeforeEach
    void listen() throws IOException {
        peer = new RawPeer(each -> {
            for (String head = each.head(); !head.isEmpty(); head = each.head()) {
                each.body(head);
                heads.add(head);
                each.send("HTTP/1.1 " + head.split("[ /?]+")[2]
                        + " Status\r\nContent-Type: text/plain\r\nX-Left: 7\r\nContent-Length: 2\r\n\r\nok");
            }
        });
    }

    @AfterEach
    void close() throws IOException {
        peer.close();
    }

    private Clients clients(final RestClient client) {
        final Map<String, Object> all = new HashMap<>(Map.of("url", peer.url(), "retries", 1, "retry-delay", "1ms"));
        return Clients.of(all, client, RetriesTest.Other.class);
    }

    private static RestClient client() {
        return RestClientPlugin.of(WorkApi.class, "stock");
    }

    private static WorkApi api(final Clients clients) {
        return clients.application().get(WorkApi.class);
    }

    @Test
    void requestFiltersChangeHeadersInTheirOrder() {
        try (Clients clients = clients(client().withHeader("X-Default", "a")
                .withRequestFilter(request -> Single.just(request.withHeader(
                        "X-Seen",
                        String.join(
                                " ",
                                request.call(),
                                request.method(),
                                request.path(),
                                request.header("x-default").orElseThrow(),
                                request.header("X-Shop").orElseThrow()))))
                .withRequestFilter(InjectedFilter.class)
                .withResponseFilter(InjectedFilter.class)
                .withRequestFilter(request -> Single.timer(1, TimeUnit.MILLISECONDS)
                        .map(late -> request.withHeader(
                                "X-Shop", request.header("X-Injected").orElse("") + "b"))))) {
            assertThat(api(clients).get(200, "x y", "tea").blockingGet()).isEqualTo("ok");
            assertThat(heads.remove())
                    .contains(
                            "X-Seen: stock: GET /work/{status} GET /work/200?q=x%20y a tea\r\n",
                            "X-Injected: 11\r\n", "X-Shop: 11b\r\n", "X-Default: a\r\n")
                    .doesNotContain("X-Shop: tea");
        }
    }

    /** The value of a filter arrives on another thread. */
    @Test
    void aCallThatAFilterHeldUpGoesOnInItsRequest() throws Exception {
        try (Clients clients = Clients.of(
                Map.of("url", peer.url(), "forward-token", true),
                client().withRequestFilter(request -> Single.create(
                                emitter -> ForkJoinPool.commonPool().execute(() -> emitter.onSuccess(request))))
                        .withRequestFilter(request -> Single.just(request.withHeader(
                                "X-Seen",
                                Objects.requireNonNull(RequestContext.current()).id()))),
                ShopResource.class)) {
            final HttpResponse<String> response = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(
                                            URI.create(clients.application().uri() + "/shop"))
                                    .header("X-Request-Id", "shop-1")
                                    .header("Authorization", "Bearer user")
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(response.body()).isEqualTo("ok");
            assertThat(heads.remove())
                    .contains("X-Request-Id: shop-1\r\n", "X-Seen: shop-1\r\n", "Authorization: Bearer user\r\n");
        }
    }

    @Test
    void eachAttemptIsFilteredAndABodyCanBeSigned() {
        try (Clients clients = clients(client().withRequestFilter(request -> {
            seen.add(request.body().map(Buffer::toString).orElse("none"));
            return Single.just(request);
        }))) {
            api(clients)
                    .get(503, null, null)
                    .test()
                    .awaitDone(10, TimeUnit.SECONDS)
                    .assertError(RemoteProblemException.class);
            api(clients).post(200, "text").blockingAwait();
        }
        assertThat(seen).containsExactly("none", "none", "text");
    }

    @Test
    void anErrorOfARequestFilterEndsTheCallUnsent() {
        final IllegalStateException error = new IllegalStateException("no shop");
        try (Clients clients = clients(client().withRequestFilter(request -> Single.error(error)))) {
            api(clients)
                    .get(200, null, null)
                    .test()
                    .awaitDone(10, TimeUnit.SECONDS)
                    .assertError(error);
            assertThat(clients.used()).isZero();
        }
        assertThat(heads).isEmpty();
    }

    @Test
    void headersOfTheClientItselfAndUnsendableValuesFailTheCall() {
        try (Clients clients = clients(client().withRequestFilter(request ->
                Single.just(request.withHeader(request.header("X-Shop").orElseThrow(), "\u20ac"))))) {
            assertThatThrownBy(() -> api(clients).get(200, null, "Host").blockingGet())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("A filter sets the header 'Host', which the client sets itself. Remove it.");
            assertThatThrownBy(() -> api(clients).get(200, null, "X-Request-Id").blockingGet())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "A filter sets the header 'X-Request-Id', which the client sets itself. Remove it, or set"
                                    + " the client's setting 'request-id-header' to another header.");
            assertThatThrownBy(() ->
                            api(clients).get(200, null, "x-request-deadline").blockingGet())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'deadline-header'");
            assertThatThrownBy(() -> api(clients).get(200, null, "X-Other").blockingGet())
                    .isInstanceOf(UnsendableValueException.class);
        }
        assertThat(heads).isEmpty();
    }

    @Test
    void responseFiltersSeeSuccessesAndErrors() {
        try (Clients clients = clients(client().withResponseFilter((request, response) -> seen.add(request.method()
                + " " + response.status() + " " + response.header("x-left").orElse(""))))) {
            assertThat(api(clients).get(200, null, null).blockingGet()).isEqualTo("ok");
            api(clients)
                    .get(404, null, null)
                    .test()
                    .awaitDone(10, TimeUnit.SECONDS)
                    .assertError(RemoteProblemException.class);
        }
        assertThat(seen).containsExactly("GET 200 7", "GET 404 7");
    }

    @Test
    void anExceptionOfAResponseFilterIsTheResultAndEndsTheStream() {
        final IllegalStateException error = new IllegalStateException("not this one");
        try (Clients clients = clients(client().withResponseFilter((request, response) -> {
            throw error;
        }))) {
            for (final int status : List.of(200, 404)) {
                api(clients)
                        .get(status, null, null)
                        .test()
                        .awaitDone(10, TimeUnit.SECONDS)
                        .assertError(error);
            }
            api(clients).pieces(200).test().awaitDone(10, TimeUnit.SECONDS).assertError(error);
            assertThat(clients.used()).isZero();
        }
    }
}
