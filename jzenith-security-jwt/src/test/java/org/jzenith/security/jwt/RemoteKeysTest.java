package org.jzenith.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.security.jwt.ProtectedServer.eventually;
import static org.jzenith.security.jwt.ProviderServer.jwks;
import static org.jzenith.security.jwt.ProviderServer.text;
import static org.jzenith.security.jwt.Tokens.ISSUER;
import static org.jzenith.security.jwt.Tokens.RSA;
import static org.jzenith.security.jwt.Tokens.claims;
import static org.jzenith.security.jwt.Tokens.rs256;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.security.observe.SecurityEvent;

/** Keys of a provider that rotates them, and of one that fails in all ways. */
final class RemoteKeysTest {

    private static final RSAKey SECOND = Tokens.other("second");
    private static final AtomicLong SENT = new AtomicLong();

    private static ProtectedServer start(final ProviderServer provider, final Object... more) {
        final Map<String, Object> settings = new HashMap<>();
        settings.put("jwt.jwks-url", provider.url());
        settings.put("jwt.issuer", ISSUER);
        settings.put("jwt.timeout", "60s");
        for (int i = 0; i < more.length; i += 2) {
            settings.put((String) more[i], more[i + 1]);
        }
        return ProtectedServer.of(settings);
    }

    private static boolean isReady(final ProtectedServer server) {
        return server.send("/health/ready").join().statusCode() == 200;
    }

    /** The faults that differ from each other while the application starts. */
    static Stream<Handler<HttpServerRequest>> faultsAtTheStart() {
        return Stream.of(
                request -> {}, // hangs
                request -> request.connection().close(),
                text(200, "{\"keys\":[]}"),
                text(500, new JWKSet(SECOND.toPublicJWK()).toString()),
                RemoteKeysTest::endless);
    }

    private static List<Handler<HttpServerRequest>> faults() {
        return Stream.concat(
                        faultsAtTheStart(),
                        Stream.of(
                                // hangs after the begin
                                request -> request.response().setChunked(true).write("{\"keys\":["),
                                text(200, "garbage"),
                                text(200, ""),
                                text(200, "{\"keys\":[{\"kty\":\"RSA\"}]}"),
                                text(200, "{\"keys\":" + "[".repeat(100_000)),
                                text(200, new JWKSet(weak()).toString()),
                                text(404, new JWKSet(SECOND.toPublicJWK()).toString()),
                                redirect()))
                .toList();
    }

    private static RSAKey weak() {
        final java.math.BigInteger modulus =
                java.math.BigInteger.ONE.shiftLeft(1_023).add(java.math.BigInteger.ONE);
        return new RSAKey.Builder(
                        com.nimbusds.jose.util.Base64URL.encode(modulus),
                        com.nimbusds.jose.util.Base64URL.encode(new byte[] {3}))
                .keyID("second")
                .build();
    }

    private static Handler<HttpServerRequest> redirect() {
        return request -> {
            if (request.path().equals("/other")) {
                jwks(SECOND.toPublicJWK()).handle(request);
            } else {
                request.response()
                        .setStatusCode(302)
                        .putHeader("Location", "/other")
                        .end();
            }
        };
    }

    /** Sends a gigabyte. */
    private static void endless(final HttpServerRequest request) {
        request.response().setChunked(true);
        final Buffer part = Buffer.buffer(new byte[65_536]);
        final Runnable more = () -> {
            while (!request.response().closed()
                    && !request.response().ended()
                    && !request.response().writeQueueFull()
                    && SENT.get() < 1_000_000_000) {
                SENT.addAndGet(part.length());
                request.response().write(part);
            }
        };
        request.response().drainHandler(none -> more.run());
        more.run();
    }

    @Test
    void theLastGoodKeysStayValidWhileTheProviderFails() throws Exception {
        SENT.set(0);
        try (ProviderServer provider = new ProviderServer(jwks(RSA.toPublicJWK()));
                ProtectedServer server = start(provider, "jwt.min-refresh-interval", "1ms", "jwt.timeout", "1s")) {
            eventually(() -> isReady(server));
            server.assertAccepts(rs256());
            for (final Handler<HttpServerRequest> fault : faults()) {
                provider.answer(fault);
                final int before = provider.calls();
                assertThat(server.withToken(unseen(SECOND)).statusCode())
                        .as("nobody knows whether the key exists")
                        .isEqualTo(503);
                assertThat(provider.calls()).isGreaterThan(before);
                server.assertAccepts(unseen(RSA));
                final HttpResponse<String> health = server.send("/health/ready").join();
                assertThat(health.statusCode()).isEqualTo(200);
                assertThat(health.body()).contains("{\"name\":\"jwt\",\"status\":\"DEGRADED\"}");
                assertThat(SENT.get()).isLessThan(500_000_000);
                provider.answer(jwks(SECOND.toPublicJWK()));
                final String later = unseen(SECOND);
                eventually(() -> server.withToken(later).statusCode() == 200);
                eventually(() ->
                        server.send("/health/ready").join().body().contains("{\"name\":\"jwt\",\"status\":\"UP\"}"));
                provider.answer(jwks(RSA.toPublicJWK()));
                final String again = unseen(RSA);
                eventually(() -> server.withToken(again).statusCode() == 200);
            }
        }
    }

