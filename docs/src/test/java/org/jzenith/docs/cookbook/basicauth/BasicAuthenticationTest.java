package org.jzenith.docs.cookbook.basicauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The code of docs/cookbook/basic-authentication.md. */
final class BasicAuthenticationTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(BasicAuthenticationTest::application)
            .withOverridingConfiguration("users.passwords.ann", "pass:wörd");

    private static JZenith application() {
        // region application
        return JZenith.application()
                .withSettings(UserSettings.class)
                .withPlugins(RestPlugin.withResources(AccountResource.class).withProviders(BasicAuthentication.class));
        // endregion
    }

    private static TestResponse get(final String credentials) {
        final String encoded = Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
        return APP.http().withHeader("Authorization", "Basic " + encoded).get("/account");
    }

    @Test
    void theResourceKnowsWhoAsks() {
        assertThat(get("ann:pass:wörd").body()).isEqualTo("ann");
    }

    @Test
    void anotherPasswordOrUserIsRefused() {
        for (final String credentials : new String[] {"ann:", "ann", "ann:pass", "bob:pass:wörd", ":", ""}) {
            assertThat(get(credentials).status()).as(credentials).isEqualTo(401);
        }
    }

    @Test
    void withoutCredentialsTheBrowserIsToldToAsk() {
        final TestResponse answer = APP.http().get("/account");
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("WWW-Authenticate")).contains("Basic realm=\"shop\", charset=\"UTF-8\"");
        assertThat(APP.http()
                        .withHeader("Authorization", "Basic %%%")
                        .get("/account")
                        .status())
                .isEqualTo(401);
        assertThat(APP.http()
                        .withHeader("Authorization", "Bearer x")
                        .get("/account")
                        .status())
                .isEqualTo(401);
    }

    @Test
    void healthNeedsNoPassword() {
        assertThat(APP.http().get("/health").status()).isEqualTo(200);
    }
}
