package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.observers.TestObserver;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.restclient.TokenPeer.TokenAnswer;
import org.jzenith.restclient.response.AccessTokenException;
import org.jzenith.restclient.response.RemoteProblemException;
import org.slf4j.LoggerFactory;

/** Access tokens by client credentials: one fetch for all callers, renewal, refusals and failures. */
final class ClientCredentialsTest {

    private static final String SECRET = "hunter2 &";

    /** The service. */
    @Path("/work")
    public interface WorkApi {

        @GET
        @Produces("text/plain")
        Single<String> get();

        @GET
        @Path("/{place}")
        @Produces("text/plain")
        Single<String> at(@PathParam("place") String place);

        @GET
        Single<Response> response();

        @GET
        @Produces("text/plain")
        Single<String> as(@HeaderParam("Authorization") String authorization);

        @POST
        @Consumes("text/plain")
        @Produces("text/plain")
        Single<String> post(String body);

        @POST
        @Consumes("application/octet-stream")
        Completable upload(Flowable<Buffer> body);
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
            return work.get().map(text -> text + (Thread.currentThread() == thread ? "" : " on another thread"));
        }
    }

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("org.jzenith");
    private final Level level = logger.getLevel();
    private TokenPeer provider;
    private RawPeer service;
    private final List<String> heads = new CopyOnWriteArrayList<>();

    @BeforeEach
    void listen() throws IOException {
        provider = new TokenPeer();
        service = new RawPeer(peer -> {
            for (String head = peer.head(); !head.isEmpty(); head = peer.head()) {
                peer.body(head);
                heads.add(head);
                final boolean moved = head.startsWith("GET /work/moved ");
                final String status = moved
                        ? "302 Found\r\nLocation: " + provider.url() + "elsewhere"
                        : provider.accepts(head) ? "200 OK" : "401 Unauthorized";
                peer.send("HTTP/1.1 " + status + "\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok");
            }
        });
        log.start();
        logger.setLevel(Level.DEBUG);
        logger.addAppender(log);
    }

    @AfterEach
    void close() throws IOException {
        logger.detachAppender(log);
        logger.setLevel(level);
        service.close();
        provider.close();
        assertThat(List.copyOf(log.list))
                .allSatisfy(event -> assertThat(event.getFormattedMessage())
                        .doesNotContain("hunter2", "aHVudGVyMi", TokenPeer.PREFIX));
    }

    private Clients clients(final Map<String, ?> settings) {
        final Map<String, Object> all = new HashMap<>(Map.of("url", service.url(), "retry-delay", "1ms"));
        all.put("client-credentials.token-url", provider.url() + "token");
        all.put("client-credentials.client-id", "shop:1");
        all.put("client-credentials.client-secret", SECRET);
        all.putAll(settings);
        return Clients.of(all, WorkApi.class, ShopResource.class);
    }

    private static WorkApi api(final Clients clients) {
        return clients.application().get(WorkApi.class);
    }

    private static <T> TestObserver<T> ended(final Single<T> call) {
        return call.test().awaitDone(30, TimeUnit.SECONDS);
    }

    @Test
    void allCallersWaitForOneTokenAndShareIt() throws Exception {
        try (Clients clients = clients(Map.of("client-credentials.scope", "read write"))) {
            provider.hold();
            final List<TestObserver<String>> calls = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                calls.add(api(clients).get().test());
            }
            final TestObserver<String> left = api(clients).get().test();
            provider.awaitAsked(1);
            left.dispose();
            assertThat(clients.used()).isZero();
            provider.release();
            for (final TestObserver<String> call : calls) {
                call.awaitDone(30, TimeUnit.SECONDS).assertValue("ok");
            }
            assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
            left.assertNotTerminated();
        }
        assertThat(provider.forms()).containsExactly("grant_type=client_credentials&scope=read+write");
        assertThat(provider.heads().get(0))
                .startsWith("POST /token HTTP/1.1")
                .contains("Authorization: Basic c2hvcCUzQTE6aHVudGVyMislMjY=\r\n")
                .doesNotContain("X-Request");
        assertThat(heads).hasSize(21).allSatisfy(head -> assertThat(head).contains("Authorization: Bearer "));
    }

    @Test
    void aCallThatHasWaitedGoesOnInItsRequest() throws Exception {
        try (Clients clients = clients(Map.of())) {
            provider.hold();
            final List<CompletableFuture<HttpResponse<String>>> requests = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                // each client has a connection of its own, and so its event loop
                requests.add(HttpClient.newHttpClient()
                        .sendAsync(
                                HttpRequest.newBuilder(
                                                URI.create(clients.application().uri() + "/shop"))
                                        .header("X-Request-Id", "shop-" + i)
                                        .build(),
                                HttpResponse.BodyHandlers.ofString()));
            }
            provider.awaitAsked(1);
            provider.release();
            for (final CompletableFuture<HttpResponse<String>> request : requests) {
                assertThat(request.get(30, TimeUnit.SECONDS).body()).isEqualTo("ok");
            }
        }
        assertThat(heads)
                .extracting(head -> head.replaceAll("(?s).*X-Request-Id: (\\S+).*", "$1"))
                .containsExactlyInAnyOrder("shop-0", "shop-1", "shop-2", "shop-3");
        assertThat(provider.heads()).hasSize(1).allSatisfy(head -> assertThat(head)
                .doesNotContain("shop-"));
    }

    @Test
    void aTokenIsRenewedBeforeItExpiresWhileCallsGoOn() {
        try (Clients clients = clients(Map.of())) {
            provider.answer(TokenAnswer.issue(2));
            while (provider.issued() < 3) {
                assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
            }
        }
    }

    @Test
    void aKeptTokenIsUsedWhileTheProviderIsAway() {
        try (Clients clients = clients(Map.of())) {
            provider.answer(TokenAnswer.issue(4));
            assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
            provider.answer(TokenAnswer.status(503, "{}"));
            while (provider.heads().size() < 2) {
                assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
            }
            assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
        }
    }

    @Test
    void aRefusedTokenIsReplacedAndTheCallIsSentOnceMore() {
        for (final String call : List.of("get", "post", "response")) {
            try (Clients clients = clients(Map.of())) {
                assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
                provider.revoke();
                switch (call) {
                    case "get" -> assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
                    case "post" ->
                        assertThat(api(clients).post("body").blockingGet()).isEqualTo("ok");
                    default ->
                        assertThat(api(clients).response().blockingGet().getStatus())
                                .isEqualTo(200);
                }
            }
        }
        assertThat(provider.issued()).isEqualTo(6);
        assertThat(heads).hasSize(9);
    }

    @Test
    void aStreamedBodyIsNotSentAgainButTheNextCallHasANewToken() {
        try (Clients clients = clients(Map.of())) {
            assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
            provider.revoke();
            assertThatThrownBy(() -> api(clients)
                            .upload(Flowable.just(Buffer.buffer("piece")))
                            .blockingAwait())
                    .isInstanceOfSatisfying(
                            RemoteProblemException.class,
                            problem -> assertThat(problem.status()).isEqualTo(401));
            assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
        }
        assertThat(provider.issued()).isEqualTo(2);
    }

    @Test
    void aServiceThatRefusesEachTokenDoesNotMakeEachCallFetchOne() {
        final long begun = System.nanoTime();
        try (Clients clients = clients(Map.of())) {
            provider.refuseAll();
            for (int i = 0; i < 50; i++) {
                ended(api(clients).get()).assertError(RemoteProblemException.class);
            }
        }
        assertThat((long) provider.issued())
                .isLessThanOrEqualTo(
                        2 + Duration.ofNanos(System.nanoTime() - begun).toSeconds());
    }

    @Test
    void aRefusalFailsAllCallersWithOneFetch() {
        final long begun = System.nanoTime();
        try (Clients clients = clients(Map.of("breaker.enabled", true, "breaker.minimum-calls", 1))) {
            provider.answer(
                    TokenAnswer.status(401, "{\"error\":\"invalid_client\",\"error_description\":\"hunter2\"}"));
            final List<TestObserver<String>> calls = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                calls.add(api(clients).get().test());
            }
            for (final TestObserver<String> call : calls) {
                call.awaitDone(30, TimeUnit.SECONDS)
                        .assertError(error -> error instanceof final AccessTokenException failure
                                && failure.isUnsent()
                                && failure.getMessage()
                                        .equals("The call stock: GET /work was not sent, because there is no access"
                                                + " token: the token endpoint " + provider.url()
                                                + "token refused the client 'shop:1' with the status 401"
                                                + " (invalid_client)."));
            }
            ended(api(clients).get()).assertError(AccessTokenException.class);
            assertThat((long) provider.forms().size())
                    .isLessThanOrEqualTo(
                            1 + Duration.ofNanos(System.nanoTime() - begun).toSeconds());
            provider.answer(TokenAnswer.issue(300));
            TestObserver<String> later = ended(api(clients).get());
            while (later.errorCount() > 0) {
                later.assertError(AccessTokenException.class);
                later = ended(api(clients).get());
            }
            later.assertValue("ok");
        }
    }

    @Test
    void otherAnswersOfTheProviderHaveTheirReasons() throws Exception {
        final Map<TokenAnswer, String> reasons = Map.of(
                TokenAnswer.status(503, "busy"), "token responded with the status 503",
                TokenAnswer.status(200, "<html>"), "token responded with something else than an access token",
                TokenAnswer.status(200, "{\"access_token\":\"a b\",\"token_type\":\"bearer\"}"),
                        "token responded with something else than an access token",
                TokenAnswer.status(200, "{\"access_token\":\"a\",\"token_type\":\"DPoP\"}"),
                        "token responded with a token whose type is not Bearer");
        for (final Map.Entry<TokenAnswer, String> each : reasons.entrySet()) {
            try (Clients clients = clients(Map.of())) {
                provider.answer(each.getKey());
                assertReason(clients, each.getValue());
            }
        }
        try (Clients clients = clients(Map.of("request-timeout", "300ms"))) {
            provider.hold();
            assertReason(clients, "token did not respond within 300 ms");
            provider.release();
        }
        provider.close();
        try (Clients clients = clients(Map.of())) {
            assertReason(clients, "token cannot be reached: ");
        }
    }

    private static void assertReason(final Clients clients, final String reason) {
        ended(api(clients).get())
                .assertError(error -> error instanceof final AccessTokenException failure
                        && failure.reason().contains(reason));
    }

    private static HttpResponse<String> getShop(final Clients clients) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(clients.application().uri() + "/shop"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void theDeadlineOfARequestHoldsWhileItWaitsForAToken() throws Exception {
        try (Clients clients = clients(Map.of("rest.request-timeout", "300ms"))) {
            provider.hold();
            final HttpResponse<String> response = getShop(clients);
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.body()).contains("client stock");
            provider.release();
        }
    }

    @Test
    void noTokenMeans502() throws Exception {
        try (Clients clients = clients(Map.of())) {
            provider.answer(TokenAnswer.status(400, "{}"));
            final HttpResponse<String> response = getShop(clients);
            assertThat(response.statusCode()).isEqualTo(502);
            assertThat(response.body()).doesNotContain("token", "shop:1");
        }
    }

    @Test
    void aRedirectToAnotherHostIsNotFollowedWithTheToken() {
        try (Clients clients = clients(Map.of())) {
            ended(api(clients).at("moved")).assertError(RemoteProblemException.class);
        }
        assertThat(provider.heads()).hasSize(1);
    }

    @Test
    void aParameterReplacesTheToken() {
        try (Clients clients = clients(Map.of())) {
            ended(api(clients).as("Bearer own")).assertError(RemoteProblemException.class);
        }
        assertThat(heads).hasSize(1).allSatisfy(head -> assertThat(head).contains("Authorization: Bearer own\r\n"));
        assertThat(provider.heads()).isEmpty();
    }
}
