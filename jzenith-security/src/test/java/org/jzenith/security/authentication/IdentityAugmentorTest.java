package org.jzenith.security.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import io.vertx.core.http.HttpVersion;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.core.context.Identity;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.security.SecuredServer;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.authorization.Access;
import org.jzenith.security.observe.SecurityEvent;

/** Augmentors through real sockets. */
final class IdentityAugmentorTest {

    private static SecurityPlugin plugin() {
        return SecurityPlugin.create()
                .withApiKeys(digest ->
                        io.reactivex.Maybe.just(Identity.of("ann", "api-key").withAttribute("key", digest)));
    }

    /** An unavailable table. */
    private static final class Away extends RuntimeException implements TemporarilyUnavailable {

        private static final long serialVersionUID = 1L;
    }

    private static SecuredServer server(final SecurityPlugin plugin) {
        return SecuredServer.of(plugin, Map.of());
    }

    private static SecuredServer.Answer ask(final SecuredServer server, final String path) throws Exception {
        return server.get(path, "X-API-Key", "any");
    }

    @ParameterizedTest
    @EnumSource(
            value = HttpVersion.class,
            names = {"HTTP_1_1", "HTTP_2"})
    void augmentorsRunInTheirOrderBeforeThePermissions(final HttpVersion version) throws Exception {
        final SecurityPlugin plugin = plugin().withPath("/", Access.roles("admin"))
                .withAugmentor(identity ->
                        Single.just(identity.withRoles(List.of("clerk"))).subscribeOn(Schedulers.computation()))
                .withAugmentor(identity ->
                        Single.just(identity.hasRole("clerk") ? identity.withRoles(List.of("admin")) : identity));
        try (SecuredServer server = server(plugin)) {
            for (final String path : List.of("/who", "/blocking", "/mount")) {
                assertThat(server.send(version, "GET", path, "X-API-Key", "any").body())
                        .isEqualTo("ann (api-key, roles admin)");
            }
            assertThat(server.send(version, "GET", "/files/hello.txt", "X-API-Key", "any")
                            .status())
                    .isEqualTo(200);
            assertThat(server.events())
                    .filteredOn(SecurityEvent.Authenticated.class::isInstance)
                    .isNotEmpty()
                    .allMatch(event -> ((SecurityEvent.Authenticated) event)
                            .identity()
                            .roles()
                            .equals(java.util.Set.of("admin")));
        }
    }

    @Test
    void anonymousClientsAreNotAugmented() throws Exception {
        final AtomicInteger calls = new AtomicInteger();
        try (SecuredServer server = server(plugin().withAugmentor(identity -> {
            calls.incrementAndGet();
            return Single.just(identity);
        }))) {
            assertThat(server.get("/who").body()).isEqualTo("nobody");
            assertThat(calls).hasValue(0);
        }
    }

    @Test
    void errorsOfAnAugmentorKeepTheRequestOut() throws Exception {
        final Map<Class<? extends RuntimeException>, Integer> statuses =
                Map.of(WrongCredentialsException.class, 401, Away.class, 503, IllegalStateException.class, 500);
        for (final RuntimeException error : List.of(
                new WrongCredentialsException("The user is locked."), new Away(), new IllegalStateException("bug"))) {
            for (final IdentityAugmentor augmentor :
                    List.<IdentityAugmentor>of(identity -> Single.error(error), identity -> {
                        throw error;
                    })) {
                try (SecuredServer server = server(plugin().withAugmentor(augmentor))) {
                    for (final String path : List.of("/who", "/files/hello.txt", "/mount", "/nothing")) {
                        final SecuredServer.Answer answer = ask(server, path);
                        assertThat(answer.status()).isEqualTo(statuses.get(error.getClass()));
                        assertThat(answer.body()).doesNotContain("locked", "bug");
                    }
                    assertThat(server.get("/who").status()).isEqualTo(200);
                    assertThat(ask(server, "/who").header("Retry-After")).isEqualTo(error instanceof Away ? "1" : "");
                }
            }
        }
    }

    @Test
    void theAugmentationOfAClientThatLeavesIsDisposed() throws Exception {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch disposed = new CountDownLatch(1);
        final SecurityPlugin plugin = plugin().withAugmentor(identity -> Single.<Identity>never()
                .doOnSubscribe(ignored -> begun.countDown())
                .doOnDispose(disposed::countDown));
        try (SecuredServer server = server(plugin)) {
            try (Socket socket = new Socket("localhost", server.port())) {
                final OutputStream out = socket.getOutputStream();
                out.write("GET /who HTTP/1.1\r\nHost: localhost\r\nX-API-Key: any\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII));
                out.flush();
                assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(disposed.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static int callsForTwoRequests(final Map<String, Object> settings, final String... keys) throws Exception {
        final AtomicInteger calls = new AtomicInteger();
        final SecurityPlugin plugin = plugin().withAugmentor(identity -> Single.fromCallable(() -> {
            if (calls.incrementAndGet() == 1 && keys[0].equals("fails")) {
                throw new Away();
            }
            return identity.withRoles(List.of("clerk"));
        }));
        try (SecuredServer server = SecuredServer.of(plugin, settings)) {
            for (final String key : keys) {
                final SecuredServer.Answer answer = server.get("/who", "X-API-Key", key);
                if (answer.status() == 200) {
                    assertThat(answer.body()).isEqualTo("ann (api-key, roles clerk)");
                }
            }
        }
        return calls.get();
    }

    @Test
    void resultsAreRememberedIfTheSettingAsksForIt() throws Exception {
        assertThat(callsForTwoRequests(Map.of(), "a", "a")).isEqualTo(2);
        final Map<String, Object> cached = Map.of("security.augmentation.cache-time", "60s");
        assertThat(callsForTwoRequests(cached, "a", "a")).isEqualTo(1);
        assertThat(callsForTwoRequests(cached, "a", "b"))
                .as("identities with other attributes")
                .isEqualTo(2);
        assertThat(callsForTwoRequests(cached, "fails", "fails", "fails"))
                .as("errors are not remembered")
                .isEqualTo(2);
        assertThat(callsForTwoRequests(
                        Map.of("security.augmentation.cache-time", "60s", "security.augmentation.cache-size", 1),
                        "a",
                        "b",
                        "a"))
                .isEqualTo(3);
    }

    @Test
    void aMinuteIsTheLongestTimeThatAResultIsRemembered() {
        assertThatThrownBy(() -> SecuredServer.of(plugin(), Map.of("security.augmentation.cache-time", "61s")))
                .hasMessageContaining("security.augmentation.cache-time");
    }
}
