package org.jzenith.docs.cookbook.overload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.limit.RateLimitKey;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestResponse;

/** The code of docs/cookbook/overload.md. */
final class ProtectionTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(ProtectionTest::application);

    private static JZenith application() {
        // region application
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(SignUpResource.class))
                .withModules(binder -> binder.bind(RateLimitKey.class)
                        .toInstance(request -> request.getHeaderString("X-Tenant")))
                .withConfiguration("rest.request-timeout", "5s")
                .withConfiguration("rest.max-requests-in-flight", 2_000)
                .withConfiguration("rest.adaptive-limit.enabled", true)
                .withConfiguration("rest.adaptive-limit.excluded-paths", "/events");
        // endregion
    }

    @Test
    void theSixthOfAMinuteIsRefused() {
        TestResponse answer = APP.http().post("/sign-up", "Ada");
        for (int i = 1; i < 5; i++) {
            assertThat(answer.status()).isEqualTo(200);
            answer = APP.http().post("/sign-up", "Ada");
        }
        final TestResponse refused = APP.http().post("/sign-up", "Ada");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("Retry-After").map(Integer::valueOf))
                .hasValueSatisfying(seconds -> assertThat(seconds).isBetween(1, 12));
        assertThat(refused.header("RateLimit-Policy")).contains("\"default\";q=5;w=60");
    }

    @Test
    void aReportThatTakesTooLongIsStopped() {
        APP.http().get("/nothing").expectStatus(404); // the first request takes longer than others
        final TestResponse answer = APP.http().get("/sign-up/report");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.body()).contains("in the stage 'worker'");
    }
}
