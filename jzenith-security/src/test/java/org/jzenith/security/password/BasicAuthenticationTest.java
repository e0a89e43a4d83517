package org.jzenith.security.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.password4j.BcryptFunction;
import com.password4j.PBKDF2Function;
import com.password4j.types.Bcrypt;
import com.password4j.types.Hmac;
import io.reactivex.Maybe;
import io.vertx.core.http.HttpVersion;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.problem.StartException;
import org.jzenith.security.SecuredServer;
import org.jzenith.security.SecuredServer.Answer;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.test.internal.log.LogLines;

/** Basic authentication through real sockets. */
final class BasicAuthenticationTest {

    private static final String ANN = PasswordHash.ofPassword("secret of ann");
    private static final String BOB = bcrypt("secret of bob");
    private static final String CID = pbkdf2("sécret ☃:2");
    private static final String CHALLENGE = "Basic realm=\"application\", charset=\"UTF-8\"";

    private static String bcrypt(final String password) {
        return BcryptFunction.getInstance(Bcrypt.B, 5).hash(password).getResult();
    }

    private static String pbkdf2(final String password) {
        final byte[] salt = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
        final byte[] hash = PBKDF2Function.getInstance(Hmac.SHA256, 1000, 256)
                .hash(password.getBytes(StandardCharsets.UTF_8), salt)
                .getBytes();
        final Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
        return "$pbkdf2-sha256$1000$" + base64.encodeToString(salt).replace('+', '.') + "$"
                + base64.encodeToString(hash).replace('+', '.');
    }

    private static Map<String, Object> settings(final Object... more) {
        final Map<String, Object> settings = new HashMap<>(Map.of(
                "security.users.ann.password",
                ANN,
                "security.users.ann.roles",
                "admin,auditor",
                "security.users.bob.password",
                BOB,
                "security.users.\"cid@example.org\".password",
                CID));
        for (int i = 0; i < more.length; i += 2) {
            settings.put((String) more[i], more[i + 1]);
        }
        return settings;
    }

    private static SecurityPlugin plugin() {
        return SecurityPlugin.create().withBasicAuthentication(Users.fromSettings());
    }

    private static long computed(final SecuredServer server) {
        return server.get(HashComputations.class).begun();
    }

    @Test
    void aRightPasswordOfEachKindOfHashNamesItsUser() throws Exception {
        try (LogLines log = LogLines.open();
                SecuredServer server = SecuredServer.of(plugin(), settings())) {
            assertThat(server.as("ann", "secret of ann").body()).isEqualTo("ann (basic, roles admin, auditor)");
            assertThat(server.as("bob", "secret of bob").body()).isEqualTo("bob (basic)");
            assertThat(server.as("cid@example.org", "sécret ☃:2").body()).isEqualTo("cid@example.org (basic)");
            assertThat(server.get("/who").body()).isEqualTo("nobody");
            assertThat(log.events()).noneMatch(line -> line.getLoggerName().startsWith("com.password4j"));
        }
    }

    @Test
    void aWrongPasswordIsAnsweredWithTheChallengeAndWithoutTheReason() throws Exception {
        try (LogLines log = LogLines.open();
                SecuredServer server = SecuredServer.of(plugin(), settings("security.basic.realm", "shop"))) {
            final Answer wrong = server.as("ann", "secret of bob", "X-Request-Id", "wrong-one");
            final Answer unknown = server.as("dan", "secret of bob");
            for (final Answer each : List.of(wrong, unknown)) {
                assertThat(each.status()).isEqualTo(401);
                assertThat(each.header("WWW-Authenticate")).isEqualTo("Basic realm=\"shop\", charset=\"UTF-8\"");
                assertThat(each.body()).contains("The credentials are wrong.").doesNotContain("ann", "dan", "secret");
            }
            assertThat(log.messages())
                    .anyMatch(line -> line.contains("Wrong password for user 'ann'."))
                    .anyMatch(line -> line.contains("There is no user with this name."))
                    .noneMatch(line -> line.contains("secret of"));
            assertThat(server.events()).hasSize(2);
        }
    }

