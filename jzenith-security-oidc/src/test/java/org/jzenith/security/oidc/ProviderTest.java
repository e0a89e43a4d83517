package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.observe.Gauges;
import org.jzenith.core.problem.StartException;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;
import org.jzenith.test.identity.ProviderFault;
import org.jzenith.test.identity.TestBrowser;
import org.jzenith.test.identity.TestIdentityProvider;
import org.jzenith.test.internal.leak.Polling;

class ProviderTest {

    @RegisterExtension
    static final TestIdentityProvider PROVIDER = OidcApplication.provider();

    /** A new application for each test, because the discovery document is kept. */
    @RegisterExtension
    final JZenithExtension app = JZenithExtension.of(() -> OidcApplication.of(PROVIDER)
            .withConfiguration("oidc.timeout", "5s")
            .withConfiguration("health.timeout", "20s"));

    private TestBrowser browser = TestBrowser.at(URI.create("http://localhost"));

    @BeforeEach
    void openBrowser() {
        browser = TestBrowser.at(app.http().uri());
    }

    @Test
    void startDoesNotNeedTheProvider() {
        assertThat(PROVIDER.count("/.well-known/openid-configuration")).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = ProviderFault.class,
            names = {"WRONG_ISSUER", "DISCOVERY_REDIRECTS", "DISCOVERY_IS_ENDLESS", "DISCOVERY_HANGS"})
    void brokenDiscoveryIs503UntilItWorks(final ProviderFault fault) {
        PROVIDER.begin(fault);
        final long begun = System.nanoTime();

        final HttpResponse<String> login = browser.get("/login");

        assertThat(login.statusCode()).isEqualTo(503);
        assertThat(login.body()).doesNotContain("127.0.0.1", "evil.example");
        assertThat(PROVIDER.count("/elsewhere")).as("no redirect is followed").isZero();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
        assertThat(health()).isEqualTo("DEGRADED");

        PROVIDER.reset();
        HttpResponse<String> again = browser.get("/login");
        final Polling polling = new Polling(Duration.ofSeconds(60));
        while (again.statusCode() == 503 && !polling.isOver()) {
            polling.pause();
            again = browser.get("/login");
        }
        assertThat(browser.follow(again).body()).isEqualTo("home of ann");
        assertThat(health()).isEqualTo("UP");
    }

    /** Returns the state of the provider; the application is ready in each. */
    private String health() {
        final TestResponse ready = app.http().get("/health/ready");
        assertThat(ready.status()).isEqualTo(200);
        return ready.json().path("checks").path(1).path("status").textValue();
    }

    @Test
    void aProviderThatGoesAwayIsNoticedAlthoughItsDocumentIsKnown() {
        browser.open("/page");
        PROVIDER.begin(ProviderFault.WRONG_ISSUER);
        assertThat(health()).isEqualTo("DEGRADED");
        assertThat(browser.get("/page").body()).isEqualTo("page of ann");

        PROVIDER.reset();
        Polling.until(() -> !health().equals("DEGRADED"));
    }

    @Test
    void keysThatCannotBeFetchedDegradeTheApplicationOnly() {
        assertThat(health()).isEqualTo("UP");
        PROVIDER.begin(ProviderFault.KEYS_REDIRECT);
        assertThat(browser.open("/page").statusCode()).isEqualTo(503);
        assertThat(health()).isEqualTo("DEGRADED");
    }

    @Test
    void healthChecksDoNotReachTheProviderEachTime() {
        for (int i = 0; i < 20; i++) {
            assertThat(health()).isEqualTo("UP");
        }
        assertThat(PROVIDER.count("/.well-known/openid-configuration")).isLessThan(5);
    }

    @Test
    void clientThatRetriesDoesNotReachABrokenProviderEachTime() {
        PROVIDER.begin(ProviderFault.WRONG_ISSUER);
        final long begin = System.nanoTime();
        for (int i = 0; i < 50; i++) {
            browser.get("/login");
        }

        final int fetches = PROVIDER.count("/.well-known/openid-configuration");
        final long seconds = Duration.ofNanos(System.nanoTime() - begin).toSeconds();
        assertThat(fetches).isLessThanOrEqualTo((int) (2 + seconds));
    }

    @ParameterizedTest
    @EnumSource(
            value = ProviderFault.class,
            names = {"DISCOVERY_IS_ODD", "KEYS_ARE_ODD"})
    void whatALoginDoesNotUseCannotStopIt(final ProviderFault fault) {
        PROVIDER.begin(fault);
        assertThat(browser.open("/page").body()).isEqualTo("page of ann");
    }

