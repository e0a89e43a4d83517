package org.jzenith.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.RestPlugin;

/** Content codings whose libraries are not on the class path, unlike in the tests of the server. */
final class MissingCodingTest {

    @Test
    void aCodingWithoutItsLibraryFailsTheStart() {
        final StartException refused = catchThrowableOfType(
                StartException.class,
                () -> JZenith.application()
                        .withPlugins(RestPlugin.withResources())
                        .withOverridingConfiguration("rest.port", 0)
                        .withOverridingConfiguration("rest.decode-bodies", "gzip,br,zstd")
                        .run());
        assertThat(refused.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.toString())
                        .contains(
                                "br needs com.aayushatharva.brotli4j:brotli4j and its native part",
                                "zstd needs com.github.luben:zstd-jni",
                                "rest.decode-bodies",
                                "Add the dependency, or remove the coding"));
    }
}
