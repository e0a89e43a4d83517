package org.jzenith.docs.cookbook.members;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.JZenithHttp;
import org.jzenith.test.TestForm;
import org.jzenith.test.TestResponse;
import org.jzenith.test.TestWebSocket;
import org.jzenith.test.WebSocketRefusedException;
import org.jzenith.websocket.WebSocketPlugin;

/** The code of docs/cookbook/websocket-login.md. */
final class MembersTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> application())
            .withOverridingConfiguration("members.passwords.ann", "s3cret")
            .withOverridingConfiguration("members.passwords.ben", "pa55");

    private static TestResponse login(final String name, final String password) {
        return APP.http()
                .withHeader("Content-Type", "application/x-www-form-urlencoded")
                .post("/login", TestForm.create().withField("name", name).withField("password", password));
    }

    private static JZenithHttp member(final String name, final String password) {
        final String cookie =
                login(name, password).expectStatus(204).header("Set-Cookie").orElseThrow();
        return APP.http().withHeader("Cookie", cookie.substring(0, cookie.indexOf(';')));
    }

    @Test
    void whatAMemberSaysHasTheNameOfTheSession() {
        try (TestWebSocket ann = member("ann", "s3cret").webSocket("/members");
                TestWebSocket ben = member("ben", "pa55").webSocket("/members")) {
            ann.send(new MemberChat.Line("Hello"));
            assertThat(ben.next().as(MemberChat.Said.class)).isEqualTo(new MemberChat.Said("ann", "Hello"));
        }
    }

    @Test
    void nobodyElseIsConnected() {
        assertThatThrownBy(() -> APP.http().webSocket("/members"))
                .isInstanceOfSatisfying(
                        WebSocketRefusedException.class,
                        refused -> refused.response().expectStatus(401));
        login("ann", "wrong").expectStatus(403);
    }

    @Test
    void anotherSessionAndAnInvalidLineAreRefused() {
        assertThatThrownBy(() -> APP.http().withHeader("Cookie", "session=1").webSocket("/members"))
                .hasMessageContaining("401");
        login("nobody", "s3cret").expectStatus(403);
        assertThat(login("ann", "s3cret").header("Set-Cookie"))
                .hasValueSatisfying(cookie -> assertThat(cookie).contains("HttpOnly", "Secure", "SameSite=Strict"));
        try (TestWebSocket ann = member("ann", "s3cret").webSocket("/members")) {
            ann.send(new MemberChat.Line(" "));
            assertThat(ann.awaitClose().code()).isNotEqualTo(1000);
        }
    }

    private static JZenith application(final String... args) {
        // region application
        return JZenith.application(args)
                .withSettings(MemberSettings.class)
                .withPlugins(
                        RestPlugin.withResources(LoginResource.class),
                        WebSocketPlugin.create()
                                .at("/members", MemberChat.class)
                                .withAuthentication(MemberAuthentication.class))
                .withModules(binder -> binder.bind(LoginSessions.class).toInstance(new LoginSessions()));
        // endregion
    }
}
