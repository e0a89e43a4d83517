package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/annotations.md has each annotation that users have of us. */
final class AnnotationsTest {

    @Test
    void thePageHasAllAnnotations() throws IOException {
        final Path root = Repository.root();
        final String page = Files.readString(root.resolve("docs/annotations.md"));
        try (Stream<Path> modules = Files.list(root)) {
            for (final Path module : modules.filter(
                            each -> each.getFileName().toString().startsWith("jzenith-"))
                    .toList()) {
                assertNamed(module.resolve("src/main/java"), page);
            }
        }
    }

    private static void assertNamed(final Path sources, final String page) throws IOException {
        if (!Files.isDirectory(sources)) {
            return;
        }
        try (Stream<Path> files = Files.walk(sources)) {
            for (final Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                if (Files.readString(file).contains("\npublic @interface ")) {
                    final String name = sources.relativize(file)
                            .toString()
                            .replace(".java", "")
                            .replace('/', '.');
                    assertThat(page).contains("`" + name + "`");
                }
            }
        }
    }
}
