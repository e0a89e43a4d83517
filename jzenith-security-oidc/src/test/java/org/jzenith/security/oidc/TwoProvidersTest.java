package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.jzenith.core.RunningApplication;
import org.jzenith.test.identity.ProviderFault;
import org.jzenith.test.identity.TestBrowser;
import org.jzenith.test.identity.TestIdentityProvider;

/** The same logins at two providers that were written independently of each other. */
@ParameterizedClass(name = "{0}")
@MethodSource("providers")
class TwoProvidersTest {

    private static final String COOKIE = "__Host-session";
    private static final OfTestKit OF_TEST_KIT = new OfTestKit();
    private static final OfMockServer OF_MOCK_SERVER = new OfMockServer();

    /** A provider at which ann logs in. */
    private interface Provider {

        String issuer();

        /** Lets the tokens of the next login expire after one second. */
        void shortenTokens();

        /** Lets the next login be as usual. */
        void behave();

        /** Lets the next tokens come from another issuer. */
        void lieAboutTheIssuer();

        void close();
    }

    /** The provider of the test kit. */
    private static final class OfTestKit implements Provider {

        private final TestIdentityProvider provider = TestIdentityProvider.create(
                        OidcApplication.CLIENT, OidcApplication.SECRET)
                .withUser("ann", "admin")
                .withRoleClaim("realm_access.roles");

        @Override
        public String issuer() {
            return provider.issuer();
        }

        @Override
        public void shortenTokens() {
            provider.tokenLifetime(Duration.ofSeconds(1));
        }

        @Override
        public void behave() {
            provider.reset();
        }

        @Override
        public void lieAboutTheIssuer() {
            provider.begin(ProviderFault.WRONG_TOKEN_ISSUER);
        }

        @Override
        public void close() {
            provider.close();
        }

        @Override
        public String toString() {
            return "TestIdentityProvider";
        }
    }

    /** The mock server of the Norwegian Labour and Welfare Administration. */
    private static final class OfMockServer implements Provider {

        private static final String ID = "shop";

        private final MockOAuth2Server server = new MockOAuth2Server();

        OfMockServer() {
            server.start();
        }

        @Override
        public String issuer() {
            return server.issuerUrl(ID).toString();
        }

        /** It rounds down what is left of the lifetime, and 0 would mean that tokens do not expire. */
        @Override
        public void shortenTokens() {
            next(Duration.ofSeconds(2), Map.of());
        }

        @Override
        public void behave() {
            next(Duration.ofMinutes(5), Map.of());
        }

        @Override
        public void lieAboutTheIssuer() {
            next(Duration.ofMinutes(5), Map.of("iss", "https://evil.example"));
        }

        private void next(final Duration lifetime, final Map<String, Object> claims) {
            final Map<String, Object> all = new HashMap<>(claims);
            all.put("realm_access", Map.of("roles", List.of("admin")));
            server.enqueueCallback(new DefaultOAuth2TokenCallback(ID, "ann", "JWT", null, all, lifetime.toSeconds()));
        }

        @Override
        public void close() {
            server.shutdown();
        }

        @Override
        public String toString() {
            return "mock-oauth2-server";
        }
    }

    static Stream<Provider> providers() {
        return Stream.of(OF_TEST_KIT, OF_MOCK_SERVER);
    }

    /** Without the test kit, which would miss threads that the mock server keeps for a minute. */
    private static RunningApplication application;

    private final Provider provider;
    private final TestBrowser browser = TestBrowser.at(application.uri());

    TwoProvidersTest(final Provider provider) {
        this.provider = provider;
    }

    @BeforeParameterizedClassInvocation
    static void start(final Provider provider) {
        application = run(provider.issuer());
    }

    @AfterParameterizedClassInvocation
    static void stop(final Provider provider) {
        application.stop();
        provider.close();
    }

    private static RunningApplication run(final String issuer) {
        return OidcApplication.of(issuer, OidcPlugin.create())
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("oidc.timeout", "20s")
                .run();
    }

    @Test
    void userLogsInWithRoles() {
        provider.behave();
        assertThat(browser.open("/page?a=b").body()).isEqualTo("page of ann");
        assertThat(browser.get("/roles").body()).startsWith("admin ");
    }

    @Test
    void tokensAreRefreshed() {
        provider.shortenTokens();
        browser.open("/login");
        final String before = browser.cookies().get(COOKIE);
        SessionTest.awaitExpiry();
        assertThat(browser.asScript().get("/").body()).isEqualTo("home of ann");
        assertThat(browser.cookies().get(COOKIE)).isNotEqualTo(before);
        assertThat(browser.asScript().get("/").body()).isEqualTo("home of ann");
    }

    @Test
    void logoutEndsTheSessionHereAndAtTheProvider() {
        provider.behave();
        browser.open("/login");
        final TestBrowser copy = TestBrowser.at(application.uri());
        copy.cookies().putAll(browser.cookies());
        final HttpResponse<String> logout = browser.post("/logout", "");
        assertThat(TestBrowser.location(logout).toString()).startsWith(provider.issuer());
        assertThat(browser.follow(logout).body()).isEqualTo("home of nobody");
        assertThat(copy.get("/").body()).as("a replayed cookie").isEqualTo("home of nobody");
    }

    @Test
    void tokenOfAnotherIssuerIsNoLogin() {
        provider.lieAboutTheIssuer();
        assertThat(browser.open("/login").statusCode()).isEqualTo(400);
        assertThat(browser.cookies()).isEmpty();
    }

    @Test
    void issuerIsComparedToTheLastCharacter() {
        final RunningApplication other = run(provider.issuer() + "/");
        try {
            assertThat(TestBrowser.at(other.uri()).get("/login").statusCode()).isEqualTo(503);
        } finally {
            other.stop();
        }
        assertThat(browser.get("/login").statusCode()).isEqualTo(303);
    }
}
