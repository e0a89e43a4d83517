package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.identity.TestBrowser;
import org.jzenith.test.identity.TestIdentityProvider;

/** Two instances with sessions in cookies at one address, and a provider whose refresh tokens work once. */
class TwoInstancesTest {

    private static final String COOKIE = "__Host-session";
    private static final Pattern SET_COOKIE = Pattern.compile("(?i:set-cookie): " + COOKIE + "=([^;]+);");

    @RegisterExtension
    static final TestIdentityProvider PROVIDER = OidcApplication.provider();

    @RegisterExtension
    static final JZenithExtension FIRST = JZenithExtension.of(() -> OidcApplication.of(PROVIDER));

    @RegisterExtension
    static final JZenithExtension SECOND = JZenithExtension.of(() -> OidcApplication.of(PROVIDER));

    private String authority = "";

    /** Returns the cookies of a session whose tokens have expired. */
    private Map<String, String> logIn(final JZenithExtension app) {
        authority = app.http().uri().getRawAuthority();
        PROVIDER.tokenLifetime(Duration.ofSeconds(1));
        final TestBrowser browser = TestBrowser.at(app.http().uri());
        browser.open("/login");
        SessionTest.awaitExpiry();
        PROVIDER.reset(); // a slow login may have refreshed its tokens
        PROVIDER.claim("realm_access", Map.of("roles", List.of("promoted")));
        return Map.copyOf(browser.cookies());
    }

    private String get(final JZenithExtension app, final String path, final Map<String, String> cookies) {
        return send(app, "GET", path, cookies);
    }

    private String send(
            final JZenithExtension app, final String method, final String path, final Map<String, String> cookies) {
        try {
            return OidcApplication.raw(app.http().uri(), authority, method, path, cookies);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a request to an instance, whose refresh waits at the provider until the stage completes. */
    private CompletableFuture<String> refreshing(
            final JZenithExtension app, final Map<String, String> cookies, final CompletableFuture<Void> until) {
        final int before = PROVIDER.count("/token");
        PROVIDER.holdNextTokens(until);
        final CompletableFuture<String> response = CompletableFuture.supplyAsync(() -> get(app, "/roles", cookies));
        while (PROVIDER.count("/token") == before) {
            Thread.onSpinWait();
        }
        return response;
    }

    @Test
    void cookieThatTheOtherInstanceHasRenewedStaysGood() {
        final Map<String, String> cookies = logIn(FIRST);
        final CompletableFuture<Void> open = new CompletableFuture<>();
        final CompletableFuture<String> first = refreshing(FIRST, cookies, open);
        final String second = get(SECOND, "/roles", cookies);
        assertThat(second).endsWith("promoted none");
        open.complete(null);

        assertThat(first.join())
                .as("refused by the provider")
                .startsWith("HTTP/1.1 503")
                .contains("Retry-After: 1")
                .doesNotContainIgnoringCase("Set-Cookie");
        assertThat(get(FIRST, "/roles", cookies)).startsWith("HTTP/1.1 503").doesNotContainIgnoringCase("Set-Cookie");
        assertThat(PROVIDER.count("refresh")).as("asked once each").isEqualTo(2);
        final Matcher cookie = SET_COOKIE.matcher(second);
        assertThat(cookie.find()).isTrue();
        final Map<String, String> renewed = Map.of(COOKIE, cookie.group(1));
        assertThat(get(FIRST, "/roles", renewed)).endsWith("promoted none");
        assertThat(send(FIRST, "POST", "/logout", cookies))
                .as("a logout needs no fresh tokens")
                .contains("Location: " + PROVIDER.issuer());
        assertThat(get(FIRST, "/", renewed)).endsWith("home of nobody");
    }
}
