package org.jzenith.security.internal.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import com.password4j.BcryptFunction;
import com.password4j.types.Bcrypt;
import io.reactivex.Single;
import io.vertx.core.http.HttpVersion;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.jzenith.core.state.SharedState;
import org.jzenith.security.SecuredServer;
import org.jzenith.security.SecuredServer.Answer;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.authentication.TooManyAttemptsException;
import org.jzenith.security.authentication.WrongCredentialsException;
import org.jzenith.security.internal.configuration.FailedAttemptsConfiguration;
import org.jzenith.security.observe.SecurityEvent;
import org.jzenith.security.password.Users;
import org.jzenith.test.internal.log.LogLines;

/** Attempts to guess are limited by network and by name, and lock nobody else out. The proxy names the networks. */
final class FailedAttemptsTest {

    private static final String HASH =
            BcryptFunction.getInstance(Bcrypt.B, 4).hash("secret").getResult();

    private static final String OTHER =
            BcryptFunction.getInstance(Bcrypt.B, 4).hash("other").getResult();

    private static SecuredServer server(final Object... more) {
        final Map<String, Object> settings = new HashMap<>(Map.of(
                "security.users.ann.password",
                HASH,
                "security.users.bob.password",
                OTHER,
                "security.basic.cache-time",
                "0s",
                "rest.trusted-proxies",
                "127.0.0.0/8,::1"));
        for (int i = 0; i < more.length; i += 2) {
            settings.put((String) more[i], more[i + 1]);
        }
        return SecuredServer.of(
                SecurityPlugin.create()
                        .withBasicAuthentication(Users.fromSettings())
                        .withApiKeys(),
                settings);
    }

    private static Answer from(
            final SecuredServer server, final String address, final String name, final String password)
            throws Exception {
        return server.as(name, password, "X-Forwarded-For", address);
    }

