package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.identity.ProviderFault;
import org.jzenith.test.identity.TestBrowser;
import org.jzenith.test.identity.TestIdentityProvider;

/** A provider that issues wrong tokens gets nobody in, over HTTP/1.1, and some over HTTP/2. */
@ParameterizedClass
@CsvSource({
    "HTTP_1_1, WRONG_NONCE",
    "HTTP_1_1, WRONG_AUDIENCE",
    "HTTP_1_1, WRONG_TOKEN_ISSUER",
    "HTTP_1_1, EXPIRED",
    "HTTP_1_1, WRONG_KEY",
    "HTTP_1_1, UNSIGNED",
    "HTTP_1_1, HMAC_WITH_PUBLIC_KEY",
    "HTTP_1_1, UNKNOWN_KEYS",
    "HTTP_2, WRONG_NONCE",
    "HTTP_2, WRONG_KEY"
})
class LyingProviderTest {

    @RegisterExtension
    static final TestIdentityProvider PROVIDER = OidcApplication.provider();

    /** A new application for each test, because the discovery document and the keys are kept. */
    @RegisterExtension
    final JZenithExtension app = JZenithExtension.of(() -> protocol().configured(OidcApplication.of(PROVIDER)));

    @Parameter(0)
    Protocol protocol;

    @Parameter(1)
    ProviderFault fault;

    private Protocol protocol() {
        return protocol;
    }

    @Test
    void tokenThatLiesIsNoLogin() {
        final TestBrowser browser = protocol.browser(app.http().uri());
        PROVIDER.begin(fault);
        assertThat(browser.open("/login").statusCode()).isEqualTo(400);
        assertThat(browser.cookies()).isEmpty();
    }
}
