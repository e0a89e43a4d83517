package org.jzenith.test.internal.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.LauncherSessionListener;
import org.jzenith.test.internal.junit.JUnitVersions.Artifact;

/** Tests which versions of JUnit are refused; docs/first-minutes has a real one on a class path. */
final class JUnitVersionsTest {

    @Test
    void theJUnitOfThisBuildWorks() {
        assertThatCode(JUnitVersions::check).doesNotThrowAnyException();
    }

    @Test
    void junitAsksItself() {
        assertThat(ServiceLoader.load(LauncherSessionListener.class).stream())
                .anyMatch(listener -> listener.type() == JUnitVersionsListener.class);
    }

    @Test
    void anOldApiIsRefusedInFourParts() {
        assertThat(JUnitVersions.problem(List.of(jupiter("api", "5.12.2"), platform("engine", "1.12.2"))))
                .contains(
                        "org.junit.jupiter:junit-jupiter-api 5.12.2 does not work with jzenith-test, which needs 5.13 or"
                                + " newer. It comes from file:/a.jar. Remove the versions of org.junit artifacts from your pom, and"
                                + " import org.jzenith:jzenith-bom before other BOMs in its dependencyManagement.");
    }

    @Test
    void anOldPlatformIsRefused() {
        assertThat(JUnitVersions.problem(List.of(jupiter("api", "5.14.4"), platform("launcher", "1.12.2"))))
                .hasValueSatisfying(text -> assertThat(text)
                        .startsWith("org.junit.platform:junit-platform-launcher 1.12.2 does not work with"
                                + " org.junit.jupiter:junit-jupiter-api 5.14.4, which needs 5.14 or newer (1.14 of the"
                                + " platform). It comes from file:/a.jar."));
    }

    @Test
    void anEngineOfAnotherReleaseIsRefused() {
        assertThat(JUnitVersions.problem(List.of(jupiter("api", "5.13.1"), jupiter("engine", "5.14.4"))))
                .hasValueSatisfying(text -> assertThat(text).contains("which needs 5.13. It comes"));
    }

    @Test
    void newerOnesWork() {
        assertThat(JUnitVersions.problem(List.of(jupiter("api", "5.13.4"), platform("launcher", "1.14.0"))))
                .isEmpty();
        assertThat(JUnitVersions.problem(
                        List.of(jupiter("api", "6.0.3"), jupiter("engine", "6.0.1"), platform("engine", "6.0.3"))))
                .isEmpty();
        assertThat(JUnitVersions.problem(List.of())).isEmpty();
    }

    private static Artifact jupiter(final String name, final String version) {
        return new Artifact("org.junit.jupiter:junit-jupiter-" + name, version, "file:/a.jar");
    }

    private static Artifact platform(final String name, final String version) {
        return new Artifact("org.junit.platform:junit-platform-" + name, version, "file:/a.jar");
    }
}
