package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import io.reactivex.Completable;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.observe.SecurityEvent;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.identity.ProviderFault;
import org.jzenith.test.identity.TestBrowser;
import org.jzenith.test.identity.TestIdentityProvider;

class SessionTest {

    private static final String COOKIE = "__Host-session";

    @RegisterExtension
    static final TestIdentityProvider PROVIDER = OidcApplication.provider();

    private static final ConcurrentLinkedQueue<SecurityEvent> EVENTS = new ConcurrentLinkedQueue<>();

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> OidcApplication.of(PROVIDER)
            .withPlugins(RestPlugin.named("admin").withResources(AdminResource.class))
            .withModules(binder -> Observers.binder(binder).addBinding().toInstance(new EventObserver<SecurityEvent>() {
                @Override
                public Class<SecurityEvent> events() {
                    return SecurityEvent.class;
                }

                @Override
                public void observe(final SecurityEvent event) {
                    EVENTS.add(event);
                }
            })));

    private TestBrowser browser = TestBrowser.at(URI.create("http://localhost"));

    @BeforeEach
    void openBrowser() {
        EVENTS.clear();
        browser = TestBrowser.at(APP.http().uri());
    }

    @Test
    void eachLoginHasANewSession() {
        browser.open("/login");
        final String first = browser.cookies().get(COOKIE);
        browser.post("/logout", "");
        browser.open("/login");

        assertThat(browser.cookies().get(COOKIE)).isNotEqualTo(first);
        assertThat(EVENTS)
                .filteredOn(
                        event -> event instanceof SecurityEvent.LoggedIn || event instanceof SecurityEvent.LoggedOut)
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly("LoggedIn", "LoggedOut", "LoggedIn");
    }

    @Test
    void logoutEndsTheSessionAndItsCopies() {
        browser.open("/login");
        final TestBrowser thief = TestBrowser.at(APP.http().uri());
        thief.cookies().putAll(browser.cookies());

        final HttpResponse<String> logout = browser.post("/logout", "");

        assertThat(TestBrowser.location(logout).toString())
                .startsWith(PROVIDER.issuer() + "/logout?")
                .contains("id_token_hint=", "client_id=shop", "post_logout_redirect_uri=");
        assertThat(browser.cookies()).isEmpty();
        assertThat(browser.follow(logout).body()).isEqualTo("home of nobody");
        assertThat(thief.get("/").body()).as("a replayed cookie").isEqualTo("home of nobody");
        assertThat(EVENTS)
                .anyMatch(event -> event instanceof final SecurityEvent.LoggedOut out
                        && out.user().equals("ann"));
    }

    @Test
    void claimsAreTheSameWithoutTheIdToken() throws Exception {
        final String token = new PlainJWT(new JWTClaimsSet.Builder()
                        .subject("ann")
                        .claim("level", 3)
                        .claim("share", 0.5)
                        .claim("address", Map.of("zip", 12345))
                        .build())
                .serialize();
        final Instant now = Sessions.now();
        final Session session =
                new Session("id", "localhost", now, now, token, Session.claimsOf(token), null, now, null, null);
        final Map<String, Object> claims = Session.ofJson(session.toJson()).claims();
        assertThat(claims).containsEntry("level", 3L);
        assertThat(Session.ofJson(session.withoutIdToken().toJson()).claims()).isEqualTo(claims);
    }

    @Test
    void logoutWithoutASessionGoesHome() {
        assertThat(browser.post("/logout", "").headers().firstValue("Location")).hasValue("/");
    }

    @ParameterizedTest
    @CsvSource({"ann,", ",session-of-ann", "ann,session-of-ann"})
    void logoutTokenEndsTheSessionsThatItNames(final String subject, final String sid) {
        browser.open("/login");

        assertThat(backChannel(PROVIDER.logoutToken(subject, sid)).statusCode()).isEqualTo(200);

        assertThat(browser.get("/").body()).isEqualTo("home of nobody");
        assertThat(browser.open("/login").body()).as("a new login").isEqualTo("home of ann");
    }

    private static HttpResponse<String> backChannel(final String token) {
        return TestBrowser.at(APP.http().uri()).post("/login/back-channel", "logout_token=" + token);
    }

    @Test
    void logoutTokenOfAnotherSessionOrUserChangesNothing() {
        browser.open("/login");

        backChannel(PROVIDER.logoutToken("bob", null));
        backChannel(PROVIDER.logoutToken("ann", "session-of-bob"));

        assertThat(browser.get("/").body()).isEqualTo("home of ann");
    }

    @Test
    void wrongLogoutTokenIsRefused() {
        browser.open("/login");
        final String token = PROVIDER.logoutToken("ann", null);
        PROVIDER.begin(ProviderFault.WRONG_KEY);
        final String foreign = PROVIDER.logoutToken("ann", null);

        assertThat(backChannel(foreign).statusCode()).isEqualTo(400);
        assertThat(backChannel("rubbish").statusCode()).isEqualTo(400);
        assertThat(backChannel(token + "&logout_token=" + token).statusCode()).isEqualTo(400);
        assertThat(browser.get("/").body()).isEqualTo("home of ann");
    }

    @Test
    void largeSessionIsSplitAndItsPartsBelongTogether() {
        logInWithLargeToken(browser, "ann");
        assertThat(browser.cookies()).containsOnlyKeys(COOKIE, COOKIE + ".1");
        assertThat(browser.get("/").body()).isEqualTo("home of ann");

        final TestBrowser other = TestBrowser.at(APP.http().uri());
        logInWithLargeToken(other, "bob");
        final TestBrowser swapped = TestBrowser.at(APP.http().uri());
        swapped.cookies().put(COOKIE, String.valueOf(browser.cookies().get(COOKIE)));
        swapped.cookies().put(COOKIE + ".1", String.valueOf(other.cookies().get(COOKIE + ".1")));
        assertThat(swapped.get("/").body()).as("swapped part").isEqualTo("home of nobody");

        final TestBrowser missing = TestBrowser.at(APP.http().uri());
        missing.cookies().put(COOKIE, String.valueOf(browser.cookies().get(COOKIE)));
        assertThat(missing.get("/").body()).as("missing part").isEqualTo("home of nobody");

        browser.cookies().computeIfPresent(COOKIE + ".1", (name, part) -> part.substring(0, part.length() - 1));
        assertThat(browser.get("/").body()).as("truncated part").isEqualTo("home of nobody");
    }

    private static void logInWithLargeToken(final TestBrowser tab, final String user) {
        PROVIDER.logInAs(user);
        PROVIDER.claim(
                "groups",
                IntStream.range(0, 120).mapToObj(i -> "a-group-of-users-" + i).collect(Collectors.joining(" ")));
        tab.open("/login");
    }

    @Test
    void sessionThatIsTooLargeWithItsTokenIsKeptWithoutIt() {
        PROVIDER.claim("groups", "g".repeat(3500));
        browser.open("/login");

        assertThat(browser.get("/").body()).isEqualTo("home of ann");
        assertThat(TestBrowser.location(browser.post("/logout", "")).toString())
                .startsWith(PROVIDER.issuer() + "/logout?")
                .doesNotContain("id_token_hint=");
        assertThat(browser.get("/").body()).isEqualTo("home of nobody");
    }

    @Test
    void loginWithMoreClaimsThanFitIsRefusedWithoutLockingTheBrowserOut() {
        PROVIDER.claim("groups", "g".repeat(6000));
        final HttpResponse<String> refused = browser.open("/login");

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("more data about this user than a session can hold");
        assertThat(browser.cookies()).isEmpty();
        assertThat(browser.get("/").body()).isEqualTo("home of nobody");
    }

    @Test
    void sessionEndsWhenItsRefreshedTokensDoNotFit() {
        PROVIDER.tokenLifetime(Duration.ofSeconds(1));
        browser.open("/login");
        PROVIDER.claim("groups", "g".repeat(6000));
        awaitExpiry();

        assertThat(browser.get("/").body()).isEqualTo("home of nobody");
        assertThat(browser.open("/login").statusCode()).isEqualTo(403);
    }

    @Test
    void cookiesOfUnfinishedLoginsLeaveRoomForOtherHeaders() {
        for (int i = 0; i < 6; i++) {
            browser.get("/login?return=/" + "a".repeat(1000));
        }
        assertThat(browser.get("/").body()).isEqualTo("home of nobody");
        logInWithLargeToken(browser, "ann");
        assertThat(browser.get("/").body()).isEqualTo("home of ann");
    }

    @Test
    void cookieThatIsThereTwiceIsNoSession() {
        browser.open("/login");
        final String own = String.valueOf(browser.cookies().get(COOKIE));
        browser.cookies().clear();

        assertThat(browser.withHeader("Cookie", COOKIE + "=" + own).get("/").body())
                .isEqualTo("home of ann");
        assertThat(browser.withHeader("Cookie", COOKIE + "=" + own + "; " + COOKIE + "=" + own)
                        .get("/")
                        .body())
                .isEqualTo("home of nobody");
    }

    @Test
    void cookieOfALoginIsNoSession() {
        browser.get("/login");
        final String login = browser.cookies().values().iterator().next();
        browser.cookies().clear();
        browser.cookies().put(COOKIE, "1." + login);

        assertThat(browser.get("/").body()).isEqualTo("home of nobody");
    }

    @Test
    void sessionOfOneListenerIsNoneOfAnother() {
        browser.open("/login");
        final URI admin = APP.http("rest.admin").uri();

        assertThat(browser.withHome(admin).get("/admin").body()).isEqualTo("admin is nobody");
        assertThat(browser.get("/").body()).isEqualTo("home of ann");
    }

    @ParameterizedTest
    @CsvSource({
        "Sec-Fetch-Site,same-origin,200",
        "Sec-Fetch-Site,none,200",
        "Sec-Fetch-Site,same-site,403",
        "Sec-Fetch-Site,cross-site,403",
        "Origin,own,200",
        "Origin,null,403",
        "Origin,https://evil.example,403",
        "X-Other,a,403"
    })
    void unsafeRequestsComeFromTheOwnPages(final String header, final String value, final int status) {
        browser.open("/login");
        final String sent = value.equals("own") ? APP.http().uri().toString().replaceAll("/$", "") : value;

        final HttpResponse<String> response =
                browser.withHeader(header, sent).send("POST", APP.http().uri().resolve("/order"), "a=b");

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(EVENTS.stream().anyMatch(SecurityEvent.Refused.class::isInstance))
                .isEqualTo(status == 403);
    }

    @Test
    void unsafeRequestWithoutASessionIsNotConcerned() {
        assertThat(browser.withHeader("Sec-Fetch-Site", "cross-site")
                        .post("/order", "a=b")
                        .body())
                .isEqualTo("order of nobody");
    }

    @Test
    void logoutFromAnotherSiteIsRefused() {
        browser.open("/login");

        assertThat(browser.withHeader("Sec-Fetch-Site", "cross-site")
                        .post("/logout", "")
                        .statusCode())
                .isEqualTo(403);
        assertThat(browser.get("/").body()).isEqualTo("home of ann");
    }

    @Test
    void handshakeOfAWebSocketComesFromTheOwnPages() {
        browser.open("/login");
        final String session = COOKIE + "=" + browser.cookies().get(COOKIE);

        assertThat(org.assertj.core.api.Assertions.catchThrowableOfType(
                                org.jzenith.test.WebSocketRefusedException.class,
                                () -> APP.http()
                                        .withHeader("Cookie", session)
                                        .withHeader("Origin", "https://evil.example")
                                        .webSocket("/page"))
                        .response()
                        .status())
                .isEqualTo(403);
    }

    @Test
    void expiredTokensAreRefreshedOnceForParallelRequests() throws Exception {
        PROVIDER.tokenLifetime(Duration.ofSeconds(1));
        browser.open("/login");
        final String before = browser.cookies().get(COOKIE);
        awaitExpiry();
        PROVIDER.reset(); // a slow login may have refreshed its tokens
        PROVIDER.claim("realm_access", Map.of("roles", List.of("promoted")));
        final CompletableFuture<Void> open = new CompletableFuture<>();
        PROVIDER.holdNextTokens(open);
        final TestBrowser copy = TestBrowser.at(APP.http().uri());
        final TestBrowser script = copy.asScript().withHeader("Cookie", COOKIE + "=" + before);
        final ExecutorService threads = Executors.newFixedThreadPool(10);
        try {
            final List<Future<HttpResponse<String>>> all = IntStream.range(0, 10)
                    .mapToObj(i -> threads.submit(() -> script.get("/roles")))
                    .toList();
            open.complete(null);
            for (final Future<HttpResponse<String>> each : all) {
                assertThat(each.get().body()).isEqualTo("promoted none");
                assertThat(each.get().headers().firstValue("Cache-Control")).hasValue("no-store");
            }
            assertThat(PROVIDER.count("refresh")).isEqualTo(1);
            assertThat(copy.cookies().get(COOKIE)).as("renewed by a script").isNotEqualTo(before);
            assertThat(all.stream().map(each -> cookieOf(each)).distinct())
                    .as("one new cookie for all")
                    .containsExactly(copy.cookies().get(COOKIE));
        } finally {
            threads.shutdown();
        }
        assertThat(browser.get("/files").headers().firstValue("Set-Cookie"))
                .as("a request that came with the old cookie, whatever the response")
                .isPresent();
        assertThat(browser.cookies().get(COOKIE)).isEqualTo(copy.cookies().get(COOKIE));
        assertThat(browser.open("/page").headers().firstValue("Set-Cookie"))
                .as("the newest cookie is not set again")
                .isEmpty();
        assertThat(PROVIDER.count("/token")).isEqualTo(1);
    }

    private static String cookieOf(final Future<HttpResponse<String>> response) {
        try {
            final String field =
                    response.get().headers().firstValue("Set-Cookie").orElseThrow();
            return field.substring(COOKIE.length() + 1, field.indexOf(';'));
        } catch (final InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    /** The tokens are stored although the request that has begun the refresh is gone. */
    @Test
    void refreshOutlivesTheRequestThatBeganIt() throws Exception {
        PROVIDER.tokenLifetime(Duration.ofSeconds(1));
        browser.open("/login");
        awaitExpiry();
        PROVIDER.reset(); // a slow login may have refreshed its tokens
        final CompletableFuture<Void> open = new CompletableFuture<>();
        PROVIDER.holdNextTokens(open);
        final URI uri = APP.http().uri();
        try (Socket leaving = new Socket(uri.getHost(), uri.getPort())) {
            leaving.getOutputStream()
                    .write(("GET / HTTP/1.1\r\nHost: " + uri.getRawAuthority() + "\r\nCookie: " + COOKIE + "="
                                    + browser.cookies().get(COOKIE) + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            while (PROVIDER.count("/token") == 0) {
                Thread.onSpinWait();
            }
        }
        open.complete(null);
        assertThat(browser.get("/").body()).isEqualTo("home of ann");
        assertThat(PROVIDER.count("refresh")).isEqualTo(1);
    }

    @Test
    void logoutAfterTheTokensHaveExpiredRefreshesNothingAndDeletesTheCookie() {
        PROVIDER.tokenLifetime(Duration.ofSeconds(1));
        browser.open("/login");
        awaitExpiry();
        PROVIDER.reset(); // a slow login may have refreshed its tokens
        browser.post("/logout", "");
        assertThat(PROVIDER.count("refresh")).isZero();
        assertThat(browser.cookies()).isEmpty();
    }

    /** Waits for the end of a second, since the tokens of a provider expire in whole seconds. */
    static void awaitExpiry() {
        Completable.timer(1200, TimeUnit.MILLISECONDS).blockingAwait();
    }

    @Test
    void refusedRefreshEndsTheSession() {
        PROVIDER.tokenLifetime(Duration.ofSeconds(1));
        browser.open("/login");
        PROVIDER.begin(ProviderFault.REFRESH_FOR_ANOTHER_USER);
        awaitExpiry();

        assertThat(browser.asScript().get("/").body()).isEqualTo("home of nobody");
        PROVIDER.reset();
        assertThat(browser.asScript().get("/").body()).isEqualTo("home of nobody");
        assertThat(browser.open("/page").body()).isEqualTo("page of ann");
    }

    @Test
    void sessionGoesOnWhileTheProviderIsAway() {
        PROVIDER.tokenLifetime(Duration.ofSeconds(1));
        browser.open("/login");
        awaitExpiry();
        PROVIDER.reset(); // a slow login may have refreshed its tokens
        PROVIDER.begin(ProviderFault.TOKEN_UNAVAILABLE);

        for (int i = 0; i < 5; i++) {
            assertThat(browser.get("/").body()).isEqualTo("home of ann");
        }
        assertThat(PROVIDER.count("/token"))
                .as("asked at most once in 10 seconds")
                .isEqualTo(1);
    }
}
