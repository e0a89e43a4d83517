package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.identity.TestBrowser;
import org.jzenith.test.identity.TestIdentityProvider;
import org.jzenith.test.internal.leak.Polling;

/** The calls of the provider are shared: eight run, and 256 wait. Those who are known do not wait for others. */
final class ProviderCallsTest {

    private static final int RUNNING = 8;
    private static final int PLACES = RUNNING + 256;
    private static final String COOKIE = "__Host-session";

    @RegisterExtension
    static final TestIdentityProvider PROVIDER = OidcApplication.provider();

    @RegisterExtension
    final JZenithExtension app = JZenithExtension.of(() -> OidcApplication.of(PROVIDER)
            .withConfiguration("oidc.timeout", "60s")
            .withConfiguration("rest.trusted-proxies", "127.0.0.1"));

    private final HttpClient client = HttpClient.newHttpClient();

    private TestBrowser browser(final String network) {
        return TestBrowser.at(app.http().uri()).withHeader("X-Forwarded-For", network);
    }

    /** Begins the login of a new client, and returns the callback with its code. */
    private static HttpRequest callback(final TestBrowser tab, final String network) {
        tab.cookies().clear();
        final TestBrowser browser = tab.withHeader("X-Forwarded-For", network);
        final URI callback =
                TestBrowser.location(browser.send("GET", TestBrowser.location(browser.get("/login?return=/page")), ""));
        return HttpRequest.newBuilder(callback)
                .header("X-Forwarded-For", network)
                .header(
                        "Cookie",
                        browser.cookies().entrySet().stream()
                                .map(Object::toString)
                                .collect(Collectors.joining("; ")))
                .build();
    }

    private static HttpRequest withWrongCode(final HttpRequest callback) {
        return HttpRequest.newBuilder(callback, (name, value) -> true)
                .uri(URI.create(callback.uri().toString().replaceFirst("code=[^&]*", "code=wrong")))
                .build();
    }

    private CompletableFuture<Integer> send(final HttpRequest request) {
        return client.sendAsync(request, HttpResponse.BodyHandlers.discarding()).thenApply(HttpResponse::statusCode);
    }

    @Test
    void oneLoginIsSentToTheProviderOnce() {
        final TestBrowser tab = browser("10.1.0.1");
        final HttpRequest begun = callback(tab, "10.1.0.1");
        final HttpRequest wrong = withWrongCode(begun);
        final CompletableFuture<Void> open = new CompletableFuture<>();
        PROVIDER.holdNextTokens(open);
        final List<CompletableFuture<Integer>> replayed =
                IntStream.range(0, 300).mapToObj(i -> send(wrong)).toList();
        assertThat(CompletableFuture.anyOf(replayed.toArray(CompletableFuture[]::new))
                        .join())
                .isEqualTo(400);
        Polling.until(() -> PROVIDER.count("/token") == 1);
        for (int i = 0; i < 10; i++) {
            assertThat(send(callback(tab, "10.1.1." + i)).join()).isEqualTo(303);
        }
        open.complete(null);
        replayed.forEach(each -> assertThat(each.join()).isEqualTo(400));
        assertThat(PROVIDER.count("/token")).isEqualTo(1 + 10);
        assertThat(send(begun).join()).as("the right code comes too late").isEqualTo(400);
    }

    @Test
    void wrongCodesDoNotStopTheLoginsOfTheirNetwork() {
        final TestBrowser tab = browser("10.1.0.1");
        final HttpRequest right = callback(tab, "10.1.0.1");
        final List<HttpRequest> wrong = IntStream.range(0, 15)
                .mapToObj(i -> withWrongCode(callback(tab, "10.1.0.1")))
                .toList();
        wrong.stream()
                .map(this::send)
                .toList()
                .forEach(each -> assertThat(each.join()).isEqualTo(400));
        assertThat(send(right).join()).isEqualTo(303);
    }

    @Test
    void theCallOfAClientThatHasLeftEnds() {
        final TestBrowser tab = browser("10.1.0.0");
        final CompletableFuture<Void> open = new CompletableFuture<>();
        final List<CompletableFuture<?>> left = new ArrayList<>();
        for (int i = 0; i < RUNNING; i++) {
            PROVIDER.holdNextTokens(open);
            left.add(client.sendAsync(callback(tab, "10.1.0." + i), HttpResponse.BodyHandlers.discarding()));
        }
        Polling.until(() -> PROVIDER.count("/token") >= RUNNING);
        left.forEach(each -> each.cancel(true));

        assertThat(send(callback(tab, "10.2.0.1")).join()).isEqualTo(303);
        open.complete(null);
    }

    @Test
    void refreshesAndKnownNetworksDoNotWaitForTheLoginsOfOthers() {
        PROVIDER.tokenLifetime(Duration.ofSeconds(1));
        final TestBrowser known = browser("10.0.0.1");
        assertThat(known.open("/login?return=/page").body()).isEqualTo("page of ann");
        final String before = known.cookies().get(COOKIE);
        PROVIDER.reset();
        final TestBrowser tab = browser("10.1.0.0");
        // With wrong codes, for which the provider signs nothing.
        final List<HttpRequest> strangers = IntStream.rangeClosed(0, PLACES)
                .mapToObj(i -> "10.1." + i / 250 + "." + i % 250)
                .map(network -> withWrongCode(callback(tab, network)))
                .toList();
        final HttpRequest login = callback(tab, "10.0.0.1");
        SessionTest.awaitExpiry();

        final CompletableFuture<Void> open = new CompletableFuture<>();
        for (int i = 0; i < RUNNING; i++) {
            PROVIDER.holdNextTokens(open);
        }
        final List<CompletableFuture<Integer>> logins =
                new ArrayList<>(strangers.stream().map(this::send).toList());
        assertThat(CompletableFuture.anyOf(logins.toArray(CompletableFuture[]::new))
                        .join())
                .as("one too many")
                .isEqualTo(503);
        final CompletableFuture<Integer> ofKnownNetwork = send(login);
        final CompletableFuture<HttpResponse<String>> refreshed =
                CompletableFuture.supplyAsync(() -> known.get("/page"));
        // both take the place of a login
        Polling.until(() -> logins.stream().filter(CompletableFuture::isDone).count() >= 3 || ofKnownNetwork.isDone());
        open.complete(null);

        assertThat(refreshed.join().body()).isEqualTo("page of ann");
        assertThat(known.cookies().get(COOKIE)).isNotEqualTo(before);
        assertThat(PROVIDER.count("refresh")).isEqualTo(1);
        assertThat(ofKnownNetwork.join()).isEqualTo(303);
        assertThat(logins.stream().filter(each -> each.join() == 503)).hasSize(3);
        assertThat(logins.stream().filter(each -> each.join() == 400)).hasSize(PLACES + 1 - 3);
    }
}
