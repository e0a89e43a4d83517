package org.jzenith.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.test.ListenerPlugin.Greeting;

final class JZenithExtensionTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(
                    () -> JZenith.application().withPlugins(new ListenerPlugin()))
            .withOverridingConfiguration("jzenith.drain-timeout", "1s")
            .withOverridingModules(binder -> binder.bind(Greeting.class).toInstance(new Greeting("good morning")));

    @Inject
    Greeting greeting;

    @Test
    void greets() {
        final TestResponse answer = APP.http().get("/");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().get("text").asText()).isEqualTo(greeting.text());
    }

    private final RunningApplication ofConstructor;

    JZenithExtensionTest(final RunningApplication application) {
        this.ofConstructor = application;
    }

    /** {@code jzenith-security-jwt} is not on this class path. */
    @Test
    void aUserNeedsTheModuleForTokens() {
        assertThatThrownBy(() -> APP.http().as("ann", "admin"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(
                        "Add JwtPlugin.create() to withPlugins(..) (the class org.jzenith.security.jwt.JwtPlugin in the"
                                + " artifact org.jzenith:jzenith-security-jwt).");
    }

    @Test
    void overridingModuleWins(final Greeting parameter) {
        assertThat(greeting.text()).isEqualTo("good morning");
        assertThat(parameter).isSameAs(greeting).isSameAs(APP.get(Greeting.class));
    }

    @Test
    void overridingConfigurationWins(final Configuration configuration) {
        assertThat(configuration.value("jzenith.drain-timeout")).hasValue("1s");
        assertThat(configuration.value("rest.port")).hasValue("0");
    }

    @Test
    void constructorAndParametersAreInjectedBesideThoseOfJUnit(
            final RunningApplication application, final JZenithHttp http, final TestInfo info) {
        assertThat(application).isSameAs(APP.application()).isSameAs(ofConstructor);
        assertThat(http.uri()).isEqualTo(application.uri());
        assertThat(info.getTestMethod()).isPresent();
    }

    @Test
    void objectGoesOutAndComesBackAsJson() {
        final TestResponse answer = APP.http().post("/echo", new Greeting("welcome"));
        assertThat(answer.header("X-Type")).hasValue("application/json");
        assertThat(answer.as(Greeting.class)).isEqualTo(new Greeting("welcome"));
        assertThat(answer.json()).hasToString("{\"text\":\"welcome\"}");
    }

    @Test
    void textGoesOutAsItIsWithTheGivenType() {
        final TestResponse answer =
                APP.http().withHeader("content-type", "text/plain").put("/echo", "{not JSON");
        assertThat(answer.header("X-Type")).hasValue("text/plain");
        assertThat(answer.header("X-Method")).hasValue("PUT");
        assertThat(answer.body()).isEqualTo("{not JSON");
        assertThat(answer.bytes()).hasSize(9);
        assertThatThrownBy(answer::json)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("PUT")
                .hasMessageContaining("200 {not JSON");
    }

    @Test
    void requestWithoutBodyHasNoType() {
        assertThat(APP.http().delete("/missing").status()).isEqualTo(404);
        assertThat(APP.http().delete("/").header("X-Type")).hasValue("null");
        assertThat(APP.http().send("PATCH", "/", null).header("X-Method")).hasValue("PATCH");
        assertThat(APP.http().post("/echo", Map.of()).body()).isEqualTo("{}");
    }

    @Nested
    final class Inside {

        @Inject
        Greeting inner;

        @Test
        void nestedClassesShareTheApplication(final RunningApplication application) {
            assertThat(application).isSameAs(ofConstructor);
            assertThat(inner).isSameAs(greeting);
        }
    }
}
