package org.jzenith.security.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jzenith.security.jwt.ProtectedServer.eventually;
import static org.jzenith.security.jwt.ProviderServer.text;
import static org.jzenith.security.jwt.Tokens.AUDIENCE;
import static org.jzenith.security.jwt.Tokens.ISSUER;
import static org.jzenith.security.jwt.Tokens.RSA;
import static org.jzenith.security.jwt.Tokens.rs256;

import com.nimbusds.jose.jwk.JWKSet;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.core.PluginSource;

/** Opaque tokens, about which a provider is asked. */
final class IntrospectionTest {

    /** {@code shop:a b&c}, each part form-encoded. */
    private static final String CREDENTIALS = "Basic c2hvcDphK2IlMjZj";

    @TempDir
    private Path folder;

    private static ProtectedServer start(final ProviderServer provider, final Object... more) {
        return start(provider, new PluginSource[] {IntrospectionPlugin.create()}, more);
    }

    private static ProtectedServer start(
            final ProviderServer provider, final PluginSource[] mechanisms, final Object... more) {
        final Map<String, Object> settings = new HashMap<>();
        settings.put("introspection.url", provider.url());
        settings.put("introspection.client-id", "shop");
        settings.put("introspection.client-secret", "a b&c");
        settings.put("introspection.timeout", "10s");
        for (int i = 0; i < more.length; i += 2) {
            settings.put((String) more[i], more[i + 1]);
        }
        return ProtectedServer.of(settings, binder -> {}, mechanisms);
    }

    private static JsonObject active() {
        return new JsonObject()
                .put("active", true)
                .put("sub", "ann")
                .put("iss", ISSUER)
                .put("aud", AUDIENCE)
                .put("scope", "read write")
                .put("exp", Instant.now().plusSeconds(60).getEpochSecond());
    }

    /** A provider that knows the token {@code good}, and a client. */
    private static Handler<HttpServerRequest> knows(final JsonObject answer) {
        return request -> {
            if (!CREDENTIALS.equals(request.getHeader("Authorization"))) {
                request.response().setStatusCode(401).end();
                return;
            }
            request.setExpectMultipart(true);
            request.endHandler(none -> request.response()
                    .end("good".equals(request.getFormAttribute("token")) ? answer.encode() : "{\"active\":false}"));
        };
    }

    @Test
    void anActiveTokenNamesItsUser() throws Exception {
        try (ProviderServer provider = new ProviderServer(knows(active()));
                ProtectedServer server = start(
                        provider,
                        "introspection.role-claims",
                        "scope",
                        "introspection.issuer",
                        ISSUER,
                        "introspection.audience",
                        "other,shop")) {
            server.assertAccepts("good");
            server.assertAccepts("good");
            assertThat(server.get("/me/all", "Bearer good").body())
                    .startsWith("introspection [read, write] {active=true, sub=ann")
                    .endsWith("} true");
            assertThat(provider.calls()).isEqualTo(1);
            assertThat(server.get("/me").body()).isEqualTo("nobody");
        }
    }

    @Test
    void otherTokensAreRefused() throws Exception {
        try (ProviderServer provider = new ProviderServer(knows(active()));
                ProtectedServer server = start(
                        provider,
                        "introspection.issuer",
                        ISSUER,
                        "introspection.audience",
                        AUDIENCE,
                        "rest.max-header-size",
                        "16K")) {
            server.assertRefuses("bad");
            assertThat(provider.calls()).isEqualTo(1);
            server.assertRefuses("x".repeat(9_000));
            server.assertRefuses("good bad");
            assertThat(server.get("/me", "Bearer good", "Bearer good").statusCode())
                    .isEqualTo(401);
            assertThat(provider.calls()).isEqualTo(1);
        }
        for (final JsonObject wrong : List.of(
                active().put("active", false),
                active().put("exp", Instant.now().minusSeconds(1).getEpochSecond()),
                active().put("iss", "https://evil.example"),
                active().putNull("iss"),
                active().put("aud", "bank"),
                active().putNull("aud"),
                active().putNull("sub"))) {
            try (ProviderServer provider = new ProviderServer(knows(wrong));
                    ProtectedServer server =
                            start(provider, "introspection.issuer", ISSUER, "introspection.audience", AUDIENCE)) {
                server.assertRefuses("good");
            }
        }
    }