    @Test
    void unknownKeysAreFetchedAtMostOnceInTenSecondsAndAreNotRefusedInBetween() {
        browser.open("/login");
        final int before = PROVIDER.count("/keys");
        PROVIDER.begin(ProviderFault.UNKNOWN_KEYS);
        final long begin = System.nanoTime();
        assertThat(backChannel().statusCode()).as("a fetch has looked for it").isEqualTo(400);
        int answered = 1;
        for (int i = 0; i < 20; i++) {
            final HttpResponse<String> response = backChannel();
            if (response.statusCode() == 400) {
                answered++;
            } else {
                assertThat(response.statusCode()).isEqualTo(503);
                assertThat(response.headers().firstValue("Retry-After")).isPresent();
            }
        }

        final int fetches = PROVIDER.count("/keys") - before;
        final long seconds = Duration.ofNanos(System.nanoTime() - begin).toSeconds();
        assertThat(fetches).isGreaterThanOrEqualTo(answered).isLessThanOrEqualTo((int) (1 + seconds / 10));
        assertThat(browser.get("/").body()).isEqualTo("home of ann");
    }

    @Test
    void strangersDoNotDelayALoginWithANewKey() {
        browser.open("/login");
        PROVIDER.begin(ProviderFault.UNKNOWN_KEYS);
        backChannel();
        PROVIDER.reset();
        PROVIDER.rotateKey();

        assertThat(backChannel().statusCode()).as("it may be a good one").isEqualTo(503);
        assertThat(TestBrowser.at(app.http().uri()).open("/page").body()).isEqualTo("page of ann");
        assertThat(backChannel().statusCode()).isEqualTo(200);
    }

    private HttpResponse<String> backChannel() {
        return TestBrowser.at(app.http().uri())
                .post("/login/back-channel", "logout_token=" + PROVIDER.logoutToken("ann", null));
    }

    @ParameterizedTest
    @CsvSource({
        "shop, , 200",
        "shop, shop, 200",
        "shop, another, 400",
        "shop another, , 400",
        "shop another, another, 400",
        "shop another, shop, 200"
    })
    void tokenForSeveralAudiencesNamesThisClientAsItsParty(
            final String audience, final @Nullable String party, final int status) {
        PROVIDER.claim("aud", List.of(audience.split(" ", -1)));
        if (party != null) {
            PROVIDER.claim("azp", party);
        }
        assertThat(browser.open("/login").statusCode()).isEqualTo(status);
    }

    @Test
    void tokensOfAProviderThatChangesItsKeyAreVerified() {
        browser.open("/login");
        final Gauge age = app.get(Gauges.class).all().stream()
                .filter(gauge -> gauge.name().equals("oidc.keys-age"))
                .findFirst()
                .orElseThrow();
        Polling.until(() -> age.used() > 0);
        final long begin = System.nanoTime();
        PROVIDER.rotateKey();

        assertThat(TestBrowser.at(app.http().uri()).open("/page").body()).isEqualTo("page of ann");
        assertThat(age.used())
                .isLessThanOrEqualTo(Duration.ofNanos(System.nanoTime() - begin).toSeconds());
    }

    @Test
    void aRoleIsFoundByItsPathWhereverANameHasDots() {
        PROVIDER.claim("shop.example", Map.of("roles", List.of("clerk")));
        final RunningApplication shop = OidcApplication.of(PROVIDER)
                .withOverridingConfiguration("oidc.role-claim", "shop.example.roles")
                .withOverridingConfiguration("rest.port", 0)
                .run();
        try {
            final TestBrowser user = TestBrowser.at(shop.uri());
            user.open("/login");
            assertThat(user.get("/roles").body()).startsWith("clerk ");
        } finally {
            shop.stop();
        }
    }

    @Test
    void theProviderAndTheApplicationMayHaveEveryHost() {
        for (final String host : List.of("my_provider", "b\u00fccher.example")) {
            OidcApplication.of(PROVIDER)
                    .withOverridingConfiguration("oidc.issuer", "https://" + host)
                    .withOverridingConfiguration("oidc.public-url", "https://" + host + "/")
                    .withOverridingConfiguration("rest.port", 0)
                    .run()
                    .stop();
        }
    }

    @Test
    void wrongSettingsAreReportedTogether() {
        assertThatThrownBy(() -> OidcApplication.of(PROVIDER)
                        .withOverridingConfiguration("oidc.issuer", "http://provider.example")
                        .withOverridingConfiguration("oidc.session.cookie", "session")
                        .withOverridingConfiguration("oidc.session.keys", "c2hvcnQ=")
                        .withOverridingConfiguration("oidc.scopes", "profile")
                        .withOverridingConfiguration("oidc.algorithms", "HS256")
                        .withOverridingConfiguration("rest.port", 0)
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("oidc.issuer is 'http://provider.example', which is not an HTTPS URL.")
                .hasMessageContaining("oidc.session.cookie is 'session'")
                .hasMessageContaining("it has 5 bytes instead of 32")
                .hasMessageContaining("oidc.scopes does not contain openid")
                .hasMessageContaining("oidc.algorithms contains 'HS256'")
                .hasMessageNotContaining("c2hvcnQ=");
    }
}
