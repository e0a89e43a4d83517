package org.jzenith.docs.cookbook.forms;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The code of docs/cookbook/html-form.md. */
final class SubscriptionTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(
            () -> JZenith.application().withPlugins(RestPlugin.withResources(SubscriptionResource.class)));

    @Test
    void aFormSetsACookieThatThePageReads() {
        assertThat(APP.http().get("/subscription").body()).contains("<form method=\"post\">");
        final TestResponse subscribed = APP.http()
                .withHeader("Content-Type", "application/x-www-form-urlencoded")
                .post("/subscription", "email=ann%40example.org");
        assertThat(subscribed.status()).isEqualTo(303);
        assertThat(subscribed.header("Set-Cookie").orElseThrow())
                .contains("subscribed=yes", "HttpOnly", "SameSite=Lax");
        assertThat(APP.http()
                        .withHeader("Cookie", "subscribed=yes")
                        .get("/subscription")
                        .body())
                .contains("You get our newsletter.");
    }

    @Test
    void anEmptyFormIsRefused() {
        assertThat(APP.http()
                        .withHeader("Content-Type", "application/x-www-form-urlencoded")
                        .post("/subscription", "email=")
                        .status())
                .isEqualTo(400);
    }
}
