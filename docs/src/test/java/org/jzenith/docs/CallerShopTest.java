package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.JZenithHttp;

/** The callers of docs/security.md. */
final class CallerShopTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> {
        final JZenith application = CallerShop.application();
        final Properties settings = new Properties();
        try (InputStream file = CallerShopTest.class.getResourceAsStream("/cookbook/callers/callers.properties")) {
            settings.load(file);
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
        settings.forEach((key, value) -> application.withConfiguration(String.valueOf(key), value));
        return application;
    });

    @Test
    void methodsTakeTheCaller() {
        final JZenithHttp billing = APP.http().withHeader("X-API-Key", "wlJv1pD0x3x9sYxkq5bq7m0iQv7nYfLr8kq2b1r4k1A");
        assertThat(billing.get("/purchases").expectStatus(200).body()).isEqualTo("purchases of billing, tenant acme");
        assertThat(billing.get("/purchases/greeting").body()).isEqualTo("Hello, billing!");
        assertThat(APP.http().get("/purchases/greeting").body()).isEqualTo("Hello, stranger!");
        APP.http().get("/purchases").expectStatus(401);
    }
}