    /** The hash of the same kind and cost, because it is that of a user. */
    @Test
    void anUnknownNameComputesAsManyHashesAsAWrongPassword() throws Exception {
        try (SecuredServer server = SecuredServer.of(plugin(), settings())) {
            final long before = computed(server);
            server.as("ann", "wrong");
            final long wrong = computed(server) - before;
            server.as("nobody knows", "wrong");
            final long unknown = computed(server) - before - wrong;
            assertThat(unknown).isEqualTo(wrong).isEqualTo(1);
            final Decoys decoys = server.get(Decoys.class);
            assertThat(Stream.of("x", "y", "z", "nobody knows")
                            .map(name -> decoys.of(name).text()))
                    .isSubsetOf(ANN, BOB, CID);
            assertThat(decoys.of("x")).isSameAs(decoys.of("x"));
        }
    }

    @Test
    void aRightPasswordIsRememberedAndAWrongOneIsNot() throws Exception {
        try (SecuredServer server = SecuredServer.of(plugin(), settings())) {
            server.as("ann", "secret of ann");
            final long before = computed(server);
            server.as("ann", "secret of ann");
            assertThat(computed(server)).isEqualTo(before);
            server.as("ann", "wrong");
            server.as("ann", "wrong");
            assertThat(computed(server)).isEqualTo(before + 2);
        }
    }

    @Test
    void nothingIsRememberedWithoutCache() throws Exception {
        try (SecuredServer server = SecuredServer.of(plugin(), settings("security.basic.cache-time", "0s"))) {
            for (int i = 1; i <= 3; i++) {
                assertThat(server.as("bob", "secret of bob").status()).isEqualTo(200);
                assertThat(computed(server)).isEqualTo(i);
            }
        }
    }

