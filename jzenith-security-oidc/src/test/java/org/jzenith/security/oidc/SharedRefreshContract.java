package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.test.identity.TestIdentityProvider;
import org.jzenith.test.internal.leak.Polling;

/** Two instances with one store of sessions, and a provider whose refresh tokens work once. */
abstract class SharedRefreshContract {

    @RegisterExtension
    static final TestIdentityProvider PROVIDER = OidcApplication.provider();

    abstract Instances instances();

    /** Shortens the time limit of a call; a claim has three times of it. */
    static JZenith configured(final JZenith application) {
        return application.withOverridingConfiguration("oidc.timeout", "2s");
    }

    /** Sends a request to an instance, whose refresh waits at the provider until the stage completes. */
    private CompletableFuture<String> refreshing(
            final int instance, final Map<String, String> cookies, final CompletableFuture<Void> until) {
        final int before = PROVIDER.count("/token");
        PROVIDER.holdNextTokens(until);
        final CompletableFuture<String> response = instances().getAsync(instance, "/roles", cookies);
        Polling.until(() -> PROVIDER.count("/token") > before);
        return response;
    }

    @Test
    void oneInstanceRefreshesAndTheOtherWaitsForItsResult() {
        final Map<String, String> cookies = instances().logIn(PROVIDER);
        final CompletableFuture<Void> open = new CompletableFuture<>();
        final CompletableFuture<String> first = refreshing(0, cookies, open);
        final CompletableFuture<String> second = instances().getAsync(1, "/roles", cookies);
        open.complete(null);

        assertThat(first.join()).endsWith("promoted none");
        assertThat(second.join()).endsWith("promoted none");
        assertThat(instances().get(1, "/roles", cookies)).endsWith("promoted none");
        assertThat(PROVIDER.count("/token")).isEqualTo(1);
    }

    @Test
    void fiftyParallelRequestsAtBothInstancesRefreshOnce() {
        final Map<String, String> cookies = instances().logIn(PROVIDER);
        final List<CompletableFuture<String>> all = IntStream.range(0, 50)
                .mapToObj(i -> instances().getAsync(i % 2, "/roles", cookies))
                .toList();
        assertThat(all).allSatisfy(each -> assertThat(each.join()).endsWith("promoted none"));
        assertThat(PROVIDER.count("/token")).isEqualTo(1);
    }

    @Test
    void claimOfAnInstanceThatDiedEndsAndTheOtherOneRefreshes() {
        final Map<String, String> cookies = instances().logIn(PROVIDER);
        final CompletableFuture<String> first = refreshing(0, cookies, new CompletableFuture<>());
        final byte[] claimed = instances().stored(cookies);
        assertThat(first.join()).as("the provider has not answered in time").endsWith(" none");
        instances().restore(cookies, claimed); // as if the first instance had ended before it could release its claim

        final List<CompletableFuture<String>> all = IntStream.range(0, 10)
                .mapToObj(i -> instances().getAsync(1, "/roles", cookies))
                .toList();
        assertThat(all).allSatisfy(each -> assertThat(each.join()).endsWith("promoted none"));
        assertThat(PROVIDER.count("refresh")).isEqualTo(1);
    }

    @Test
    void aProviderThatIsSlowerThanTheTimeLimitGetsTheTokenOnceWhileAllInstancesGoOn() {
        final Map<String, String> cookies = instances().logIn(PROVIDER);
        final CompletableFuture<String> first = refreshing(0, cookies, new CompletableFuture<>());
        final CompletableFuture<String> second = instances().getAsync(1, "/", cookies);

        assertThat(first.join()).endsWith(" none");
        assertThat(second.join()).endsWith("home of ann");
        assertThat(instances().get(0, "/", cookies)).endsWith("home of ann");
        assertThat(instances().get(1, "/", cookies)).endsWith("home of ann");
        assertThat(PROVIDER.count("/token")).isEqualTo(1);
    }

    @Test
    void refusedRefreshDoesNotDeleteASessionThatHasChanged() {
        final Map<String, String> cookies = instances().logIn(PROVIDER);
        final byte[] before = instances().stored(cookies);
        final CompletableFuture<Void> open = new CompletableFuture<>();
        final CompletableFuture<String> first = refreshing(0, cookies, open);
        instances().restore(cookies, before); // as if the first instance had been away for longer than its claim
        assertThat(instances().get(1, "/roles", cookies)).endsWith("promoted none");
        open.complete(null);

        assertThat(first.join()).as("refused by the provider").endsWith("promoted none");
        assertThat(instances().get(0, "/", cookies)).endsWith("home of ann");
        assertThat(PROVIDER.count("refresh")).isEqualTo(2);
    }

    @Test
    void refusedRefreshEndsASessionThatHasNotChanged() {
        final Map<String, String> cookies = instances().logIn(PROVIDER);
        final byte[] before = instances().stored(cookies);
        assertThat(instances().get(0, "/", cookies)).endsWith("home of ann");
        instances().restore(cookies, before);

        assertThat(instances().get(1, "/", cookies)).endsWith("home of nobody");
        assertThat(instances().stored(cookies)).isNull();
    }

    @Test
    void logoutAtOneInstanceWinsOverARefreshAtTheOther() {
        final Map<String, String> cookies = instances().logIn(PROVIDER);
        final CompletableFuture<Void> open = new CompletableFuture<>();
        final CompletableFuture<String> first = refreshing(0, cookies, open);

        assertThat(instances().send(1, "POST", "/logout", cookies)).contains("Location: " + PROVIDER.issuer());
        open.complete(null);

        assertThat(first.join()).startsWith("HTTP/1.1 401");
        assertThat(instances().stored(cookies)).isNull();
        assertThat(instances().get(0, "/", cookies)).endsWith("home of nobody");
        assertThat(instances().get(1, "/", cookies)).endsWith("home of nobody");
    }
}
