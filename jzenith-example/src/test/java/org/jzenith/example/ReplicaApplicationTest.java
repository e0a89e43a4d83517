package org.jzenith.example;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.redis.RedisClient;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.identity.TestBrowser;
import org.jzenith.test.identity.TestIdentityProvider;

/** The example as one of several instances. */
final class ReplicaApplicationTest {

    @RegisterExtension
    static final TestIdentityProvider PROVIDER =
            TestIdentityProvider.create("example", "secret").withUser("ann", "admin");

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> ReplicaApplication.application()
                    .withOverridingConfiguration("oidc.issuer", PROVIDER.issuer())
                    .withOverridingConfiguration("oidc.client-id", "example")
                    .withOverridingConfiguration("oidc.client-secret", "secret")
                    .withOverridingConfiguration("oidc.role-claim", "roles"))
            .withoutDatabase();

    private static boolean hasKeys(final String prefix) {
        return !APP.get(RedisClient.class).scan(prefix + "*").isEmpty().blockingGet();
    }

    @Test
    void sessionsTicketsAndLimitsAreInRedis() {
        final TestBrowser ann = TestBrowser.at(APP.http().uri());
        assertThat(ann.open("/account/").body()).contains("<h1>My notes</h1>");
        assertThat(hasKeys("jzenith:session:")).isTrue();
        assertThat(hasKeys("jzenith:state:used-logins")).isTrue();

        APP.http()
                .withHeader("Content-Type", "image/png")
                .put("/users/7d9f27c6-0000-4000-8000-000000000000/avatar", "no picture");
        assertThat(hasKeys("jzenith:rate-limit:org.jzenith.example.user.AvatarResource."))
                .isTrue();

        ann.post("/logout", "");
        assertThat(hasKeys("jzenith:session:")).isFalse();
        assertThat(ann.asScript().get("/notes").statusCode()).isEqualTo(401);
    }
}