    @Test
    void aNetworkHasFiveAttemptsForANameAndIsToldWhenToRetry() throws Exception {
        try (SecuredServer server = server()) {
            for (int i = 0; i < 5; i++) {
                assertThat(from(server, "10.0.0.1", "ann", "guess " + i).status())
                        .isEqualTo(401);
            }
            for (final String password : new String[] {"guess", "secret"}) {
                final Answer refused = from(server, "10.0.0.1", "ann", password);
                assertThat(refused.status()).isEqualTo(429);
                assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 60);
            }
            assertThat(from(server, "10.0.0.1", "bob", "other").status()).isEqualTo(200);
            assertThat(from(server, "10.0.0.2", "ann", "secret").status()).isEqualTo(200);
            assertThat(server.get("/who", "X-Forwarded-For", "10.0.0.1").status())
                    .as("without credentials")
                    .isEqualTo(200);
            assertThat(server.events())
                    .filteredOn(event -> event instanceof SecurityEvent.Refused refused
                            && refused.reason().startsWith("Too many attempts"))
                    .hasSize(2);
        }
    }

    @Test
    void aNetworkIsLimitedForAllNamesTogetherExceptThoseThatItHasAuthenticated() throws Exception {
        try (SecuredServer server = server("security.failed-attempts.per-network", 4)) {
            assertThat(from(server, "10.0.0.1", "ann", "secret").status()).isEqualTo(200);
            for (int i = 0; i < 4; i++) {
                assertThat(from(server, "10.0.0.1", "name " + i, "guess").status())
                        .isEqualTo(401);
            }
            assertThat(from(server, "10.0.0.1", "bob", "other").status()).isEqualTo(429);
            assertThat(from(server, "10.0.0.1", "ann", "secret").status()).isEqualTo(200);
            assertThat(from(server, "10.0.0.2", "bob", "other").status()).isEqualTo(200);
        }
    }

    /** All addresses below the first 64 bits are those of one client. */
    @Test
    void theAddressesOfANetworkOfIpv6CountTogether() throws Exception {
        try (SecuredServer server = server()) {
            for (int i = 0; i < 5; i++) {
                assertThat(from(server, "2001:db8::" + i, "ann", "guess " + i).status())
                        .isEqualTo(401);
            }
            assertThat(from(server, "2001:db8::9", "ann", "secret").status()).isEqualTo(429);
            assertThat(from(server, "2001:db8:0:1::9", "ann", "secret").status())
                    .isEqualTo(200);
        }
    }

    @Test
    void guessesFromManyNetworksDoNotLockAUserOut() throws Exception {
        try (SecuredServer server = server("security.failed-attempts.per-name", 10)) {
            assertThat(from(server, "10.9.9.1", "ann", "secret").status()).isEqualTo(200);
            for (int i = 0; i < 40; i++) {
                assertThat(from(server, "10.0.1." + i, "ann", "guess").status()).isEqualTo(401);
            }
            assertThat(from(server, "10.0.1.39", "ann", "guess").status())
                    .as("the second attempt of a network")
                    .isEqualTo(429);
            for (int i = 0; i < 4; i++) {
                assertThat(from(server, "10.9.9.1", "ann", "mistyped").status())
                        .as("where ann has logged in")
                        .isEqualTo(401);
            }
            assertThat(from(server, "10.9.9.1", "ann", "secret").status()).isEqualTo(200);
            assertThat(from(server, "10.9.9.2", "ann", "secret").status())
                    .as("where ann is for the first time")
                    .isEqualTo(200);
        }
    }

    @Test
    void parallelGuessesAreLimitedToo() throws Exception {
        try (SecuredServer server = server("security.basic.queue", 1000)) {
            final java.util.List<java.util.concurrent.CompletableFuture<Answer>> guesses = new java.util.ArrayList<>();
            for (int i = 0; i < 100; i++) {
                guesses.add(server.begin(
                        HttpVersion.HTTP_1_1,
                        "GET",
                        "/who",
                        "X-Forwarded-For",
                        "10.0.0.1",
                        "Authorization",
                        SecuredServer.basic("ann", "guess " + i)));
            }
            int wrong = 0;
            for (final java.util.concurrent.CompletableFuture<Answer> each : guesses) {
                final int status = each.get().status();
                assertThat(status).isIn(401, 429);
                wrong += status == 401 ? 1 : 0;
            }
            assertThat(wrong).isEqualTo(5);
        }
    }

    @Test
    void whatIsRememberedIsBounded() throws Exception {
        try (SecuredServer server = server("security.failed-attempts.max-entries", 3)) {
            for (int i = 0; i < 20; i++) {
                assertThat(from(server, "10.0.1." + i, "name " + i, "guess").status())
                        .isEqualTo(401);
            }
            assertThat(from(server, "10.0.0.1", "ann", "secret").status()).isEqualTo(200);
        }
    }

    /** Twenty lines, then the number of the others. */
    @Test
    void refusalsDoNotFloodTheLog() throws Exception {
        try (LogLines log = LogLines.open();
                SecuredServer server = server()) {
            for (int i = 0; i < 100; i++) {
                assertThat(server.get("/who", "Authorization", "Bearer x", "X-Request-Id", "request-" + i)
                                .status())
                        .isEqualTo(401);
            }
            assertThat(log.events().stream()
                            .filter(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
                            .filter(line -> line.getFormattedMessage().contains("No mechanism understands")))
                    .hasSizeBetween(20, 60)
                    .allMatch(line -> line.getMDCPropertyMap().containsKey("requestId"));
            assertThat(server.events()).hasSize(100);
        }
    }

    private static FailedAttempts attempts(final int perNameAndNetwork) {
        final FailedAttemptsConfiguration limits = new FailedAttemptsConfiguration() {
            @Override
            public int perNetwork() {
                return 30;
            }

            @Override
            public int perNameAndNetwork() {
                return perNameAndNetwork;
            }

            @Override
            public int perName() {
                return 20;
            }

            @Override
            public int maxEntries() {
                return 100;
            }
        };
        return new FailedAttempts(limits, new KnownClients(limits), SharedState.inMemory());
    }

    @Test
    void anAttemptWhoseClientHasLeftIsNotAFailure() {
        final FailedAttempts attempts = attempts(1);
        for (int i = 0; i < 10; i++) {
            attempts.begin("net", "ann")
                    .blockingGet()
                    .endWith(Single.never())
                    .test()
                    .dispose();
        }
        final FailedAttempts.Attempt last = attempts.begin("net", "ann").blockingGet();
        attempts.begin("net", "ann").test().assertError(TooManyAttemptsException.class);
        last.endWith(Single.error(new WrongCredentialsException("wrong")))
                .test()
                .dispose();
        attempts.begin("net", "ann").test().assertError(TooManyAttemptsException.class);
    }

    @Test
    void anAttemptIsReleasedOnce() {
        final FailedAttempts attempts = attempts(2);
        final FailedAttempts.Attempt one = attempts.begin("net", "ann").blockingGet();
        final FailedAttempts.Attempt other = attempts.begin("net", "ann").blockingGet();
        one.endWith(Single.error(new IllegalStateException("not decided")))
                .test()
                .dispose();
        one.endWith(Single.never()).test().dispose();
        attempts.begin("net", "ann").test().assertComplete();
        attempts.begin("net", "ann").test().assertError(TooManyAttemptsException.class);
        other.endWith(Single.just("right")).test().assertValue("right");
        assertThat(attempts.begin("net", "ann").blockingGet().priority()).isEqualTo(Priority.KNOWN_CREDENTIALS);
    }
}
