package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestPlugin;

/** The values of {@code javascript.inspect}. */
final class InspectorSettingTest {

    /** Tells if a thread of this JVM runs code of GraalVM's tools. */
    static boolean isInspectorRunning() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(frame -> frame.getClassName().startsWith("com.oracle.truffle.tools."));
    }

    private static JZenith application() {
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/js", "inspected-handlers"))
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.idle-grace", "0s")
                .withOverridingConfiguration("jzenith.event-loops", 1);
    }

    @Test
    void nothingListensWithoutIt() {
        try (RunningApplication application = application().run()) {
            assertThat(ReloadTest.body(application, "/js/sum")).isEqualTo("42");
            assertThat(isInspectorRunning()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0:9229", "localhost:9229", "true", "65536"})
    void onlyAPortIsAccepted(final String value) {
        assertThatThrownBy(() -> application()
                        .withOverridingConfiguration("javascript.inspect", value)
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("javascript.inspect")
                .hasMessageContaining(value);
    }

    @Test
    void aPortThatIsInUseFailsStartup() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> application()
                            .withOverridingConfiguration("javascript.inspect", taken.getLocalPort())
                            .run())
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("The JavaScript inspector cannot be opened")
                    .hasMessageContaining("javascript.inspect");
        }
        assertThat(isInspectorRunning()).isFalse();
    }
}