    @Test
    void parallelRequestsWithTheSameCredentialsAreAllAnswered() throws Exception {
        try (SecuredServer server = SecuredServer.of(plugin(), settings("security.basic.queue", "0"))) {
            final List<CompletableFuture<Answer>> page = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                page.add(server.begin(
                        HttpVersion.HTTP_1_1,
                        "GET",
                        "/who",
                        "Authorization",
                        SecuredServer.basic("ann", "secret of ann")));
            }
            for (final CompletableFuture<Answer> each : page) {
                assertThat(each.get().status()).isEqualTo(200);
            }
        }
    }

    /** Wrong ones are 401, over both versions of HTTP, wherever they are sent. */
    private static List<List<String>> badHeaders() {
        final Base64.Encoder base64 = Base64.getEncoder();
        final byte[] latin = "ann:s\u00e9cret".getBytes(StandardCharsets.ISO_8859_1);
        return List.of(
                List.of("Basic"),
                List.of("Basic "),
                List.of("Basic !!!!"),
                List.of("Basic YW5u"), // ann
                List.of("Basic " + base64.encodeToString(":secret".getBytes(StandardCharsets.UTF_8))),
                List.of("Basic " + base64.encodeToString("ann:a\u0000b".getBytes(StandardCharsets.UTF_8))),
                List.of("Basic " + base64.encodeToString("a\nn:ab".getBytes(StandardCharsets.UTF_8))),
                List.of("Basic " + base64.encodeToString(latin)),
                List.of("Basic " + base64.encodeToString(("ann:" + "x".repeat(7000)).getBytes(StandardCharsets.UTF_8))),
                List.of("Bearer abc"),
                List.of("Basicc YW5uOmE="),
                List.of("Digest username=\"ann\""),
                List.of("YW5uOmE="),
                List.of(""),
                List.of(SecuredServer.basic("ann", "secret of ann"), SecuredServer.basic("ann", "secret of ann")),
                List.of(SecuredServer.basic("ann", "secret of ann"), "Bearer abc"));
    }

    @Test
    void badCredentialsAreRefusedForEachKindOfTarget() throws Exception {
        try (SecuredServer server = SecuredServer.of(plugin(), settings("rest.max-header-size", "32KiB"))) {
            for (final List<String> fields : badHeaders()) {
                final String[] headers = fields.stream()
                        .flatMap(field -> Stream.of("Authorization", field))
                        .toArray(String[]::new);
                for (final String path : List.of("/who", "/files/hello.txt", "/mount", "/health", "/nothing")) {
                    for (final HttpVersion version : List.of(HttpVersion.HTTP_1_1, HttpVersion.HTTP_2)) {
                        final Answer answer = server.send(version, "GET", path, headers);
                        assertThat(answer.status())
                                .as("%s with %s over %s", path, fields, version)
                                .isEqualTo(401);
                        assertThat(answer.header("WWW-Authenticate")).isEqualTo(CHALLENGE);
                    }
                }
            }
            assertThat(computed(server)).isZero();
        }
    }

    @Test
    void theSchemeIsReadInAnyCase() throws Exception {
        try (SecuredServer server = SecuredServer.of(plugin(), settings())) {
            final String field = SecuredServer.basic("bob", "secret of bob").replace("Basic", "bAsIc");
            assertThat(server.send(HttpVersion.HTTP_2, "GET", "/mount", "Authorization", field)
                            .body())
                    .isEqualTo("bob (basic)");
            assertThat(server.get("/files/hello.txt", "Authorization", field).body())
                    .startsWith("hello");
        }
    }

    /** The hashes are computed on threads of their own, and a bounded number of passwords waits. */
    @Test
    void aHundredGuessersDoNotStopOthers() throws Exception {
        try (SecuredServer server = SecuredServer.of(
                plugin(),
                settings(
                        "security.basic.threads", 1,
                        "security.basic.queue", 4,
                        "security.failed-attempts.per-network", 1000,
                        "security.failed-attempts.per-name", 1000,
                        "security.failed-attempts.per-name-and-network", 1000,
                        "jzenith.blocking-threads", 2,
                        "jzenith.blocking-queue", 10))) {
            assertThat(server.as("ann", "secret of ann").status()).isEqualTo(200);
            final List<CompletableFuture<Answer>> guesses = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                guesses.add(server.begin(
                        HttpVersion.HTTP_1_1,
                        "GET",
                        "/who",
                        "Authorization",
                        SecuredServer.basic("ann", "guess " + i)));
            }
            final Gauge queue = server.get(Gauges.class).all().stream()
                    .filter(gauge -> gauge.name().equals("security.basic.queue"))
                    .findFirst()
                    .orElseThrow();
            assertThat(queue.limit()).isEqualTo(4);
            long mostWaiting = 0;
            for (int i = 0; i < 20; i++) {
                mostWaiting = Math.max(mostWaiting, queue.used());
                assertThat(server.get("/blocking").status()).isEqualTo(200);
                assertThat(server.as("ann", "secret of ann").status()).isEqualTo(200);
                assertThat(server.get(HashComputations.class).running()).isLessThanOrEqualTo(1);
            }
            int checked = 0;
            for (final CompletableFuture<Answer> each : guesses) {
                final Answer answer = each.get();
                mostWaiting = Math.max(mostWaiting, queue.used());
                assertThat(answer.status()).isIn(401, 503);
                if (answer.status() == 401) {
                    checked++;
                } else {
                    assertThat(answer.header("Retry-After")).isEqualTo("1");
                }
            }
            assertThat(checked).isPositive().isLessThan(100);
            assertThat(computed(server)).isEqualTo(checked + 1);
            assertThat(mostWaiting).isBetween(1L, 4L);
            assertThat(queue.used()).isZero();
        }
    }

    /** Each guesser is within all limits of its network. Their hashes take some 300 ms each, so the queue stays full. */
    @Test
    void aKnownNameAndNetworkGoBeforeGuessersFromManyNetworks() throws Exception {
        final String slow =
                BcryptFunction.getInstance(Bcrypt.B, 12).hash("secret of dan").getResult();
        try (SecuredServer server = SecuredServer.of(
                SecurityPlugin.create().withBasicAuthentication(Users.fromSettings()),
                Map.of(
                        "security.users.dan.password",
                        slow,
                        "security.basic.cache-time",
                        "0s",
                        "security.basic.threads",
                        1,
                        "security.basic.queue",
                        4,
                        "rest.trusted-proxies",
                        "127.0.0.1"))) {
            assertThat(server.as("dan", "secret of dan", "X-Forwarded-For", "10.0.0.1")
                            .status())
                    .isEqualTo(200);
            final List<CompletableFuture<Answer>> guesses = new ArrayList<>();
            for (int i = 0; i < 150; i++) {
                guesses.add(server.begin(
                        HttpVersion.HTTP_1_1,
                        "GET",
                        "/who",
                        "Authorization",
                        SecuredServer.basic(i % 10 == 0 ? "dan" : "user " + i, "guess " + i),
                        "X-Forwarded-For",
                        "10.1.0." + i));
            }
            // a guesser that is refused has found the queue full
            CompletableFuture.anyOf(guesses.toArray(CompletableFuture[]::new)).get();
            final long before = computed(server);
            assertThat(server.as("dan", "secret of dan", "X-Forwarded-For", "10.0.0.1")
                            .status())
                    .isEqualTo(200);
            assertThat(computed(server) - before)
                    .as("the password passes the guesses that wait")
                    .isLessThanOrEqualTo(4);
            int refused = 0;
            for (final CompletableFuture<Answer> each : guesses) {
                assertThat(each.get().status()).isIn(401, 429, 503);
                refused += each.get().status() == 503 ? 1 : 0;
            }
            assertThat(refused).isPositive();
            assertThat(server.as("dan", "wrong", "X-Forwarded-For", "10.0.0.1").status())
                    .isEqualTo(401);
        }
    }

    /** A store of the application. */
    static final class Store implements UserStore {

        private final Set<String> asked = java.util.concurrent.ConcurrentHashMap.newKeySet();

        @Inject
        Store() {}

        @Override
        public Maybe<StoredUser> find(final String name) {
            asked.add(name);
            return switch (name) {
                case "bob" -> Maybe.just(StoredUser.of("bob", BOB, List.of("clerk")));
                case "old" -> Maybe.just(StoredUser.of("old", "$apr1$abcdefgh$xxxxxxxxxxxxxxxxxxxxxx", List.of()));
                case "broken" -> Maybe.error(new IllegalStateException("The table is gone."));
                default -> Maybe.empty();
            };
        }
    }

    @Test
    void aStoreThatGuiceMakesFindsUsers() throws Exception {
        try (SecuredServer server = SecuredServer.of(
                SecurityPlugin.create().withBasicAuthentication(Store.class),
                Map.of(),
                binder -> binder.bind(Store.class).asEagerSingleton())) {
            assertThat(server.as("bob", "secret of bob").body()).isEqualTo("bob (basic, roles clerk)");
            assertThat(server.as("ann", "secret of ann").status()).isEqualTo(401);
            assertThat(server.as("old", "secret").status()).isEqualTo(401);
            assertThat(computed(server)).isEqualTo(3);
            assertThat(server.as("broken", "secret").status()).isEqualTo(500);
            assertThat(server.get(Store.class).asked).containsExactlyInAnyOrder("bob", "ann", "old", "broken");
        }
    }

    @Test
    void aPasswordInPlaceOfItsHashFailsTheStart() {
        assertThatThrownBy(() -> SecuredServer.of(plugin(), Map.of("security.users.ann.password", "open sesame")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("security.users.ann.password is wrong")
                .hasMessageContaining("--hash-password")
                .satisfies(error -> assertThat(error.getMessage()).doesNotContain("open sesame"));
    }

    @Test
    void aHashThatCostsTooMuchFailsTheStart() {
        assertThatThrownBy(() -> SecuredServer.of(
                        plugin(), Map.of("security.users.ann.password", ANN.replaceFirst("m=\\d+", "m=4194304"))))
                .hasMessageContaining("The hash has m 4194304; the allowed range is 1 to 131072.");
    }

    @Test
    void usersInTwoPlacesFailTheStart() {
        assertThatThrownBy(() -> SecuredServer.of(
                        SecurityPlugin.create().withBasicAuthentication(name -> Maybe.empty()),
                        Map.of("security.users.ann.password", ANN, "security.basic.file", "users")))
                .hasMessageContaining("security.users is set, but the users come from a file or a store.")
                .hasMessageContaining("security.basic.file is set, but the users come from settings or a store.");
    }

    /** Until its first user is found, a store has no hash that could stand for the others. */
    @Test
    void anUnknownNameOfAStoreComputesAHashFromTheFirstRequestOn() throws Exception {
        try (SecuredServer server =
                SecuredServer.of(SecurityPlugin.create().withBasicAuthentication(name -> Maybe.empty()), Map.of())) {
            assertThat(server.as("ann", "guess").status()).isEqualTo(401);
            assertThat(computed(server)).isEqualTo(1);
            assertThat(server.get(Decoys.class).of("ann").text()).startsWith("$argon2id$v=19$m=19456,t=2,p=1$");
        }
    }

    /** A client of HTTP/2 learns the limit before it sends. */
    @Test
    void oneHundredKibibytesOfCredentialsAreRefused() throws Exception {
        try (SecuredServer server = SecuredServer.of(plugin(), settings())) {
            assertThat(server.as("ann", "x".repeat(75_000)).status()).isEqualTo(431);
            assertThat(computed(server)).isZero();
        }
    }
}
