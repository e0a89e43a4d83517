package org.jzenith.docs.cookbook.members;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.JZenithHttp;
import org.jzenith.test.TestEvent;
import org.jzenith.test.TestForm;
import org.jzenith.test.TestStream;

/** The code of docs/cookbook/websocket-login.md, for live events. */
final class MemberNewsTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> application())
            .withOverridingConfiguration("members.passwords.ann", "s3cret")
            .withOverridingConfiguration("members.passwords.ben", "pa55");

    private static JZenithHttp member(final String name, final String password) {
        final String cookie = APP.http()
                .withHeader("Content-Type", "application/x-www-form-urlencoded")
                .post("/login", TestForm.create().withField("name", name).withField("password", password))
                .expectStatus(204)
                .header("Set-Cookie")
                .orElseThrow();
        return APP.http().withHeader("Cookie", cookie.substring(0, cookie.indexOf(';')));
    }

    @Test
    void whatAMemberWritesHasTheNameOfTheSession() {
        try (TestStream<TestEvent> ben = member("ben", "pa55").events("/news")) {
            member("ann", "s3cret")
                    .withHeader("Content-Type", "text/plain")
                    .post("/news", "Hello")
                    .expectStatus(204);
            assertThat(ben.next().as(MemberNews.Item.class)).isEqualTo(new MemberNews.Item("ann", "Hello"));
        }
    }

    @Test
    void nobodyElseReceivesEvents() {
        APP.http().withHeader("Accept", "text/event-stream").get("/news").expectStatus(401);
    }

    @Test
    void anotherSessionReceivesNoEventsAndWritesNothing() {
        final JZenithHttp stranger = APP.http().withHeader("Cookie", "session=1");
        assertThatThrownBy(() -> stranger.events("/news")).hasMessageContaining("401");
        assertThat(stranger.withHeader("Content-Type", "text/plain")
                        .post("/news", "Hello")
                        .expectStatus(401)
                        .header("WWW-Authenticate"))
                .hasValue("Cookie realm=\"members\"");
        APP.http().get("/health/ready").expectStatus(200);
    }

    private static JZenith application(final String... args) {
        return JZenith.application(args)
                .withSettings(MemberSettings.class)
                .withPlugins(RestPlugin.withResources(LoginResource.class, MemberNews.class)
                        .withProviders(LoginFilter.class))
                .withModules(binder -> binder.bind(LoginSessions.class).toInstance(new LoginSessions()));
    }
}
