package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.PluginSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.embedded.EmbeddedIdentityProvider;
import org.jzenith.security.jwt.JwtPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.identity.TestBrowser;
import org.jzenith.test.internal.log.LogLines;

/** Logins and tokens without a provider, as an application has them in development. */
final class EmbeddedIdentityProviderTest {

    private static final String[] LOCAL = {"--rest.port=0", "--rest.host=localhost"};
    private static final String SECRET = "--jwt.secret=0123456789abcdef0123456789abcdef";
    private static final Pattern TOKEN = Pattern.compile("Authorization: Bearer ([^']+)' (\\S+)");
    private static final Pattern LINK = Pattern.compile("<a href=\"([^\"]+)\">([^<]+)");

    @Path("/ledger")
    @RolesAllowed("admin")
    public static final class LedgerResource {

        @GET
        public String read(@Context final SecurityContext security) {
            return "ledger of " + security.getUserPrincipal().getName();
        }
    }

    private LogLines log;

    @BeforeEach
    void listen() {
        log = LogLines.of(EmbeddedIdentityProvider.class).at(Level.INFO);
    }

    @AfterEach
    void leave() {
        log.close();
    }

    private static EmbeddedIdentityProvider provider() {
        return EmbeddedIdentityProvider.create()
                .withUser("ann", "admin", "clerk")
                .withUser("bob");
    }

    private static JZenith application(
            final EmbeddedIdentityProvider provider, final List<PluginSource> mechanisms, final String... args) {
        return JZenith.application(args)
                .withPlugins(RestPlugin.withResources(LedgerResource.class), SecurityPlugin.create(), provider)
                .withPlugins(mechanisms.toArray(PluginSource[]::new));
    }

    private static JZenith withTokens(final String... args) {
        return application(provider(), List.of(JwtPlugin.create()), args);
    }

    private static String[] local(final String... more) {
        final String[] all = Arrays.copyOf(LOCAL, LOCAL.length + more.length);
        System.arraycopy(more, 0, all, LOCAL.length, more.length);
        return all;
    }

