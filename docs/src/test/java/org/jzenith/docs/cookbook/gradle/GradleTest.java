package org.jzenith.docs.cookbook.gradle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The BOM has what docs/cookbook/gradle.md takes without a version; the script itself is not run. */
final class GradleTest {

    private static final Pattern BOM = Pattern.compile("platform\\(\"org\\.jzenith:jzenith-bom:(.+)\"\\)");
    private static final Pattern DEPENDENCY = Pattern.compile("\\(\"([\\w.]+):([\\w-]+)\"\\)");

    private static String script() throws IOException {
        try (var file =
                Objects.requireNonNull(GradleTest.class.getResourceAsStream("/cookbook/gradle/build.gradle.kts"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void theBomHasTheDependencies() throws IOException {
        final Path root = Path.of("").toAbsolutePath().getParent();
        final String bom = Files.readString(root.resolve("jzenith-bom/pom.xml"));
        final Matcher version = BOM.matcher(script());
        assertThat(version.find()).isTrue();
        assertThat(bom).contains("<version>" + version.group(1) + "</version>");

        final List<String> dependencies = new ArrayList<>();
        final Matcher dependency = DEPENDENCY.matcher(script());
        while (dependency.find()) {
            dependencies.add(dependency.group(2));
            if (dependency.group(1).startsWith("org.junit")) {
                assertThat(bom).contains("<artifactId>junit-bom</artifactId>");
            } else {
                assertThat(bom).contains("<artifactId>" + dependency.group(2) + "</artifactId>");
            }
        }
        assertThat(dependencies).contains("jzenith-rest", "jzenith-test").hasSizeGreaterThan(5);
    }
}
