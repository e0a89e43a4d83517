package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.identity.ProviderFault;
import org.jzenith.test.identity.TestBrowser;
import org.jzenith.test.identity.TestIdentityProvider;

class LoginTest {

    @RegisterExtension
    static final TestIdentityProvider PROVIDER = OidcApplication.provider();

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(() -> OidcApplication.of(PROVIDER).withConfiguration("oidc.timeout", "2s"));

    private TestBrowser browser = TestBrowser.at(URI.create("http://localhost"));

    @BeforeEach
    void openBrowser() {
        browser = TestBrowser.at(APP.http().uri());
    }

    @Test
    void browserLogsInAndReturnsToItsPage() {
        final HttpResponse<String> page = browser.open("/page?a=b%20c");

        assertThat(page.body()).isEqualTo("page of ann");
        assertThat(page.uri().getRawQuery()).isEqualTo("a=b%20c");
    }

    @Test
    void rolesComeFromThePathOfAClaimAndAttributesFromClaims() {
        PROVIDER.claim("realm_access", Map.of("roles", List.of("admin", "clerk")));
        PROVIDER.claim("email", "ann@example.org");
        browser.open("/login");

        assertThat(browser.get("/roles").body()).isEqualTo("admin,clerk ann@example.org");
    }

    @Test
    void cookieIsForThisHostOnlyAndHiddenFromScripts() {
        final HttpResponse<String> callback = callback(browser);

        assertThat(callback.statusCode()).isEqualTo(303);
        assertThat(callback.headers().allValues("Set-Cookie"))
                .filteredOn(field -> field.startsWith("__Host-session=1."))
                .singleElement()
                .asString()
                .endsWith("; Path=/; Secure; HttpOnly; SameSite=Lax");
        assertThat(callback.headers().firstValue("Cache-Control")).hasValue("no-store");
    }

    /** Logs in until the provider has sent the browser back. */
    private static HttpResponse<String> callback(final TestBrowser tab) {
        final HttpResponse<String> begun = tab.get("/login?return=/page");
        final HttpResponse<String> authorized = tab.send("GET", TestBrowser.location(begun), "");
        return tab.send("GET", TestBrowser.location(authorized), "");
    }

    @Test
    void scriptGets401InsteadOfARedirect() {
        assertThat(browser.asScript().get("/page").statusCode()).isEqualTo(401);
        assertThat(browser.withHeader("Sec-Fetch-Mode", "")
                        .withHeader("X-Requested-With", "XMLHttpRequest")
                        .get("/page")
                        .statusCode())
                .isEqualTo(401);
        assertThat(browser.withHeader("Sec-Fetch-Mode", "").get("/page").statusCode())
                .isEqualTo(303);
    }

    @Test
    void unreadableCookieIsAnonymousAndClearedAtTheNextLogin() {
        browser.cookies().put("__Host-session", "1.rubbish");

        assertThat(browser.get("/").body()).isEqualTo("home of nobody");
        final HttpResponse<String> login = browser.get("/login");
        assertThat(login.headers().allValues("Set-Cookie"))
                .anyMatch(field -> field.startsWith("__Host-session=; Max-Age=0"));
        assertThat(browser.follow(login).body()).isEqualTo("home of ann");
    }

    @Test
    void parallelTabsLogInIndependently() {
        final HttpResponse<String> first = browser.get("/login?return=/page");
        final HttpResponse<String> second = browser.get("/login?return=/");

        assertThat(browser.follow(second).body()).isEqualTo("home of ann");
        assertThat(browser.follow(first).body()).isEqualTo("page of ann");
        assertThat(PROVIDER.count("/token")).as("one login is enough").isEqualTo(1);
    }

    @Test
    void tenParallelRequestsOfAPageEndInOneSession() throws Exception {
        final ExecutorService threads = Executors.newFixedThreadPool(10);
        try {
            final List<Future<HttpResponse<String>>> pages = IntStream.range(0, 10)
                    .mapToObj(i -> threads.submit(() -> browser.get("/page")))
                    .toList();
            for (final Future<HttpResponse<String>> each : pages) {
                assertThat(browser.follow(each.get()).body()).isEqualTo("page of ann");
            }
        } finally {
            threads.shutdown();
        }
        assertThat(PROVIDER.count("/token")).isEqualTo(1);
        assertThat(browser.cookies().keySet()).contains("__Host-session");
    }