    /** Returns the token of a user that the log has printed last. */
    private String token(final String user) {
        return log.messages().stream()
                .filter(line -> line.contains(" runs as " + user))
                .map(TOKEN::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .reduce((first, last) -> last)
                .orElseThrow();
    }

    private static HttpResponse<String> ledger(final RunningApplication application, final String token) {
        return ledger(application.uri(), token);
    }

    private static HttpResponse<String> ledger(final URI application, final String token) {
        return TestBrowser.at(application)
                .asScript()
                .withHeader("Authorization", "Bearer " + token)
                .get("/ledger");
    }

    @Test
    void tokensOfTheLogAreThoseOfTheUsers() {
        final String old;
        try (RunningApplication application = withTokens(LOCAL).run()) {
            assertThat(log.messages())
                    .hasSize(3)
                    .first()
                    .asString()
                    .contains("not for production: ann (admin clerk), bob can log in");
            assertThat(log.messages().get(1)).endsWith(" " + application.uri());
            old = token("ann");
            assertThat(ledger(application, old).body()).isEqualTo("ledger of ann");
            assertThat(ledger(application, token("bob")).statusCode()).isEqualTo(403);
            assertThat(TestBrowser.at(application.uri())
                            .asScript()
                            .get("/ledger")
                            .statusCode())
                    .isEqualTo(401);
        }
        try (RunningApplication application = withTokens(LOCAL).run()) {
            assertThat(ledger(application, old).statusCode()).isEqualTo(401);
        }
    }

    @Test
    void usersOfTheSettingsReplaceThoseOfTheCode() {
        try (RunningApplication application = withTokens(
                        local("--identity-provider.users=eve: admin , cem@example.org"))
                .run()) {
            assertThat(log.messages().get(0)).contains(": eve (admin), cem@example.org can log in");
            assertThat(ledger(application, token("eve")).body()).isEqualTo("ledger of eve");
            assertThat(ledger(application, token("cem@example.org")).statusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    void tokensFollowTheSettingsOfTheApplication() {
        try (RunningApplication application = withTokens(local(
                        "--jwt.audience=shop,store",
                        "--jwt.role-claims=realm_access.roles",
                        "--jwt.name-claim=preferred.name",
                        "--jwt.required-claims=tenant"))
                .run()) {
            assertThat(ledger(application, token("ann")).body()).isEqualTo("ledger of ann");
        }
    }

    @Test
    void portOfTheProviderIsFreeAfterTheStop() throws IOException {
        final URI issuer;
        try (RunningApplication application = withTokens(LOCAL).run()) {
            issuer = URI.create(log.messages().get(0).replaceAll(".* at ([^,]+),.*", "$1"));
            try (Socket socket = new Socket(issuer.getHost(), issuer.getPort())) {
                assertThat(application.port()).isNotEqualTo(socket.getPort());
            }
        }
        assertThatThrownBy(() -> new Socket(issuer.getHost(), issuer.getPort()).close())
                .isInstanceOf(ConnectException.class);
    }

    /** The test kit sets the keys of tokens, and nothing about logins. */
    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(() -> application(provider(), List.of(JwtPlugin.create(), OidcPlugin.create())));

    private static HttpResponse<String> login(final TestBrowser browser, final String user) {
        final HttpResponse<String> page = browser.open("/ledger");
        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
        final String link = LINK.matcher(page.body())
                .results()
                .filter(each -> each.group(2).equals(user))
                .map(each -> each.group(1).replace("&amp;", "&"))
                .findFirst()
                .orElseThrow();
        return browser.follow(browser.send("GET", page.uri().resolve(link), ""));
    }

    @Test
    void pageOfTheLoginListsTheUsers() {
        final TestBrowser browser = TestBrowser.at(APP.http().uri());
        assertThat(browser.open("/ledger").body()).contains(">ann<small>admin, clerk</small></a>", ">bob</a>");
        assertThat(login(browser, "ann").body()).isEqualTo("ledger of ann");
        assertThat(browser.get("/ledger").body()).isEqualTo("ledger of ann");
        assertThat(login(TestBrowser.at(APP.http().uri()), "bob").statusCode()).isEqualTo(403);
        browser.post("/logout", "");
        assertThat(browser.get("/ledger").statusCode()).isEqualTo(303);
        assertThat(APP.http().as("eve", "admin").get("/ledger").body()).isEqualTo("ledger of eve");
    }

    @Test
    void userOutsideOfTheListCannotLogIn() {
        final TestBrowser browser = TestBrowser.at(APP.http().uri());
        final URI page = browser.open("/ledger").uri();
        final HttpResponse<String> again = browser.send("GET", URI.create(page + "&development_user=eve"), "");
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(again.body()).contains("Log in as", "development_user=eve&amp;development_user=ann");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--rest.host=0.0.0.0",
                "--rest.host=192.0.2.1",
                "--rest.listeners.more.host=0.0.0.0",
                "--rest.port=0"
            })
    void listenersThatOtherMachinesReachAreRefused(final String setting) {
        final String[] args = setting.startsWith("--rest.listeners")
                ? local(setting, "--rest.listeners.more.port=0")
                : new String[] {"--rest.port=0", setting};
        assertThatThrownBy(() -> application(provider(), List.of(JwtPlugin.create(), OidcPlugin.create()), args)
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining(
                        "so other machines can connect. Because jwt.jwks-url and oidc.issuer are not set, they"
                                + " could log in as every user of the embedded identity provider.")
                .hasMessageContaining(".host to localhost. In production, set jwt.jwks-url and jwt.issuer, and"
                        + " oidc.issuer, oidc.client-id and oidc.client-secret to those of your provider.");
        assertThat(log.messages()).isEmpty();
    }

    @Test
    void nothingStartsBesideAnotherProvider() {
        try (RunningApplication application =
                withTokens("--rest.port=0", SECRET, "--jwt.issuer=shop").run()) {
            assertThat(application.port()).isPositive();
            assertThat(log.messages()).isEmpty();
        }
        assertThatThrownBy(
                        () -> withTokens("--rest.port=0", "--jwt.issuer=shop").run())
                .hasMessageContaining("None of jwt.key-file, jwt.jwks-url and jwt.secret is set");
    }

    @Test
    void pluginWithoutAProviderIsServedBesideOneWith() {
        try (RunningApplication application = application(
                        provider(),
                        List.of(JwtPlugin.create(), OidcPlugin.create()),
                        local(SECRET, "--jwt.issuer=shop"))
                .run()) {
            assertThat(log.messages())
                    .singleElement()
                    .asString()
                    .startsWith("Embedded identity provider at http://127.0.0.1:");
            assertThat(login(TestBrowser.at(application.uri()), "ann").body()).isEqualTo("ledger of ann");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ann admin      | has 'ann admin', which is not a valid user",
                ":admin         | has ':admin', which is not a valid user",
                "ann:admin,ann  | has the user ann twice",
                "ann:admin admin| gives the user ann a role twice"
            })
    void mistakesOfUsersNameTheKey(final String users, final String mistake) {
        assertThatThrownBy(() ->
                        withTokens(local("--identity-provider.users=" + users)).run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("identity-provider.users " + mistake + ".")
                .hasMessageContaining("command line")
                .hasMessageContaining("ann:admin clerk,bob");
    }

    @Test
    void providerWithoutUsersOrPluginsIsAMistake() {
        assertThatThrownBy(() -> application(EmbeddedIdentityProvider.create(), List.of(JwtPlugin.create()), LOCAL)
                        .run())
                .hasMessageContaining("identity-provider.users has no users.");
        assertThatThrownBy(() -> application(provider(), List.of(), LOCAL).run())
                .hasMessageContaining("has neither JwtPlugin nor OidcPlugin to serve");
    }

    @Test
    void checkNeedsNoProvider() {
        application(provider(), List.of(JwtPlugin.create(), OidcPlugin.create()), local("--check"))
                .run()
                .close();
        assertThat(log.messages()).isEmpty();
    }

    @Test
    void developmentModeKeepsTokensOverARestartAndTakesNewUsers() throws Exception {
        final KeptSession session = new KeptSession();
        session.around(() -> {
            withTokens().run().close();
            assertThat(log.messages()).last().asString().endsWith(" " + KeptSession.PUBLIC);
            final String kept = token("ann");
            try (RunningApplication application =
                    withTokens("--identity-provider.users=eve:admin").run()) {
                assertThat(application.uri()).isEqualTo(KeptSession.PUBLIC);
                assertThat(ledger(session.internal(), kept).body()).isEqualTo("ledger of ann");
                assertThat(ledger(session.internal(), token("eve")).body()).isEqualTo("ledger of eve");
            }
            assertThatThrownBy(() -> withTokens("--rest.host=0.0.0.0").run())
                    .hasMessageContaining("rest.host is 0.0.0.0, so other machines can connect");
        });
        session.end();
    }
}
