package org.jzenith.docs.cookbook.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.sql.Database;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.identity.TestBrowser;
import org.jzenith.test.identity.TestIdentityProvider;

/** The code of docs/cookbook/login.md. */
final class LoginTest {

    // region test
    @RegisterExtension
    static final TestIdentityProvider PROVIDER = TestIdentityProvider.create(
                    "shop", "secret")
            .withUser("ann", "clerk")
            .withUser("bob");

    @RegisterExtension
    static final JZenithExtension APP =
            JZenithExtension.of(() -> LoginApplication.application()
                    .withOverridingConfiguration("oidc.issuer", PROVIDER.issuer())
                    .withOverridingConfiguration("oidc.client-id", "shop")
                    .withOverridingConfiguration("oidc.client-secret", "secret")
                    .withOverridingConfiguration("oidc.role-claim", "roles"));

    @Test
    void clerkLogsInAndOut() {
        final TestBrowser browser = TestBrowser.at(APP.http().uri());
        assertThat(browser.open("/orders").body()).contains("Orders");
        browser.post("/logout", "");
        assertThat(browser.get("/orders").statusCode()).isEqualTo(303);
    }

    @Test
    void othersMayNotSeeTheOrders() {
        PROVIDER.logInAs("bob");
        assertThat(TestBrowser.at(APP.http().uri()).open("/orders").statusCode())
                .isEqualTo(403);
    }
    // endregion

    // region script
    @Test
    void scriptIsRefusedUntilTheUserHasLoggedIn() {
        final TestBrowser browser = TestBrowser.at(APP.http().uri());
        final TestBrowser script = browser.asScript().withHeader("Accept", "*/*");
        assertThat(script.get("/orders").statusCode()).isEqualTo(401);
        browser.open("/orders");
        assertThat(script.get("/orders").statusCode()).isEqualTo(200);
    }
    // endregion

    @Nested
    final class InPostgresql {

        @RegisterExtension
        static final JZenithExtension STORED = JZenithExtension.of(() -> LoginApplication.application()
                .withPlugins(PostgresqlPlugin.create())
                .withOverridingConfiguration("oidc.session.store", "postgresql")
                .withOverridingConfiguration("oidc.issuer", PROVIDER.issuer())
                .withOverridingConfiguration("oidc.client-id", "shop")
                .withOverridingConfiguration("oidc.client-secret", "secret")
                .withOverridingConfiguration("oidc.role-claim", "roles"));

        @Test
        void theSessionIsInTheTableUntilTheLogout() {
            final TestBrowser browser = TestBrowser.at(STORED.http().uri());
            assertThat(browser.open("/orders").body()).contains("Orders");
            assertThat(sessions()).isOne();
            browser.post("/logout", "");
            assertThat(sessions()).isZero();
        }

        private static long sessions() {
            return STORED.get(Database.class)
                    .query("SELECT count(*) AS n FROM oidc_session")
                    .map(row -> row.getLong("n"))
                    .single()
                    .blockingGet();
        }
    }

    @Test
    void settingsAreComplete() throws IOException {
        final Properties settings = new Properties();
        try (InputStream file = LoginTest.class.getResourceAsStream("/cookbook/login/keycloak.properties")) {
            settings.load(file);
        }
        final JZenith application = LoginApplication.application("--check");
        settings.forEach((key, value) -> application.withConfiguration(String.valueOf(key), value));
        application.run().close();
    }
}
