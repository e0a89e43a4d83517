package org.jzenith.docs.cookbook.basicauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.password.Users;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The code of docs/cookbook/basic-authentication.md. */
final class BasicAuthenticationTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> {
        final JZenith application = application();
        settings().forEach((key, value) -> application.withConfiguration(String.valueOf(key), value));
        return application;
    });

    private static JZenith application(final String... args) {
        // region application
        return JZenith.application(args)
                .withPlugins(
                        RestPlugin.withResources(AccountResource.class),
                        SecurityPlugin.create()
                                .withBasicAuthentication(Users.fromSettings()));
        // endregion
    }

    private static Properties settings() {
        final Properties settings = new Properties();
        try (InputStream file =
                BasicAuthenticationTest.class.getResourceAsStream("/cookbook/basicauth/users.properties")) {
            settings.load(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return settings;
    }

    private static TestResponse get(final String credentials) {
        final String encoded = Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
        return APP.http().withHeader("Authorization", "Basic " + encoded).get("/account");
    }

    @Test
    void theResourceKnowsWhoAsks() {
        assertThat(get("ann:s3cret").expectStatus(200).body()).isEqualTo("ann");
    }

    @Test
    void anotherPasswordOrUserIsRefused() {
        get("ann:s3cre").expectStatus(401);
        get("bob:s3cret").expectStatus(401);
    }

    @Test
    void withoutCredentialsTheBrowserIsToldToAsk() {
        assertThat(APP.http().get("/account").expectStatus(401).header("WWW-Authenticate"))
                .contains("Basic realm=\"application\", charset=\"UTF-8\"");
    }
}
