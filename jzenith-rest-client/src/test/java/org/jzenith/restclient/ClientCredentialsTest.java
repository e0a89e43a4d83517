package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Flowable;
import io.reactivex.observers.TestObserver;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.restclient.TokenPeer.TokenAnswer;
import org.jzenith.restclient.response.RemoteProblemException;

/** Access tokens by client credentials: one fetch for all callers, renewal, and refusals by the service. */
final class ClientCredentialsTest {

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
    void allCallersWaitForOneTokenAndShareIt() throws Exception {
        try (Clients clients = peers.clients(Map.of("client-credentials.scope", "read write"))) {
            peers.provider().hold();
            final List<TestObserver<String>> calls = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                calls.add(TokenPeers.api(clients).get().test());
            }
            final TestObserver<String> left = TokenPeers.api(clients).get().test();
            peers.provider().awaitAsked(1);
            left.dispose();
            assertThat(clients.used()).isZero();
            peers.provider().release();
            for (final TestObserver<String> call : calls) {
                call.awaitDone(30, TimeUnit.SECONDS).assertValue("ok");
            }
            assertThat(TokenPeers.api(clients).get().blockingGet()).isEqualTo("ok");
            left.assertNotTerminated();
        }
        assertThat(peers.provider().forms()).containsExactly("grant_type=client_credentials&scope=read+write");
        assertThat(peers.provider().heads().get(0))
                .startsWith("POST /token HTTP/1.1")
                .contains("Authorization: Basic c2hvcCUzQTE6aHVudGVyMislMjY=\r\n")
                .doesNotContain("X-Request");
        assertThat(peers.heads())
                .hasSize(21)
                .allSatisfy(head -> assertThat(head).contains("Authorization: Bearer "));
    }

    @Test
    void aCallThatHasWaitedGoesOnInItsRequest() throws Exception {
        try (Clients clients = peers.clients(Map.of())) {
            peers.provider().hold();
            final List<CompletableFuture<HttpResponse<String>>> requests = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                // each client has a connection of its own, and so its event loop
                requests.add(TokenPeers.request(clients, "shop-" + i));
            }
            peers.provider().awaitAsked(1);
            peers.provider().release();
            for (final CompletableFuture<HttpResponse<String>> request : requests) {
                assertThat(request.get(30, TimeUnit.SECONDS).body()).isEqualTo("ok");
            }
        }
        assertThat(peers.heads())
                .extracting(head -> head.replaceAll("(?s).*X-Request-Id: (\\S+).*", "$1"))
                .containsExactlyInAnyOrder("shop-0", "shop-1", "shop-2", "shop-3");
        assertThat(peers.provider().heads())
                .hasSize(1)
                .allSatisfy(head -> assertThat(head).doesNotContain("shop-"));
    }

    @Test
    void aTokenIsRenewedBeforeItExpiresWhileCallsGoOn() {
        try (Clients clients = peers.clients(Map.of())) {
            peers.provider().answer(TokenAnswer.issue(2));
            while (peers.provider().issued() < 3) {
                assertThat(TokenPeers.api(clients).get().blockingGet()).isEqualTo("ok");
            }
        }
    }

    @Test
    void aKeptTokenIsUsedWhileTheProviderIsAway() {
        boolean inTime = false;
        while (!inTime) {
            try (Clients clients = peers.clients(Map.of())) {
                final long begun = System.nanoTime();
                peers.provider().answer(TokenAnswer.issue(4));
                assertThat(TokenPeers.api(clients).get().blockingGet()).isEqualTo("ok");
                peers.provider().answer(TokenAnswer.status(503, "{}"));
                final int before = peers.provider().heads().size();
                while (peers.provider().heads().size() == before) {
                    TokenPeers.ended(TokenPeers.api(clients).get());
                }
                final TestObserver<String> call =
                        TokenPeers.ended(TokenPeers.api(clients).get());
                // on a busy machine the token may have expired
                inTime = System.nanoTime() - begun < TimeUnit.SECONDS.toNanos(4);
                if (inTime) {
                    call.assertValue("ok");
                }
            }
        }
    }

    @Test
    void aRefusedTokenIsReplacedAndTheCallIsSentOnceMore() {
        for (final String call : List.of("get", "post", "response")) {
            try (Clients clients = peers.clients(Map.of())) {
                assertThat(TokenPeers.api(clients).get().blockingGet()).isEqualTo("ok");
                peers.provider().revoke();
                switch (call) {
                    case "get" ->
                        assertThat(TokenPeers.api(clients).get().blockingGet()).isEqualTo("ok");
                    case "post" ->
                        assertThat(TokenPeers.api(clients).post("body").blockingGet())
                                .isEqualTo("ok");
                    default ->
                        assertThat(TokenPeers.api(clients)
                                        .response()
                                        .blockingGet()
                                        .getStatus())
                                .isEqualTo(200);
                }
            }
        }
        assertThat(peers.provider().issued()).isEqualTo(6);
        assertThat(peers.heads()).hasSize(9);
    }

    @Test
    void aStreamedBodyIsNotSentAgainButTheNextCallHasANewToken() {
        try (Clients clients = peers.clients(Map.of())) {
            assertThat(TokenPeers.api(clients).get().blockingGet()).isEqualTo("ok");
            peers.provider().revoke();
            assertThatThrownBy(() -> TokenPeers.api(clients)
                            .upload(Flowable.just(Buffer.buffer("piece")))
                            .blockingAwait())
                    .isInstanceOfSatisfying(
                            RemoteProblemException.class,
                            problem -> assertThat(problem.status()).isEqualTo(401));
            assertThat(TokenPeers.api(clients).get().blockingGet()).isEqualTo("ok");
        }
        assertThat(peers.provider().issued()).isEqualTo(2);
    }

    @Test
    void aServiceThatRefusesEachTokenDoesNotMakeEachCallFetchOne() {
        final long begun = System.nanoTime();
        try (Clients clients = peers.clients(Map.of())) {
            peers.provider().refuseAll();
            for (int i = 0; i < 50; i++) {
                TokenPeers.ended(TokenPeers.api(clients).get()).assertError(RemoteProblemException.class);
            }
        }
        assertThat((long) peers.provider().issued())
                .isLessThanOrEqualTo(
                        2 + Duration.ofNanos(System.nanoTime() - begun).toSeconds());
    }

    @Test
    void aRedirectToAnotherHostIsNotFollowedWithTheToken() {
        try (Clients clients = peers.clients(Map.of())) {
            TokenPeers.ended(TokenPeers.api(clients).at("moved")).assertError(RemoteProblemException.class);
        }
        assertThat(peers.provider().heads()).hasSize(1);
    }

    /** Its parts may be secrets. */
    @Test
    void theTokenEndpointMayHaveAQueryWhichErrorsDoNotName() {
        final String url = peers.provider().url() + "token";
        try (Clients clients = peers.clients(Map.of("client-credentials.token-url", url + "?tenant=hunter2"))) {
            assertThat(TokenPeers.api(clients).get().blockingGet()).isEqualTo("ok");
        }
        assertThat(peers.provider().heads().get(0)).startsWith("POST /token?tenant=hunter2 HTTP/1.1\r\n");
        peers.provider().answer(TokenAnswer.status(400, "{}"));
        try (Clients clients = peers.clients(Map.of("client-credentials.token-url", url + "?tenant=hunter2"))) {
            TokenPeers.ended(TokenPeers.api(clients).get())
                    .assertError(error -> error.getMessage().contains(url + " refused"));
        }
    }

    @Test
    void aParameterReplacesTheToken() {
        try (Clients clients = peers.clients(Map.of())) {
            TokenPeers.ended(TokenPeers.api(clients).as("Bearer own")).assertError(RemoteProblemException.class);
        }
        assertThat(peers.heads())
                .hasSize(1)
                .allSatisfy(head -> assertThat(head).contains("Authorization: Bearer own\r\n"));
        assertThat(peers.provider().heads()).isEmpty();
    }
}