    /** Returns a token that is in no cache. */
    private static String unseen(final RSAKey key) {
        return rs256(key, claims().jwtID(UUID.randomUUID().toString()));
    }

    @ParameterizedTest
    @MethodSource("faultsAtTheStart")
    void theStartDoesNotNeedTheProvider(final Handler<HttpServerRequest> fault) throws Exception {
        SENT.set(0);
        try (ProviderServer provider = new ProviderServer(fault);
                ProtectedServer server = start(provider, "jwt.min-refresh-interval", "20ms", "jwt.timeout", "1s")) {
            assertThat(server.get("/me").statusCode()).isEqualTo(200);
            assertThat(server.withToken(rs256()).statusCode()).isEqualTo(503);
            assertThat(isReady(server)).isFalse();
            provider.answer(jwks(RSA.toPublicJWK()));
            eventually(() -> isReady(server));
            server.assertAccepts(rs256());
        }
    }

    @Test
    void allThatWaitForAnUnknownKeyShareOneFetch() throws Exception {
        try (ProviderServer provider = new ProviderServer(jwks(RSA.toPublicJWK()));
                ProtectedServer server = start(provider, "jwt.min-refresh-interval", "1ms")) {
            eventually(() -> !changes(server).isEmpty());
            server.assertAccepts(rs256());
            assertThat(provider.calls()).isEqualTo(1);
            server.sendHttp2("").join(); // opens the connection
            final CompletableFuture<HttpServerRequest> held = new CompletableFuture<>();
            provider.answer(held::complete);
            final List<CompletableFuture<HttpResponse<String>>> all = IntStream.range(0, 50)
                    .mapToObj(i -> server.sendHttp2("Bearer " + rs256(SECOND, claims().jwtID("" + i))))
                    .toList();
            final HttpServerRequest fetch = held.join();
            eventually(() -> server.gauge("rest.requests-in-flight").used() == 50);
            jwks(RSA.toPublicJWK(), SECOND.toPublicJWK()).handle(fetch);
            all.forEach(each -> assertThat(each.join().body()).isEqualTo("ann"));
            assertThat(provider.calls()).isEqualTo(2);
        }
    }

    @Test
    void unknownKeysCannotMakeTheServerAskTheProviderAgainAndAgain() throws Exception {
        try (ProviderServer provider = new ProviderServer(jwks(RSA.toPublicJWK()));
                ProtectedServer server =
                        start(provider, "jwt.min-refresh-interval", "60s", "rest.trusted-proxies", "127.0.0.1,::1")) {
            assertThat(server.sendFrom("10.0.0.1", rs256()).join().body()).isEqualTo("ann");
            for (int i = 0; i < 10; i++) {
                final HttpResponse<String> response = server.sendFrom(
                                "10.1.0.1", rs256(Tokens.other("stranger " + i), claims()))
                        .join();
                assertThat(response.statusCode()).isEqualTo(503);
                assertThat(response.headers().firstValueAsLong("Retry-After").orElseThrow())
                        .isBetween(1L, 60L);
            }
            assertThat(provider.calls()).isEqualTo(1);
            provider.answer(jwks(RSA.toPublicJWK(), SECOND.toPublicJWK()));
            assertThat(server.sendFrom("10.0.0.1", rs256(SECOND, claims()))
                            .join()
                            .body())
                    .as("a known network's fetch")
                    .isEqualTo("ann");
            assertThat(provider.calls()).isEqualTo(2);
        }
    }

    @Test
    void aStrangersKeyIsRefusedWhenAFetchHasLookedForIt() throws Exception {
        try (ProviderServer provider = new ProviderServer(jwks(RSA.toPublicJWK()));
                ProtectedServer server = start(provider, "jwt.min-refresh-interval", "1s")) {
            server.assertAccepts(rs256());
            final String stranger = rs256(SECOND, claims());
            eventually(() -> server.withToken(stranger).statusCode() == 401);
            assertThat(provider.calls()).isEqualTo(2);
            server.assertRefuses(stranger);
        }
    }

