package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Flowable;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;
import org.jzenith.http.file.StaticFiles;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.authorization.Access;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestWebSocket;
import org.jzenith.test.WebSocketRefusedException;
import org.jzenith.test.identity.TestBrowser;
import org.jzenith.test.identity.TestIdentityProvider;
import org.jzenith.websocket.WebSocketPlugin;

/** Every row of the attack table of logins fails on each kind of target, over HTTP/1.1 and HTTP/2. */
@ParameterizedClass
@EnumSource(Protocol.class)
class LoginAttackTest {

    private static final String COOKIE = "__Host-session";

    /** A resource, a static file and a mount; there is a WebSocket, too. */
    private static final List<String> TARGETS = List.of("/page", "/files/salaries.txt", "/mount");

    @TempDir
    static Path folder;

    @RegisterExtension
    static final TestIdentityProvider PROVIDER = OidcApplication.provider();

    @RegisterExtension
    static final JZenithExtension PLAIN = JZenithExtension.of(() -> application(Protocol.HTTP_1_1));

    @RegisterExtension
    static final JZenithExtension SECURE = JZenithExtension.of(() -> application(Protocol.HTTP_2));

    @Parameter
    Protocol protocol;

    /** Adds a mount. */
    private static final class MountPlugin implements Plugin {

        @Override
        public String name() {
            return "mount";
        }

        @Override
        public List<com.google.inject.Module> modules() {
            return List.of(binder -> HttpMount.binder(binder)
                    .addBinding()
                    .toInstance(HttpMount.at(
                            "/mount",
                            "mount",
                            exchange -> () -> exchange.response().send("text/plain", Buffer.buffer("SECRET")))));
        }
    }

