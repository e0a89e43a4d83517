package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.identity.ProviderFault;
import org.jzenith.test.identity.TestBrowser;
import org.jzenith.test.identity.TestIdentityProvider;

/** A provider that hangs, sends 1 GB or redirects fails only its own logins, over HTTP/1.1 and HTTP/2. */
@ParameterizedClass
@EnumSource(Protocol.class)
class ProviderAttackTest {

    @RegisterExtension
    static final TestIdentityProvider PROVIDER = OidcApplication.provider();

    /** A new application for each test, because the discovery document and the keys are kept. */
    @RegisterExtension
    final JZenithExtension app = JZenithExtension.of(
            () -> protocol().configured(OidcApplication.of(PROVIDER)).withConfiguration("oidc.timeout", "500ms"));

    @Parameter
    Protocol protocol;

    private Protocol protocol() {
        return protocol;
    }

    @ParameterizedTest
    @EnumSource(
            value = ProviderFault.class,
            names = {
                "WRONG_ISSUER",
                "DISCOVERY_REDIRECTS",
                "DISCOVERY_IS_ENDLESS",
                "DISCOVERY_HANGS",
                "KEYS_REDIRECT",
                "KEYS_ARE_ENDLESS",
                "KEYS_HANG",
                "TOKEN_REDIRECTS",
                "TOKEN_IS_ENDLESS",
                "TOKEN_HANGS",
                "TOKEN_UNAVAILABLE"
            })
    void loginIsUnavailableWithoutASessionAndEverythingElseWorks(final ProviderFault fault) {
        final TestBrowser browser = protocol.browser(app.http().uri());
        PROVIDER.begin(fault);
        final long begun = System.nanoTime();
        final HttpResponse<String> response = browser.open("/login");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("Retry-After")).hasValue("5");
        assertThat(response.body()).doesNotContain("127.0.0.1", "evil.example", "Exception");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
        assertThat(browser.cookies()).doesNotContainKey("__Host-session");
        assertThat(PROVIDER.count("/elsewhere")).as("no redirect is followed").isZero();
        assertThat(browser.get("/").body()).isEqualTo("home of nobody");
    }
}
