package org.jzenith.docs.state;

import static org.assertj.core.api.Assertions.assertThat;

import com.password4j.BcryptFunction;
import com.password4j.types.Bcrypt;
import io.reactivex.Single;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.Identity;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.authentication.TooManyAttemptsException;
import org.jzenith.security.authorization.Authenticated;
import org.jzenith.security.internal.authentication.FailedAttempts;
import org.jzenith.security.password.Users;
import org.jzenith.test.internal.leak.Polling;

/** Tickets and failed attempts of two instances that share a store, which can be away. */
abstract class SharedLoginContract {

    private static final AtomicInteger NETWORKS = new AtomicInteger();

    private final HttpClient client = HttpClient.newHttpClient();

    /** An address from which no other test sends. */
    private final String address = "10.0.1." + NETWORKS.incrementAndGet();

    /** Says who asks. */
    @Path("/who")
    public static final class Who {

        private final Identity caller;

        @Inject
        Who(final Identity caller) {
            this.caller = caller;
        }

        @GET
        @Authenticated
        public String who() {
            return caller + " " + caller.attributes();
        }
    }

    static JZenith application() {
        final JZenith application = JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(Who.class),
                        SecurityPlugin.create()
                                .withBasicAuthentication(Users.fromSettings())
                                .withTickets()
                                .withAugmentor(identity -> Single.just(identity.withAttribute(
                                        "tenant", identity.getName().equals("eve") ? new StringBuilder() : 7L))))
                .withConfiguration("rest.port", 0)
                .withConfiguration("rest.trusted-proxies", "127.0.0.0/8,::1")
                .withConfiguration("security.basic.cache-time", "0s")
                .withConfiguration("security.tickets.max-per-user", 3)
                .withConfiguration("jzenith.event-loops", 2);
        for (final String user : List.of("ann", "bob", "carl", "dora", "eve", "fay")) {
            application
                    .withConfiguration(
                            "security.users." + user + ".password",
                            BcryptFunction.getInstance(Bcrypt.B, 4)
                                    .hash("secret")
                                    .getResult())
                    .withConfiguration("security.users." + user + ".roles", "reader,writer");
        }
        return application;
    }

    abstract TwoInstances instances();

    /** Takes the store away from both instances. */
    abstract void takeStoreAway();

    /** Brings it back. */
    abstract void bringStoreBack();

    /** Each event loop connects again by itself; parallel requests reach them all. */
    final void awaitStore() {
        for (final RunningApplication each :
                List.of(instances().one(), instances().other())) {
            Polling.until(() -> Stream.generate(() -> beginIssue(each, "carl")).limit(10).toList().stream()
                    .noneMatch(response -> response.join().statusCode() == 503));
        }
    }

    private CompletableFuture<HttpResponse<String>> begin(
            final RunningApplication instance, final String method, final String path, final String... headers) {
        return client.sendAsync(
                HttpRequest.newBuilder(instance.uri().resolve(path))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .headers(headers)
                        .build(),
                BodyHandlers.ofString());
    }

    final HttpResponse<String> asks(final RunningApplication instance, final String user, final String password) {
        return begin(instance, "GET", "/who", "Authorization", basic(user, password), "X-Forwarded-For", address)
                .join();
    }

    private static String basic(final String user, final String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    final HttpResponse<String> issue(final RunningApplication instance, final String user) {
        return beginIssue(instance, user).join();
    }

    private CompletableFuture<HttpResponse<String>> beginIssue(final RunningApplication instance, final String user) {
        return begin(instance, "POST", "/ticket", "Authorization", basic(user, "secret"), "X-Forwarded-For", address);
    }

    private String ticket(final RunningApplication instance, final String user) {
        final HttpResponse<String> response = issue(instance, user);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return new JsonObject(response.body()).getString("ticket");
    }

    private CompletableFuture<HttpResponse<String>> redeem(final RunningApplication instance, final String ticket) {
        return begin(instance, "GET", "/who?ticket=" + ticket, "Accept", "text/event-stream, text/plain");
    }

    @Test
    void aTicketOfOneInstanceIsRedeemedOnceByTheOther() {
        final String ticket = ticket(instances().one(), "ann");
        final HttpResponse<String> redeemed =
                redeem(instances().other(), ticket).join();
        assertThat(redeemed.statusCode()).isEqualTo(200);
        assertThat(redeemed.body())
                .isEqualTo(asks(instances().one(), "ann", "secret").body())
                .isEqualTo("ann (basic, roles reader, writer) {tenant=7}");
        assertThat(redeem(instances().one(), ticket).join().statusCode()).isEqualTo(401);
        assertThat(redeem(instances().other(), ticket).join().statusCode()).isEqualTo(401);
    }

    @Test
    void oneOfManyWhoRedeemATicketOnBothInstancesGetsIn() {
        for (int i = 0; i < 5; i++) {
            final String ticket = ticket(instances().one(), "dora");
            final List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
            for (int n = 0; n < 10; n++) {
                all.add(redeem(n % 2 == 0 ? instances().one() : instances().other(), ticket));
            }
            assertThat(all)
                    .extracting(each -> each.join().statusCode())
                    .containsOnlyOnce(200)
                    .containsOnly(200, 401);
        }
    }

    @Test
    void theTicketsOfAUserAreLimitedOnAllInstancesTogether() {
        final String ticket = ticket(instances().one(), "bob");
        ticket(instances().other(), "bob");
        ticket(instances().one(), "bob");
        assertThat(issue(instances().one(), "bob").statusCode()).isEqualTo(429);
        final HttpResponse<String> refused = issue(instances().other(), "bob");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).contains("30");
        assertThat(redeem(instances().other(), ticket).join().statusCode()).isEqualTo(200);
        ticket(instances().one(), "bob");
    }

    @Test
    void anIdentityThatATicketCannotHoldIsAnErrorWhenItIsIssued() {
        assertThat(issue(instances().one(), "eve").statusCode()).isEqualTo(500);
        assertThat(asks(instances().one(), "eve", "secret").statusCode()).isEqualTo(200);
    }

    @Test
    void failedAttemptsAtOneInstanceCountAtTheOther() {
        for (int i = 0; i < 5; i++) {
            final RunningApplication instance =
                    i % 2 == 0 ? instances().one() : instances().other();
            assertThat(asks(instance, "ann", "guess " + i).statusCode()).isEqualTo(401);
        }
        for (final RunningApplication instance :
                List.of(instances().one(), instances().other())) {
            for (final String password : List.of("guess", "secret")) {
                final HttpResponse<String> refused = asks(instance, "ann", password);
                assertThat(refused.statusCode()).isEqualTo(429);
                assertThat(Integer.parseInt(
                                refused.headers().firstValue("Retry-After").orElse("0")))
                        .isBetween(1, 60);
            }
            assertThat(asks(instance, "bob", "secret").statusCode())
                    .as("another name from this network")
                    .isEqualTo(200);
        }
    }

    @Test
    void parallelGuessesAtBothInstancesAreLimitedTogether() {
        final List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            all.add(begin(
                    i % 2 == 0 ? instances().one() : instances().other(),
                    "GET",
                    "/who",
                    "Authorization",
                    basic("carl", "guess " + i),
                    "X-Forwarded-For",
                    address));
        }
        assertThat(all)
                .extracting(each -> each.join().statusCode())
                .containsOnly(401, 429)
                .filteredOn(status -> status == 401)
                .hasSize(5);
    }

    @Test
    void rightAttemptsDoNotCount() {
        for (int i = 0; i < 40; i++) {
            final RunningApplication instance =
                    i % 2 == 0 ? instances().one() : instances().other();
            assertThat(asks(instance, "dora", "secret").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void attemptsWhoseClientHasLeftDoNotCount() {
        for (int i = 0; i < 20; i++) {
            attempt(i % 2 == 0 ? instances().one() : instances().other())
                    .endWith(Single.never())
                    .test()
                    .dispose();
        }
    }

    /** Waits for the release of the attempts before it, which nobody waits for; a failure would count for a minute. */
    private FailedAttempts.Attempt attempt(final RunningApplication instance) {
        while (true) {
            try {
                return instance.get(FailedAttempts.class).begin(address, "gina").blockingGet();
            } catch (final TooManyAttemptsException released) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void whileTheStoreIsAwayTicketsAreUnavailableAndGuessesStayLimited() {
        final String ticket = ticket(instances().one(), "ann");
        takeStoreAway();
        final HttpResponse<String> refused = issue(instances().one(), "ann");
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(redeem(instances().other(), ticket).join().statusCode()).isEqualTo(503);
        assertThat(asks(instances().one(), "ann", "secret").statusCode()).isEqualTo(200);
        for (int i = 0; i < 5; i++) {
            assertThat(asks(instances().other(), "ann", "guess " + i).statusCode())
                    .isEqualTo(401);
        }
        assertThat(asks(instances().other(), "ann", "secret").statusCode()).isEqualTo(429);
        assertThat(asks(instances().other(), "bob", "secret").statusCode()).isEqualTo(200);
        bringStoreBack();
        awaitStore();
        assertThat(asks(instances().other(), "ann", "secret").statusCode())
                .as("the failures were counted by one instance alone")
                .isEqualTo(200);
        assertThat(redeem(instances().other(), ticket(instances().one(), "ann"))
                        .join()
                        .statusCode())
                .isEqualTo(200);
    }
}
