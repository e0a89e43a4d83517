package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The jars as an application outside this build gets them. */
@Tag("published")
final class PublishedJarsTest {

    @Test
    void everyJarHasAModuleNameOfItsOwn() throws IOException {
        final Set<String> names = new HashSet<>();
        final List<Path> jars = jars();
        for (final Path jar : jars) {
            try (JarFile file = new JarFile(jar.toFile())) {
                final String name = file.getManifest().getMainAttributes().getValue("Automatic-Module-Name");
                assertThat(name).as(jar.getFileName().toString()).startsWith("org.jzenith.");
                names.add(name);
            }
        }
        assertThat(names)
                .hasSameSizeAs(jars)
                .contains("org.jzenith.core", "org.jzenith.rest", "org.jzenith.sql", "org.jzenith.postgresql");
    }

    private static List<Path> jars() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(System.getProperty("consumer.repository"), "org", "jzenith"))) {
            return files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
    }
}
