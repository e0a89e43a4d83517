package org.jzenith.javascript.test;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.http.HttpPlugin;
import org.jzenith.javascript.JavaScriptPlugin;

/** {@code javascript.inspect} without GraalVM's inspector, which this module does not have. */
final class MissingInspectorTest {

    @Test
    void startupNamesTheDependency() {
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(HttpPlugin.create(), JavaScriptPlugin.at("/api", "handlers"))
                        .withOverridingConfiguration("rest.port", 0)
                        .withOverridingConfiguration("javascript.inspect", 0)
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("GraalVM's inspector is not on the class path")
                .hasMessageContaining("org.graalvm.tools:chromeinspector-tool");
    }
}