    private static JZenith application(final Protocol protocol) {
        try {
            Files.writeString(folder.resolve("salaries.txt"), "SECRET");
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return protocol.configured(OidcApplication.configured(
                JZenith.application()
                        .withPlugins(
                                RestPlugin.withResources(PageResource.class),
                                StaticFiles.of(StaticFiles.at("/files", folder.toString())),
                                WebSocketPlugin.create().at("/socket", socket -> Flowable.empty()),
                                new MountPlugin(),
                                SecurityPlugin.create()
                                        .withPath("/", Access.everyone())
                                        .withPath("/page", Access.authenticated())
                                        .withPath("/files", Access.authenticated())
                                        .withPath("/socket", Access.authenticated())
                                        .withPath("/mount", Access.authenticated()),
                                OidcPlugin.create(),
                                RestPlugin.named("admin").withResources(AdminResource.class)),
                PROVIDER.issuer()));
    }

    private JZenithExtension application() {
        return protocol == Protocol.HTTP_1_1 ? PLAIN : SECURE;
    }

    private TestBrowser newBrowser() {
        return protocol.browser(application().http().uri());
    }

    private TestBrowser loggedIn() {
        final TestBrowser browser = newBrowser();
        browser.open("/login");
        return browser;
    }

    private TestBrowser loggedInWithLargeToken(final String user) {
        PROVIDER.logInAs(user);
        PROVIDER.claim(
                "groups",
                IntStream.range(0, 120).mapToObj(i -> "a-group-of-users-" + i).collect(Collectors.joining(" ")));
        return loggedIn();
    }

    private TestBrowser with(final Map<String, String> cookies) {
        final TestBrowser browser = newBrowser();
        browser.cookies().putAll(cookies);
        return browser;
    }

    private TestBrowser with(final String session) {
        return with(Map.of(COOKIE, session));
    }

    private void isAnonymous(final TestBrowser browser, final String attack) {
        isAnonymous(browser, application(), attack);
    }

    private static void isAnonymous(
            final TestBrowser browser, final JZenithExtension application, final String attack) {
        for (final String target : TARGETS) {
            final HttpResponse<String> response = browser.asScript().get(target);
            assertThat(response.statusCode()).as(attack + " at " + target).isEqualTo(401);
            assertThat(response.body()).doesNotContain("SECRET", "ann");
        }
        assertThatThrownBy(() -> handshake(browser, application))
                .as(attack + " at the WebSocket")
                .isInstanceOfSatisfying(
                        WebSocketRefusedException.class,
                        refused -> assertThat(refused.response().status()).isEqualTo(401));
    }

    /** Handshakes are those of HTTP/1.1, also over TLS. */
    private static TestWebSocket handshake(final TestBrowser browser, final JZenithExtension application) {
        return application
                .http()
                .withHeader("Sec-Fetch-Site", "same-origin")
                .withHeader(
                        "Cookie",
                        browser.cookies().entrySet().stream()
                                .map(Object::toString)
                                .collect(Collectors.joining("; ")))
                .webSocket("/socket");
    }

    @Test
    void ownSessionOpensEachTarget() {
        final TestBrowser browser = loggedIn();
        for (final String target : TARGETS) {
            final HttpResponse<String> response = browser.asScript().get(target);
            assertThat(response.statusCode()).as(target).isEqualTo(200);
            assertThat(response.version())
                    .isEqualTo(protocol == Protocol.HTTP_2 ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1);
        }
        handshake(browser, application()).close();
        isAnonymous(newBrowser(), "no cookie");
    }

    @Test
    void truncatedOrChangedCookiesAreNoSession() {
        final String whole = String.valueOf(loggedIn().cookies().get(COOKIE));
        isAnonymous(with(whole.substring(0, whole.length() - 1)), "the last character is missing");
        isAnonymous(with(whole.substring(0, whole.length() / 2)), "the second half is missing");
        isAnonymous(with(""), "empty");
        isAnonymous(with("1."), "the number of parts alone");
        isAnonymous(with(whole.substring(2)), "no number of parts");
        for (final String count : List.of("0.", "2.", "9.", "-.", "a.")) {
            isAnonymous(with(count + whole.substring(2)), "the number of parts is " + count);
        }
        final String[] parts = whole.substring(2).split("\\.", -1);
        assertThat(parts).hasSize(5);
        for (int i = 0; i < parts.length; i++) {
            final String[] changed = parts.clone();
            changed[i] =
                    (changed[i].startsWith("B") ? "C" : "B") + changed[i].substring(Math.min(1, changed[i].length()));
            isAnonymous(with("1." + String.join(".", changed)), "part " + i + " of the JWE is changed");
        }
    }

    @Test
    void partsOfSeveralCookiesBelongTogether() {
        final Map<String, String> ann = Map.copyOf(loggedInWithLargeToken("ann").cookies());
        final Map<String, String> bob = Map.copyOf(loggedInWithLargeToken("bob").cookies());
        assertThat(ann).containsOnlyKeys(COOKIE, COOKIE + ".1");
        assertThat(with(ann).asScript().get("/page").body()).isEqualTo("page of ann");
        final Map<String, String> swapped = new LinkedHashMap<>(ann);
        swapped.put(COOKIE + ".1", String.valueOf(bob.get(COOKIE + ".1")));
        isAnonymous(with(swapped), "the second part is that of bob");
        isAnonymous(with(Map.of(COOKIE, String.valueOf(ann.get(COOKIE)))), "the second part is missing");
        isAnonymous(with(Map.of(COOKIE + ".1", String.valueOf(ann.get(COOKIE + ".1")))), "the first part is missing");
        final Map<String, String> exchanged = Map.of(
                COOKIE,
                "2." + ann.get(COOKIE + ".1"),
                COOKIE + ".1",
                String.valueOf(ann.get(COOKIE)).substring(2));
        isAnonymous(with(exchanged), "the parts are exchanged");
        final Map<String, String> shortened = new LinkedHashMap<>(ann);
        shortened.computeIfPresent(COOKIE + ".1", (name, part) -> part.substring(0, part.length() - 1));
        isAnonymous(with(shortened), "the second part is truncated");
    }

    @Test
    void repeatedCookieIsNoSession() {
        final String own = COOKIE + "=" + loggedIn().cookies().get(COOKIE);
        assertThat(newBrowser()
                        .withHeader("Cookie", own)
                        .asScript()
                        .get("/page")
                        .statusCode())
                .isEqualTo(200);
        isAnonymous(newBrowser().withHeader("Cookie", own + "; " + own), "twice the same");
        isAnonymous(newBrowser().withHeader("Cookie", own + "; " + COOKIE + "=1.x"), "a second one");
    }

    @Test
    void cookieOfALoginIsNoSession() {
        final TestBrowser browser = newBrowser();
        browser.get("/login");
        isAnonymous(with("1." + browser.cookies().values().iterator().next()), "the cookie of a login");
    }

    /** Cookies do not know ports: a browser sends the cookie of one listener to the other, too. */
    @Test
    void cookieOfAnotherListenerOrApplicationIsNoSession() {
        final TestBrowser browser = loggedIn();
        final URI admin = application().http("rest.admin").uri();
        assertThat(TestBrowser.at(admin)
                        .withHeader("Cookie", COOKIE + "=" + browser.cookies().get(COOKIE))
                        .get("/admin")
                        .body())
                .isEqualTo("admin is nobody");
        final JZenithExtension other = protocol == Protocol.HTTP_1_1 ? SECURE : PLAIN;
        final TestBrowser elsewhere = TestBrowser.at(other.http().uri());
        elsewhere.cookies().putAll(browser.cookies());
        isAnonymous(elsewhere, other, "the cookie of another application with the same key");
    }

    @Test
    void cookiesThatWereSealedOtherwiseAreNoSessions() {
        final String sealed = String.valueOf(loggedIn().cookies().get(COOKIE)).substring(2);
        final CookieCipher own = CookieCipher.of(OidcApplication.CLIENT, List.of(OidcApplication.KEY));
        final String session = String.valueOf(own.open("session", sealed));
        assertThat(with("1." + own.seal("session", session))
                        .asScript()
                        .get("/page")
                        .statusCode())
                .as("the test seals as the application does")
                .isEqualTo(200);
        isAnonymous(with("1." + own.seal("login", session)), "sealed as a login");
        isAnonymous(
                with("1."
                        + CookieCipher.of("another", List.of(OidcApplication.KEY))
                                .seal("session", session)),
                "sealed for another client");
        isAnonymous(
                with("1."
                        + CookieCipher.of(OidcApplication.CLIENT, List.of(OidcApplication.OTHER_KEY))
                                .seal("session", session)),
                "sealed with another key");
        final String expired = new JsonObject(session)
                .put("x", Instant.now().minusSeconds(1).toEpochMilli())
                .encode();
        isAnonymous(with("1." + own.seal("session", expired)), "expired a second ago");
        isAnonymous(with("1." + own.seal("session", "{}")), "without content");
        isAnonymous(with("1." + own.seal("session", "no JSON")), "no JSON");
    }

    @Test
    void largeCookiesAreRefusedOrNoSession() {
        final HttpResponse<String> response = newBrowser()
                .withHeader("Cookie", COOKIE + "=1." + "a".repeat(6000))
                .asScript()
                .get("/page");
        assertThat(response.statusCode()).isEqualTo(401);
        try {
            assertThat(newBrowser()
                            .withHeader("Cookie", COOKIE + "=1." + "a".repeat(100 * 1024))
                            .asScript()
                            .get("/page")
                            .statusCode())
                    .isEqualTo(431);
        } catch (final UncheckedIOException closed) {
            assertThat(protocol).as("a stream that is reset").isEqualTo(Protocol.HTTP_2);
        }
        assertThat(loggedIn().asScript().get("/page").statusCode()).isEqualTo(200);
    }

    @Test
    void cookieIsReplayedInVainAfterALogout() {
        final TestBrowser browser = loggedIn();
        final Map<String, String> copy = Map.copyOf(browser.cookies());
        browser.post("/logout", "");
        isAnonymous(browser, "logged out");
        isAnonymous(with(copy), "a replayed cookie");
    }

    @Test
    void cookieIsReplayedInVainAfterALogoutAtTheProvider() {
        final TestBrowser browser = loggedIn();
        assertThat(newBrowser()
                        .post("/login/back-channel", "logout_token=" + PROVIDER.logoutToken("ann", null))
                        .statusCode())
                .isEqualTo(200);
        isAnonymous(browser, "logged out by the provider");
    }

    /** Session fixation: the session that an attacker has planted is not the one of the user who logs in. */
    @Test
    void loginDoesNotKeepAPlantedSession() {
        PROVIDER.logInAs("mallory");
        final TestBrowser attacker = loggedIn();
        final String planted = String.valueOf(attacker.cookies().get(COOKIE));
        PROVIDER.logInAs("ann");
        final TestBrowser victim = newBrowser();
        final HttpResponse<String> begun = victim.get("/login?return=/page");
        victim.cookies().put(COOKIE, planted);
        assertThat(victim.follow(begun).body()).isEqualTo("page of ann");
        assertThat(victim.cookies().get(COOKIE)).isNotEqualTo(planted);
        assertThat(attacker.asScript().get("/page").body()).isEqualTo("page of mallory");
    }

    /** Login cross-site request forgery: an attacker sends the own callback to the victim. */
    @Test
    void callbackOfAnotherBrowserIsRefused() {
        PROVIDER.logInAs("mallory");
        final URI callback = callback(newBrowser());
        final TestBrowser victim = newBrowser();
        victim.get("/login");
        refuses(victim, callback, "the callback of another browser");
    }

    private static URI callback(final TestBrowser browser) {
        return TestBrowser.location(browser.send("GET", TestBrowser.location(browser.get("/login?return=/page")), ""));
    }

    private static void refuses(final TestBrowser browser, final URI callback, final String attack) {
        final int before = PROVIDER.count("/token");
        assertThat(browser.send("GET", callback, "").statusCode()).as(attack).isEqualTo(400);
        assertThat(browser.cookies()).as(attack).doesNotContainKey(COOKIE);
        assertThat(PROVIDER.count("/token")).as("codes sent after " + attack).isEqualTo(before);
    }

    @Test
    void parametersOfTheCallbackArePollutedInVain() {
        final String state = "state=";
        for (final String more : List.of(
                "&code=other",
                "&code=",
                "&state=other",
                "&state=",
                "&iss=https://evil.example",
                "&iss=" + PROVIDER.issuer() + "&iss=https://evil.example",
                "&%63ode=other",
                "&%73tate=other")) {
            final TestBrowser browser = newBrowser();
            refuses(browser, URI.create(callback(browser) + more), more);
            final TestBrowser first = newBrowser();
            final URI callback = callback(first);
            refuses(
                    first,
                    URI.create(callback.toString().replace("?", "?" + more.substring(1) + "&")),
                    more + " in front");
        }
        final TestBrowser browser = newBrowser();
        final URI callback = callback(browser);
        refuses(browser, URI.create(callback.toString().replace(state, "states=")), "no state");
        refuses(newBrowser(), URI.create(callback.toString().replace("code=", "codes=")), "no code");
        assertThat(browser.post(callback.getRawPath(), callback.getRawQuery()).statusCode())
                .as("as a form")
                .isEqualTo(405);
    }

    /** The code of an attacker, or of another tab, is bound to the verifier and the nonce of the login that has asked for it. */
    @Test
    void codeOfAnotherLoginIsRefused() {
        final TestBrowser browser = newBrowser();
        final URI own = callback(browser);
        PROVIDER.logInAs("mallory");
        final URI foreign = callback(newBrowser());
        final URI mixed = URI.create(own.toString().replace(code(own), code(foreign)));
        assertThat(browser.send("GET", mixed, "").statusCode()).isEqualTo(400);
        assertThat(browser.cookies()).doesNotContainKey(COOKIE);
        assertThat(browser.send("GET", own, "").statusCode())
                .as("the login of the state is used up")
                .isEqualTo(400);
    }

    private static String code(final URI callback) {
        return Arrays.stream(callback.getRawQuery().split("&", -1))
                .filter(each -> each.startsWith("code="))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void callbackIsUsedOnce() {
        final TestBrowser browser = newBrowser();
        final URI callback = callback(browser);
        assertThat(browser.send("GET", callback, "").statusCode()).isEqualTo(303);
        final Map<String, String> session = Map.copyOf(browser.cookies());
        browser.cookies().clear();
        refuses(browser, callback, "a replayed callback");
        assertThat(with(session).asScript().get("/page").statusCode()).isEqualTo(200);
    }
}
