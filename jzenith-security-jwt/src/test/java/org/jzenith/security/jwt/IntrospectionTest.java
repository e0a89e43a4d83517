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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
        settings.put("introspection.timeout", "60s");
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

    /** A provider that knows tokens that begin with {@code good}, and a client. */
    private static Handler<HttpServerRequest> knows(final JsonObject answer) {
        return request -> {
            if (!CREDENTIALS.equals(request.getHeader("Authorization"))) {
                request.response().setStatusCode(401).end();
                return;
            }
            request.setExpectMultipart(true);
            request.endHandler(none -> request.response()
                    .end(
                            request.getFormAttribute("token").startsWith("good")
                                    ? answer.encode()
                                    : "{\"active\":false}"));
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
            server.sendHttp2("").join(); // opens the connection
            server.assertRefuses("bad");
            assertThat(provider.calls()).isEqualTo(1);
            server.assertRefuses("x".repeat(9_000));
            server.assertRefuses("good bad");
            assertThat(server.get("/me", "Bearer good", "Bearer good").statusCode())
                    .isEqualTo(401);
            assertThat(provider.calls()).isEqualTo(1);
            final List<JsonObject> wrong = List.of(
                    active().put("active", false),
                    active().put("exp", Instant.now().minusSeconds(1).getEpochSecond()),
                    active().put("iss", "https://evil.example"),
                    active().putNull("iss"),
                    active().put("aud", "bank"),
                    active().putNull("aud"),
                    active().putNull("sub"));
            for (int i = 0; i < wrong.size(); i++) {
                provider.answer(knows(wrong.get(i)));
                server.assertRefuses("good-" + i);
            }
            provider.answer(knows(active()));
            server.assertAccepts("good");
        }
    }

    private static List<Handler<HttpServerRequest>> faults() {
        return List.of(
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

    @Test
    void aProviderThatFailsIsA503() throws Exception {
        try (ProviderServer provider = new ProviderServer(knows(active()));
                ProtectedServer server = start(provider, "introspection.timeout", "3s")) {
            final List<Handler<HttpServerRequest>> faults = faults();
            for (int i = 0; i < faults.size(); i++) {
                final String token = "good-" + i;
                provider.answer(faults.get(i));
                assertThat(server.withToken(token).statusCode()).as(token).isEqualTo(503);
                assertThat(server.get("/me").body()).isEqualTo("nobody");
                provider.answer(knows(active()));
                server.assertAccepts(token);
                provider.answer(faults.get(i));
                server.assertAccepts(token);
            }
        }
    }

    @Test
    void allThatWaitForOneTokenShareACall() throws Exception {
        final Queue<HttpServerRequest> held = new ConcurrentLinkedQueue<>();
        try (ProviderServer provider = new ProviderServer(held::add);
                ProtectedServer server = start(provider)) {
            server.sendHttp2("").join(); // opens the connection
            final List<CompletableFuture<HttpResponse<String>>> all = IntStream.range(0, 50)
                    .mapToObj(i -> server.sendHttp2("Bearer good"))
                    .toList();
            eventually(() -> server.gauge("rest.requests-in-flight").used() == 50 && !held.isEmpty());
            assertThat(held).hasSize(1);
            assertThat(server.gauge("introspection.calls").used()).isEqualTo(1);
            held.remove().response().end(active().encode());
            all.forEach(each -> assertThat(each.join().body()).isEqualTo("ann"));
            assertThat(provider.calls()).isEqualTo(1);
            eventually(() -> server.gauge("introspection.calls").used() == 0);
        }
    }

    private static final class HeldCalls implements Handler<HttpServerRequest> {

        private final Queue<HttpServerRequest> held = new ConcurrentLinkedQueue<>();
        private final Queue<String> tokens = new ConcurrentLinkedQueue<>();

        @Override
        public void handle(final HttpServerRequest request) {
            request.setExpectMultipart(true);
            request.endHandler(none -> {
                tokens.add(request.getFormAttribute("token"));
                held.add(request);
            });
        }

        void release(final int number) {
            eventually(() -> held.size() == 1 && tokens.size() == number);
            final JsonObject answer = List.copyOf(tokens).get(number - 1).startsWith("good")
                    ? active()
                    : new JsonObject().put("active", false);
            held.remove().response().end(answer.encode());
        }
    }

    /** All wait for one connection: first a token that was good before, then one from its network, then those of strangers. */
    @Test
    void knownTokensAndNetworksGoBeforeOthers() throws Exception {
        try (ProviderServer provider = new ProviderServer(knows(active()));
                ProtectedServer server = start(
                        provider,
                        "introspection.cache-for",
                        "0s",
                        "introspection.max-connections",
                        "1",
                        "introspection.max-waiting",
                        "3",
                        "rest.trusted-proxies",
                        "127.0.0.1,::1")) {
            final HeldCalls calls = new HeldCalls();
            assertThat(server.sendFrom("10.0.0.1", "good").join().body()).isEqualTo("ann");
            provider.answer(calls);
            final CompletableFuture<HttpResponse<String>> running = server.sendFrom("10.1.0.1", "bad-1");
            eventually(() -> calls.held.size() == 1);
            final CompletableFuture<HttpResponse<String>> first = server.sendFrom("10.1.0.2", "bad-2");
            eventually(() -> server.gauge("introspection.calls").used() == 2);
            final CompletableFuture<HttpResponse<String>> second = server.sendFrom("10.1.0.3", "bad-3");
            eventually(() -> server.gauge("introspection.calls").used() == 3);
            final CompletableFuture<HttpResponse<String>> third = server.sendFrom("10.1.0.4", "bad-4");
            eventually(() -> server.gauge("introspection.calls").used() == 4);
            assertThat(server.sendFrom("10.1.0.5", "bad-5").join().statusCode())
                    .as("the queue is full")
                    .isEqualTo(503);

            final CompletableFuture<HttpResponse<String>> ofNetwork = server.sendFrom("10.0.0.1", "good-2");
            assertThat(third.join().statusCode()).as("the newest makes room").isEqualTo(503);
            final CompletableFuture<HttpResponse<String>> known = server.sendFrom("10.0.0.9", "good");
            assertThat(second.join().statusCode()).isEqualTo(503);
            for (int i = 1; i <= 4; i++) {
                calls.release(i);
            }
            assertThat(known.join().body()).isEqualTo("ann");
            assertThat(ofNetwork.join().body()).isEqualTo("ann");
            assertThat(running.join().statusCode()).isEqualTo(401);
            assertThat(first.join().statusCode()).isEqualTo(401);
            assertThat(calls.tokens).containsExactly("bad-1", "good", "good-2", "bad-2");
        }
    }

    @Test
    void aTokenThatIsNotActiveAnyMoreIsNotKnown() throws Exception {
        try (ProviderServer provider = new ProviderServer(knows(active()));
                ProtectedServer server = start(
                        provider,
                        "introspection.cache-for",
                        "0s",
                        "introspection.max-cached-refusals",
                        "0",
                        "introspection.max-connections",
                        "1",
                        "rest.trusted-proxies",
                        "127.0.0.1,::1")) {
            assertThat(server.sendFrom("10.0.0.1", "good").join().body()).isEqualTo("ann");
            provider.answer(text(200, "{\"active\":false}"));
            assertThat(server.sendFrom("10.0.0.1", "good").join().statusCode()).isEqualTo(401);
            final HeldCalls calls = new HeldCalls();
            provider.answer(calls);
            final List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
            for (final String token : List.of("bad-1", "bad-2", "good")) {
                all.add(server.sendFrom("10.1.0." + all.size(), token));
                eventually(() -> server.gauge("introspection.calls").used() == all.size());
            }
            for (int i = 1; i <= 3; i++) {
                calls.release(i);
            }
            all.forEach(CompletableFuture::join);
            assertThat(calls.tokens).containsExactly("bad-1", "bad-2", "good");
        }
    }

    /** After 200 unknown tokens in a second, those of the network are checked last, and none is refused unchecked. */
    @Test
    void unknownTokensOfANetworkDoNotStopItsOthers() throws Exception {
        final int burst = 250;
        try (ProviderServer provider = new ProviderServer(knows(active()));
                ProtectedServer server = start(
                        provider,
                        "introspection.cache-for",
                        "0s",
                        "introspection.max-connections",
                        burst,
                        "rest.http2.max-streams",
                        burst)) {
            server.assertAccepts("good");
            final HeldCalls calls = new HeldCalls();
            provider.answer(calls);
            server.sendHttp2("").join(); // opens the connection
            final List<CompletableFuture<HttpResponse<String>>> all = IntStream.range(0, burst)
                    .mapToObj(i -> server.sendHttp2("Bearer bad-" + i))
                    .toList();
            eventually(() -> calls.held.size() == burst);
            provider.answer(text(200, active().encode()));
            calls.held.forEach(each -> each.response().end("{\"active\":false}"));
            all.forEach(each -> assertThat(each.join().statusCode()).isEqualTo(401));
            server.assertAccepts("new");
            server.assertAccepts("good");
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
                server.sendHttp2("").join(); // opens the connection
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
