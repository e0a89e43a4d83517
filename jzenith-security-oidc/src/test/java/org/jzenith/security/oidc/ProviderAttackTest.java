package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.identity.ProviderFault;
import org.jzenith.test.identity.TestBrowser;
import org.jzenith.test.identity.TestIdentityProvider;

/** A provider that hangs, sends 1 GB or redirects fails only its own logins, over HTTP/1.1, and some over HTTP/2. */
@ParameterizedClass
@CsvSource({
    "HTTP_1_1, WRONG_ISSUER",
    "HTTP_1_1, DISCOVERY_REDIRECTS",
    "HTTP_1_1, DISCOVERY_IS_ENDLESS",
    "HTTP_1_1, DISCOVERY_HANGS",
    "HTTP_1_1, KEYS_REDIRECT",
    "HTTP_1_1, KEYS_ARE_ENDLESS",
    "HTTP_1_1, KEYS_HANG",
    "HTTP_1_1, TOKEN_REDIRECTS",
    "HTTP_1_1, TOKEN_IS_ENDLESS",
    "HTTP_1_1, TOKEN_HANGS",
    "HTTP_1_1, TOKEN_UNAVAILABLE",
    "HTTP_2, DISCOVERY_HANGS",
    "HTTP_2, TOKEN_REDIRECTS"
})
class ProviderAttackTest {

    @RegisterExtension
    static final TestIdentityProvider PROVIDER = OidcApplication.provider();

    /** A new application for each test, because the discovery document and the keys are kept. */
    @RegisterExtension
    final JZenithExtension app = JZenithExtension.of(
            () -> protocol().configured(OidcApplication.of(PROVIDER)).withConfiguration("oidc.timeout", "500ms"));

    @Parameter(0)
    Protocol protocol;

    @Parameter(1)
    ProviderFault fault;

    private Protocol protocol() {
        return protocol;
    }

    @Test
    void loginIsUnavailableWithoutASessionAndEverythingElseWorks() {
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