    @Test
    void aTokenOfANewKeyIsNeverRefusedAlthoughAStrangerHasUsedUpTheFetch() throws Exception {
        try (ProviderServer provider = new ProviderServer(jwks(RSA.toPublicJWK()));
                ProtectedServer server = start(provider, "jwt.min-refresh-interval", "1s")) {
            server.assertAccepts(rs256());
            final String stranger = rs256(Tokens.other("stranger"), claims());
            final long begin = System.nanoTime();
            eventually(() -> server.withToken(stranger).statusCode() == 401);
            provider.answer(jwks(RSA.toPublicJWK(), SECOND.toPublicJWK()));
            final Set<Integer> statuses = new LinkedHashSet<>();
            statuses.add(server.withToken(unseen(SECOND)).statusCode());
            // On a slow machine, the next fetch may be due already.
            if (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(1)) {
                assertThat(statuses).containsExactly(503);
            }
            eventually(() -> {
                statuses.add(server.withToken(unseen(SECOND)).statusCode());
                return statuses.contains(200);
            });
            assertThat(statuses).isSubsetOf(503, 200);
            assertThat(provider.calls()).isEqualTo(3);
        }
    }

    @Test
    void aTokenIsForgottenWhenItsKeyGoes() throws Exception {
        try (ProviderServer provider = new ProviderServer(jwks(RSA.toPublicJWK()));
                ProtectedServer server = start(provider, "jwt.min-refresh-interval", "1ms")) {
            final String old = rs256();
            server.assertAccepts(old);
            provider.answer(jwks(RSA.toPublicJWK(), SECOND.toPublicJWK()));
            server.assertAccepts(rs256(SECOND, claims()));
            server.assertAccepts(old);
            provider.answer(jwks(SECOND.toPublicJWK()));
            assertThat(server.withToken(rs256(Tokens.rsa("third"), claims())).statusCode())
                    .isEqualTo(401);
            server.assertRefuses(old);
            assertThat(changes(server))
                    .containsExactly(
                            new SecurityEvent.KeysChanged(provider.url(), 1),
                            new SecurityEvent.KeysChanged(provider.url(), 2),
                            new SecurityEvent.KeysChanged(provider.url(), 1));
        }
    }

    @Test
    void aRefusedTokenIsAcceptedWhenItsKeyArrives() throws Exception {
        try (ProviderServer provider = new ProviderServer(jwks(RSA.toPublicJWK()));
                ProtectedServer server = start(provider, "jwt.min-refresh-interval", "1ms")) {
            final String early = rs256(SECOND, claims());
            server.assertRefuses(early);
            provider.answer(jwks(SECOND.toPublicJWK()));
            server.assertAccepts(rs256(SECOND, claims().jwtID("other")));
            server.assertAccepts(early);
        }
    }

    @Test
    void theKeysAreFetchedAtIntervals() throws Exception {
        try (ProviderServer provider = new ProviderServer(jwks(RSA.toPublicJWK()));
                ProtectedServer server =
                        start(provider, "jwt.refresh-interval", "20ms", "jwt.min-refresh-interval", "1ms")) {
            eventually(() -> isReady(server));
            provider.answer(jwks(RSA.toPublicJWK(), SECOND.toPublicJWK()));
            eventually(() -> changes(server).contains(new SecurityEvent.KeysChanged(provider.url(), 2)));
            provider.answer(text(500, ""));
            final int before = provider.calls();
            eventually(() -> provider.calls() > before + 2);
            server.assertAccepts(rs256());
            eventually(() -> ageOfKeys(server) >= 1);
            provider.answer(jwks(RSA.toPublicJWK()));
            eventually(() -> ageOfKeys(server) == 0);
        }
    }

    @Test
    void aSecretAmongThePublicKeysIsNotUsed() throws Exception {
        final byte[] secret = new byte[32];
        final String keys = new JWKSet(List.of(
                        new OctetSequenceKey.Builder(secret).keyID("first").build(), SECOND.toPublicJWK()))
                .toString(false);
        try (ProviderServer provider = new ProviderServer(text(200, keys));
                ProtectedServer server = start(provider)) {
            server.assertAccepts(rs256(SECOND, claims()));
            server.assertRefuses(Tokens.hs256(secret, claims()));
        }
    }

    private static long ageOfKeys(final ProtectedServer server) {
        return server.gauge("jwt.keys-age").used();
    }

    private static List<SecurityEvent> changes(final ProtectedServer server) {
        return server.events().stream()
                .filter(SecurityEvent.KeysChanged.class::isInstance)
                .toList();
    }
}
