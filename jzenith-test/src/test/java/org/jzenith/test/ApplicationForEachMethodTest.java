package org.jzenith.test;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.test.ListenerPlugin.Greeting;

final class ApplicationForEachMethodTest {

    private static final Set<RunningApplication> SEEN = new HashSet<>();

    @RegisterExtension
    final JZenithExtension app = JZenithExtension.of(() -> JZenith.application().withPlugins(new ListenerPlugin()));

    @Inject
    Greeting greeting;

    @RepeatedTest(2)
    void instanceFieldGivesEachMethodAnApplication(final RunningApplication application) {
        assertThat(SEEN.add(application)).isTrue();
        assertThat(greeting).isSameAs(app.get(Greeting.class));
        assertThat(app.http().get("/").json().get("text").asText()).isEqualTo("hello");
    }

    @Test
    void restartedApplicationIsAnotherOne() {
        final RunningApplication before = app.application();
        app.restart();
        assertThat(app.application()).isNotSameAs(before);
        assertThat(app.http().get("/").status()).isEqualTo(200);
    }
}