    @Test
    void oldLoginsOfABrowserAreDropped() {
        for (int i = 0; i < 20; i++) {
            browser.get("/login");
        }

        assertThat(browser.cookies()).hasSizeLessThanOrEqualTo(5);
        assertThat(browser.open("/login").body()).isEqualTo("home of ann");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//evil.example",
                "/%5Cevil.example",
                "/\\evil.example",
                "https://evil.example/",
                "%2F%2Fevil.example",
                "/%2Fevil.example",
                "/%252Fevil.example",
                "/%09/evil.example",
                "javascript:alert(1)",
                "evil.example",
                "/page%0d%0aSet-Cookie:a=b",
                "/login",
                "/page&return=//evil.example"
            })
    void returnNeverLeavesTheApplication(final String path) {
        final HttpResponse<String> begun =
                browser.send("GET", URI.create(APP.http().uri() + "/login?return=" + path.replace("\\", "%5C")), "");
        final HttpResponse<String> authorized = browser.send("GET", TestBrowser.location(begun), "");
        final HttpResponse<String> back = browser.send("GET", TestBrowser.location(authorized), "");

        assertThat(back.headers().firstValue("Location")).hasValue("/");
        assertThat(back.headers().map()).doesNotContainKey("a");
    }

    @Test
    void callbackWithoutTheBrowsersCookieIsRefused() {
        final TestBrowser attacker = TestBrowser.at(APP.http().uri());
        final HttpResponse<String> begun = attacker.get("/login");
        final URI callback = TestBrowser.location(attacker.send("GET", TestBrowser.location(begun), ""));

        assertThat(browser.send("GET", callback, "").statusCode()).isEqualTo(400);
        assertThat(browser.cookies()).isEmpty();
        assertThat(PROVIDER.count("/token")).isZero();
    }

    @Test
    void callbackIsUsedOnce() {
        final HttpResponse<String> begun = browser.get("/login");
        final URI callback = TestBrowser.location(browser.send("GET", TestBrowser.location(begun), ""));
        browser.send("GET", callback, "");
        browser.cookies().remove("__Host-session");

        assertThat(browser.send("GET", callback, "").statusCode()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"&state=other", "&code=other", "&code=", "&iss=a&iss=b"})
    void repeatedParametersOfTheCallbackAreRefused(final String more) {
        final HttpResponse<String> begun = browser.get("/login");
        final URI callback = TestBrowser.location(browser.send("GET", TestBrowser.location(begun), ""));

        assertThat(browser.send("GET", URI.create(callback + more), "").statusCode())
                .isEqualTo(400);
        assertThat(PROVIDER.count("/token")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"?code=a", "?state=a", "", "?code=a&state=%00%0d", "?state=../a&code=b", "?error=x"})
    void incompleteCallbackIsRefused(final String query) {
        assertThat(browser.get("/login/callback" + query).statusCode()).isEqualTo(400);
    }

    @Test
    void callbackOfAnotherIssuerIsRefused() {
        final HttpResponse<String> begun = browser.get("/login");
        final URI callback = TestBrowser.location(browser.send("GET", TestBrowser.location(begun), ""));

        assertThat(browser.send("GET", URI.create(callback + "&iss=https://evil.example"), "")
                        .statusCode())
                .isEqualTo(400);
        assertThat(PROVIDER.count("/token")).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = ProviderFault.class,
            names = {
                "WRONG_NONCE",
                "WRONG_AUDIENCE",
                "WRONG_TOKEN_ISSUER",
                "EXPIRED",
                "WRONG_KEY",
                "UNSIGNED",
                "HMAC_WITH_PUBLIC_KEY"
            })
    void wrongIdTokenIsNoLogin(final ProviderFault fault) {
        PROVIDER.begin(fault);

        final HttpResponse<String> callback = callback(browser);

        assertThat(callback.statusCode()).isEqualTo(400);
        assertThat(callback.body()).doesNotContain("nonce", "signature", "issuer");
        assertThat(browser.cookies()).isEmpty();
        assertThat(PROVIDER.count("/token")).isEqualTo(1);
        PROVIDER.reset();
        assertThat(callback(browser).statusCode()).isEqualTo(303);
    }

    @Test
    void refusalOfTheProviderIs403() {
        PROVIDER.begin(ProviderFault.ACCESS_DENIED);

        assertThat(callback(browser).statusCode()).isEqualTo(403);
        assertThat(browser.cookies()).isEmpty();
    }

    @Test
    void hangingTokenEndpointIs503() {
        PROVIDER.begin(ProviderFault.TOKEN_HANGS);

        final HttpResponse<String> callback = callback(browser);

        assertThat(callback.statusCode()).isEqualTo(503);
        assertThat(callback.headers().firstValue("Retry-After")).hasValue("5");
    }

    @Test
    void loginReplacesASessionThatWasPlanted() {
        final TestBrowser attacker = TestBrowser.at(APP.http().uri());
        PROVIDER.logInAs("mallory");
        attacker.open("/login");
        final String planted = attacker.cookies().get("__Host-session");
        PROVIDER.logInAs("ann");
        final HttpResponse<String> begun = browser.get("/login?return=/page");
        browser.cookies().put("__Host-session", planted);

        // The planted session is newer than no login, because the login of the browser began after it.
        assertThat(browser.follow(begun).body()).isEqualTo("page of ann");
        assertThat(browser.cookies().get("__Host-session")).isNotEqualTo(planted);
        assertThat(attacker.get("/").body()).isEqualTo("home of mallory");
    }

    @Test
    void methodsOtherThanThoseOfTheEndpointsAre405() {
        assertThat(browser.get("/logout").statusCode()).isEqualTo(405);
        assertThat(browser.post("/login", "a=b").statusCode()).isEqualTo(405);
        assertThat(browser.get("/login/other").statusCode()).isEqualTo(404);
    }

    @Test
    void codeIsExchangedOnceWhileTheProviderIsSlow() throws Exception {
        final CompletableFuture<Void> open = new CompletableFuture<>();
        PROVIDER.holdNextTokens(open);
        final ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            final Future<HttpResponse<String>> page = threads.submit(() -> browser.open("/page"));
            open.complete(null);
            assertThat(page.get().body()).isEqualTo("page of ann");
        } finally {
            threads.shutdown();
        }
    }
}
