package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.rest.RestPlugin;

/** A folder of handlers in a jar of the class path. */
final class JarFolderTest {

    private static final Map<String, String> FILES = Map.of(
            "jar-handlers/a.js",
            "import { get } from 'jzenith'\nimport { text } from './lib/text.js'\nget('/text', () => text)\n",
            "jar-handlers/lib/text.js",
            "export const text = 'from a jar'\n");

    @TempDir
    private Path folder;

    private static RunningApplication run() {
        return JZenith.application()
                .withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/js", "jar-handlers"))
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("jzenith.idle-grace", "0s")
                .withOverridingConfiguration("jzenith.event-loops", 1)
                .run();
    }

    private static List<Path> copies() throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.filter(each -> each.getFileName().toString().startsWith("jzenith-javascript"))
                    .toList();
        }
    }

    @Test
    void twoApplicationsServeItAndLeaveNoCopy() throws IOException {
        final Path jar = folder.resolve("handlers.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("jar-handlers/"));
            for (final Map.Entry<String, String> file : FILES.entrySet()) {
                out.putNextEntry(new JarEntry(file.getKey()));
                out.write(file.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        final List<Path> before = copies();
        final Thread thread = Thread.currentThread();
        final ClassLoader loader = thread.getContextClassLoader();
        try (URLClassLoader classes = new URLClassLoader(new URL[] {jar.toUri().toURL()}, loader)) {
            thread.setContextClassLoader(classes);
            try (RunningApplication first = run();
                    RunningApplication second = run()) {
                assertThat(ReloadTest.body(first, "/js/text")).isEqualTo("from a jar");
                assertThat(ReloadTest.body(second, "/js/text")).isEqualTo("from a jar");
            }
        } finally {
            thread.setContextClassLoader(loader);
        }
        assertThat(copies()).containsExactlyInAnyOrderElementsOf(before);
    }
}