    static Stream<Handler<HttpServerRequest>> faults() {
        return Stream.of(
                request -> {}, // hangs
                request -> request.connection().close(),
                text(401, "{\"active\":true,\"sub\":\"ann\"}"),
                text(500, "{\"active\":true,\"sub\":\"ann\"}"),
                text(200, ""),
                text(200, "garbage"),
                text(200, "{}"),
                text(200, "[true]"),
                text(200, "{\"active\":\"true\",\"sub\":\"ann\"}"),
                text(200, "{\"active\":false,\"active\":true,\"sub\":\"ann\"}"),
                text(200, "{\"active\":true,\"sub\":\"ann\",\"exp\":\"never\"}"),
                text(200, "{\"active\":true,\"sub\":\"ann\",\"a\":\"" + "x".repeat(1_000_000) + "\"}"),
                request -> request.response()
                        .setStatusCode(307)
                        .putHeader("Location", "/other")
                        .end());
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aProviderThatFailsIsA503(final Handler<HttpServerRequest> fault) throws Exception {
        try (ProviderServer provider = new ProviderServer(fault);
                ProtectedServer server = start(provider, "introspection.timeout", "1s")) {
            assertThat(server.withToken("good").statusCode()).isEqualTo(503);
            assertThat(server.get("/me").body()).isEqualTo("nobody");
            provider.answer(knows(active()));
            server.assertAccepts("good");
            provider.answer(fault);
            server.assertAccepts("good");
        }
    }

    @Test
    void allThatWaitForOneTokenShareACall() throws Exception {
        final Queue<HttpServerRequest> held = new ConcurrentLinkedQueue<>();
        try (ProviderServer provider = new ProviderServer(held::add);
                ProtectedServer server = start(provider)) {
            final List<CompletableFuture<HttpResponse<String>>> all = IntStream.range(0, 50)
                    .mapToObj(i -> server.send("/me", "Bearer good"))
                    .toList();
            eventually(() -> server.gauge("rest.requests-in-flight").used() == 50);
            assertThat(held).hasSize(1);
            assertThat(server.gauge("introspection.calls").used()).isEqualTo(1);
            held.remove().response().end(active().encode());
            all.forEach(each -> assertThat(each.join().body()).isEqualTo("ann"));
            assertThat(provider.calls()).isEqualTo(1);
            eventually(() -> server.gauge("introspection.calls").used() == 0);
        }
    }

    @Test
    void aRevokedTokenIsRefusedAfterItsTimeInTheCache() throws Exception {
        try (ProviderServer provider = new ProviderServer(knows(active()));
                ProtectedServer server = start(provider, "introspection.cache-for", "0s")) {
            server.assertAccepts("good");
            provider.answer(text(200, "{\"active\":false}"));
            server.assertRefuses("good");
        }
    }

    @Test
    void jwtsAndOpaqueTokensGoToTheirMechanisms() throws Exception {
        final Path file = folder.resolve("keys.json");
        Files.writeString(file, new JWKSet(RSA.toPublicJWK()).toString());
        for (final PluginSource[] order : new PluginSource[][] {
            {JwtPlugin.create(), IntrospectionPlugin.create()}, {IntrospectionPlugin.create(), JwtPlugin.create()}
        }) {
            try (ProviderServer provider = new ProviderServer(knows(active()));
                    ProtectedServer server = start(provider, order, "jwt.key-file", file, "jwt.audience", AUDIENCE)) {
                server.assertAccepts("good");
                server.assertRefuses("bad");
                assertThat(provider.calls()).isEqualTo(2);
                server.assertAccepts(rs256());
                server.assertRefuses(rs256(Tokens.other("first"), Tokens.claims()));
                assertThat(provider.calls()).isEqualTo(2);
            }
        }
    }
}
