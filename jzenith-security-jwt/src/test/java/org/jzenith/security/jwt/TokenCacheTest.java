package org.jzenith.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.security.jwt.Tokens.AUDIENCE;
import static org.jzenith.security.jwt.Tokens.RSA;
import static org.jzenith.security.jwt.Tokens.claims;
import static org.jzenith.security.jwt.Tokens.rs256;

import com.nimbusds.jose.jwk.JWKSet;
import com.sun.management.ThreadMXBean;
import io.reactivex.Single;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.internal.limit.BoundedCache;
import org.jzenith.security.authentication.WrongCredentialsException;
import org.jzenith.security.jwt.internal.bearer.RefusedTokens;
import org.jzenith.security.jwt.internal.bearer.TokenDigest;
import org.jzenith.security.jwt.internal.bearer.TokenDigester;

/** Tokens are kept, within bounds, and can be revoked. */
final class TokenCacheTest {

    @TempDir
    private Path folder;

    private Map<String, Object> settings() throws Exception {
        final Path file = folder.resolve("keys.json");
        Files.writeString(file, new JWKSet(RSA.toPublicJWK()).toString());
        return Map.of(
                "jwt.key-file",
                file,
                "jwt.audience",
                AUDIENCE,
                "jwt.max-cached-tokens",
                20,
                "jwt.max-cached-refusals",
                50);
    }

    @Test
    void badTokensDoNotDisplaceGoodOnes() throws Exception {
        try (ProtectedServer server = ProtectedServer.of(settings())) {
            final String good = rs256();
            server.assertAccepts(good);
            final String other = rs256(Tokens.other("first"), claims());
            for (int i = 0; i < 200; i++) {
                final String bad = i % 2 == 0 ? other.replace(".", i + ".") : "opaque" + i;
                assertThat(server.withToken(bad).statusCode()).isEqualTo(401);
            }
            assertThat(server.gauge("jwt.cached-tokens").used()).isEqualTo(1);
            assertThat(server.gauge("jwt.cached-refusals").used()).isBetween(20L, 50L);
            for (int i = 0; i < 60; i++) {
                server.assertAccepts(rs256(claims().jwtID("" + i)));
            }
            assertThat(server.gauge("jwt.cached-tokens").used()).isBetween(10L, 20L);
        }
    }

    @Test
    void aNetworkThatSendsWrongProofsIsStoppedForASecondAndKeepsItsKnownTokens() throws Exception {
        final java.util.HashMap<String, Object> all = new java.util.HashMap<>(settings());
        all.put("jwt.max-failed-proofs", 3);
        try (ProtectedServer server = ProtectedServer.of(all)) {
            final String good = rs256();
            server.assertAccepts(good);
            final com.nimbusds.jose.jwk.RSAKey other = Tokens.other("first");
            final List<Integer> statuses = new java.util.ArrayList<>();
            while (statuses.size() < 500 && !statuses.contains(503)) {
                statuses.add(server.withToken(rs256(other, claims().jwtID("" + statuses.size())))
                        .statusCode());
            }
            assertThat(statuses).startsWith(401, 401, 401).endsWith(503);
            server.assertAccepts(good);
            final String fresh = rs256(claims().jwtID("fresh"));
            ProtectedServer.eventually(
                    () -> server.send("/me", "Bearer " + fresh).join().statusCode() == 200);
        }
    }

    @Test
    void aCachedTokenExpires() throws Exception {
        final java.util.HashMap<String, Object> all = new java.util.HashMap<>(settings());
        all.put("jwt.clock-skew", "0s");
        try (ProtectedServer server = ProtectedServer.of(all)) {
            final Instant end = Instant.now().plusSeconds(2);
            final String token = rs256(claims(3));
            server.assertAccepts(token);
            ProtectedServer.eventually(
                    () -> Instant.now().isAfter(end) && server.withToken(token).statusCode() == 401);
            server.assertRefuses(token);
        }
    }

    @Test
    void aTokenThatExpired61SecondsAgoIsRefusedWithTheLargestSkew() throws Exception {
        final java.util.HashMap<String, Object> all = new java.util.HashMap<>(settings());
        all.put("jwt.clock-skew", "60s");
        try (ProtectedServer server = ProtectedServer.of(all)) {
            server.assertAccepts(rs256(claims(-50)));
            server.assertRefuses(rs256(claims(-61)));
        }
    }

    @Test
    void aRevokedTokenIsRefusedThoughItIsCached() throws Exception {
        final Set<String> revoked = ConcurrentHashMap.newKeySet();
        try (ProtectedServer server = ProtectedServer.of(
                settings(),
                binder -> binder.bind(TokenRevocation.class)
                        .toInstance(id -> Single.fromCallable(() -> {
                            if (id.equals("broken")) {
                                throw new IllegalStateException("The table is away.");
                            }
                            return revoked.contains(id);
                        })),
                JwtPlugin.create())) {
            final String token = rs256(claims().jwtID("7"));
            server.assertAccepts(token);
            revoked.add("7");
            server.assertRefuses(token);
            revoked.clear();
            server.assertAccepts(token);
            server.assertRefuses(rs256());
            assertThat(server.withToken(rs256(claims().jwtID("broken"))).statusCode())
                    .isEqualTo(500);
        }
    }

    @Test
    void manyRefusalsNeedTheMemoryOfTheLimit() {
        final RefusedTokens refused = new RefusedTokens(500);
        final WrongCredentialsException reason =
                new WrongCredentialsException("The token's signature does not match any key.");
        for (int i = 0; i < 50_000; i++) {
            refused.add(new TokenDigest(i * 0x9E3779B97F4A7C15L, i, 0, 0, true), reason)
                    .test()
                    .assertError(reason);
            if (i % 1_000 == 0) {
                assertThat(refused.size()).isLessThanOrEqualTo(500);
            }
        }
    }

    @Test
    void theDigestIsSha256AndALookUpAllocatesLittle() throws Exception {
        final String token = rs256();
        final String field = "Bearer " + token;
        final TokenDigester digester = new TokenDigester();
        final TokenDigest digest = digester.digest(field, 7);
        final java.nio.ByteBuffer expected = java.nio.ByteBuffer.wrap(
                MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.US_ASCII)));
        assertThat(List.of(digest.first(), digest.second(), digest.third(), digest.fourth()))
                .containsExactly(expected.getLong(), expected.getLong(), expected.getLong(), expected.getLong());
        assertThat(digest.isJwt()).isTrue();

        final BoundedCache<TokenDigest, String> cache = new BoundedCache<>(100);
        cache.put(digest, "value");
        final int rounds = 20_000;
        lookUp(digester, cache, field, rounds);
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final long before =
                threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        lookUp(digester, cache, field, rounds);
        final long bytes =
                threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        assertThat(bytes / rounds).as("bytes a look-up").isLessThan(128);
    }

    private static void lookUp(
            final TokenDigester digester,
            final BoundedCache<TokenDigest, String> cache,
            final String field,
            final int rounds) {
        for (int i = 0; i < rounds; i++) {
            if (cache.get(digester.digest(field, 7)) == null) {
                throw new AssertionError("It is not cached.");
            }
        }
    }
}
