package org.jzenith.security.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.identity.ProviderFault;
import org.jzenith.test.identity.TestBrowser;
import org.jzenith.test.identity.TestIdentityProvider;

/** A provider that issues wrong tokens gets nobody in, over HTTP/1.1 and HTTP/2. */
@ParameterizedClass
@EnumSource(Protocol.class)
class LyingProviderTest {

    @RegisterExtension
    static final TestIdentityProvider PROVIDER = OidcApplication.provider();

    /** A new application for each test, because the discovery document and the keys are kept. */
    @RegisterExtension
    final JZenithExtension app = JZenithExtension.of(() -> protocol().configured(OidcApplication.of(PROVIDER)));

    @Parameter
    Protocol protocol;

    private Protocol protocol() {
        return protocol;
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
                "HMAC_WITH_PUBLIC_KEY",
                "UNKNOWN_KEYS"
            })
    void tokenThatLiesIsNoLogin(final ProviderFault fault) {
        final TestBrowser browser = protocol.browser(app.http().uri());
        PROVIDER.begin(fault);
        assertThat(browser.open("/login").statusCode()).isEqualTo(400);
        assertThat(browser.cookies()).isEmpty();
    }
}
