package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.observers.TestObserver;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.restclient.TokenPeer.TokenAnswer;
import org.jzenith.restclient.response.AccessTokenException;
import org.jzenith.restclient.response.CallRejectedException;
import org.jzenith.restclient.response.RemoteProblemException;

/** A provider that refuses the client, or is away: a typed failure with one fetch for all callers. */
final class AccessTokenFailuresTest {

    private TokenPeers peers;

    @BeforeEach
    void listen() throws IOException {
        peers = new TokenPeers();
    }

    @AfterEach
    void close() throws IOException {
        peers.close();
    }

    @Test
    void aRefusalFailsAllCallersWithOneFetch() {
        final long begun = System.nanoTime();
        try (Clients clients = peers.clients(Map.of("breaker.enabled", true, "breaker.minimum-calls", 1))) {
            peers.provider()
                    .answer(TokenAnswer.status(
                            401, "{\"error\":\"invalid_client\",\"error_description\":\"hunter2\"}"));
            final List<TestObserver<String>> calls = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                calls.add(TokenPeers.api(clients).get().test());
            }
            for (final TestObserver<String> call : calls) {
                call.awaitDone(30, TimeUnit.SECONDS)
                        .assertError(error -> error instanceof final AccessTokenException failure
                                && failure.isUnsent()
                                && failure.getMessage()
                                        .equals("The call stock: GET /work was not sent, because there is no access"
                                                + " token: the token endpoint "
                                                + peers.provider().url()
                                                + "token refused the client 'shop:1' with the status 401"
                                                + " (invalid_client)."));
            }
            TokenPeers.ended(TokenPeers.api(clients).get()).assertError(AccessTokenException.class);
            assertThat((long) peers.provider().forms().size())
                    .isLessThanOrEqualTo(
                            1 + Duration.ofNanos(System.nanoTime() - begun).toSeconds());
            peers.provider().answer(TokenAnswer.issue(300));
            TestObserver<String> later =
                    TokenPeers.ended(TokenPeers.api(clients).get());
            while (later.errorCount() > 0) {
                later.assertError(AccessTokenException.class);
                later = TokenPeers.ended(TokenPeers.api(clients).get());
            }
            later.assertValue("ok");
        }
    }

    @Test
    void otherAnswersOfTheProviderHaveTheirReasons() throws Exception {
        final Map<TokenAnswer, String> reasons = new HashMap<>(Map.of(
                TokenAnswer.status(503, "busy"), "token responded with the status 503",
                TokenAnswer.status(200, "<html>"), "token did not respond with an access token",
                TokenAnswer.status(200, "{\"access_token\":\"a b\",\"token_type\":\"bearer\"}"),
                        "token did not respond with an access token",
                TokenAnswer.status(200, "{\"access_token\":\"a\",\"token_type\":\"DPoP\"}"),
                        "token responded with a token whose type is not Bearer"));
        for (final String lifetime : List.of("-1", "0", "\"soon\"", "{}")) {
            reasons.put(
                    TokenAnswer.status(
                            200, "{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"expires_in\":" + lifetime + "}"),
                    "token responded with a token whose expires_in is not a positive number");
        }
        for (final Map.Entry<TokenAnswer, String> each : reasons.entrySet()) {
            try (Clients clients = peers.clients(Map.of())) {
                peers.provider().answer(each.getKey());
                assertReason(clients, each.getValue());
            }
        }
        try (Clients clients = peers.clients(Map.of("request-timeout", "300ms"))) {
            peers.provider().hold();
            assertReason(clients, "token did not respond within 300 ms");
            peers.provider().release();
        }
        peers.provider().close();
        try (Clients clients = peers.clients(Map.of())) {
            assertReason(clients, "token cannot be reached: ");
        }
    }

    @Test
    void aConnectionThatBreaksIsNamedOnce() throws Exception {
        try (RawPeer broken = new RawPeer(peer -> {
                    peer.head();
                    peer.reset();
                });
                Clients clients = peers.clients(Map.of("client-credentials.token-url", broken.url() + "/token"))) {
            TokenPeers.ended(TokenPeers.api(clients).get())
                    .assertError(error -> error instanceof AccessTokenException
                            && error.getMessage().contains("/token did not respond: ")
                            && !error.getMessage().contains("stock: POST"));
        }
    }

    private static void assertReason(final Clients clients, final String reason) {
        TokenPeers.ended(TokenPeers.api(clients).get())
                .assertError(error -> error instanceof final AccessTokenException failure
                        && failure.reason().contains(reason));
    }

    @Test
    void theDeadlineOfARequestHoldsWhileItWaitsForAToken() throws Exception {
        try (Clients clients = peers.clients(Map.of("rest.request-timeout", "300ms"))) {
            peers.provider().hold();
            final HttpResponse<String> response =
                    TokenPeers.request(clients, "shop-1").get(30, TimeUnit.SECONDS);
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.body()).contains("client stock");
            peers.provider().release();
        }
    }

    @Test
    void noTokenMeans502() throws Exception {
        try (Clients clients = peers.clients(Map.of())) {
            peers.provider().answer(TokenAnswer.status(400, "{}"));
            final HttpResponse<String> response =
                    TokenPeers.request(clients, "shop-1").get(30, TimeUnit.SECONDS);
            assertThat(response.statusCode()).isEqualTo(502);
            assertThat(response.body()).doesNotContain("token", "shop:1");
        }
    }

    /** Waiting for a token is bounded as waiting for a connection is, and a disposed call makes room at once. */
    @Test
    void fewCallsWaitForAToken() throws Exception {
        try (Clients clients = peers.clients(Map.of("pool-size", 1, "wait-queue", 2))) {
            peers.provider().hold();
            final List<TestObserver<String>> calls = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                calls.add(TokenPeers.api(clients).get().test());
            }
            peers.provider().awaitAsked(1);
            TokenPeers.ended(TokenPeers.api(clients).get())
                    .assertError(error -> error instanceof CallRejectedException
                            && error.getMessage()
                                    .equals("The call stock: GET /work was not sent, because 3 calls wait for an"
                                            + " access token."));
            calls.remove(0).dispose();
            calls.add(TokenPeers.api(clients).get().test());
            peers.provider().release();
            for (final TestObserver<String> call : calls) {
                call.awaitDone(30, TimeUnit.SECONDS).assertValue("ok");
            }
        }
    }

    @Test
    void aTokenThatOneResponseRefusesIsKeptWhileTheProviderIsAway() throws Exception {
        try (Clients clients = peers.clients(Map.of())) {
            assertThat(TokenPeers.api(clients).get().blockingGet()).isEqualTo("ok");
            peers.provider().answer(TokenAnswer.status(503, "{}"));
            peers.refuseNext();
            assertThat(TokenPeers.api(clients).response().blockingGet().getStatus())
                    .isEqualTo(401);
            assertThat(TokenPeers.api(clients).get().blockingGet()).isEqualTo("ok");
            assertThat(peers.provider().heads()).hasSize(2);
        }
    }

    @Test
    void aCallThatWaitsMeanwhileGetsTheKeptToken() throws Exception {
        try (Clients clients = peers.clients(Map.of())) {
            assertThat(TokenPeers.api(clients).get().blockingGet()).isEqualTo("ok");
            peers.provider().awaitAsked(1);
            peers.provider().answer(TokenAnswer.status(503, "{}"));
            peers.provider().hold();
            peers.refuseNext();
            final TestObserver<String> refused = TokenPeers.api(clients).get().test();
            peers.provider().awaitAsked(1);
            final TestObserver<String> other = TokenPeers.api(clients).get().test();
            peers.provider().release();
            refused.awaitDone(30, TimeUnit.SECONDS).assertError(RemoteProblemException.class);
            other.awaitDone(30, TimeUnit.SECONDS).assertValue("ok");
        }
    }
}
