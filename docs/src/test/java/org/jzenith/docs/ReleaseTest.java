package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code docs/release} in a copy of the poms in which jzenith-core has two types. */
@Tag("published")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
final class ReleaseTest {

    @TempDir
    private Path folder;

    private Path copy;

    @BeforeEach
    void copyThePoms() throws Exception {
        final Path root = Repository.root();
        copy = folder.resolve("copy");
        for (final Path file : Repository.files(root)) {
            final Path path = root.relativize(file);
            if (path.endsWith("pom.xml")
                    || path.startsWith(".mvn")
                    || path.toString().matches("docs/(release|\\w+\\.java)")) {
                Files.createDirectories(copy.resolve(path).getParent());
                Files.copy(file, copy.resolve(path));
            }
        }
        write(
                "org.jzenith.core",
                "Greeting",
                "public String hello(final String name) { return name; } public void goodbye() {}");
        write("org.jzenith.core.internal", "Voice", "public void raise() {}");
        git("init", "-q");
        commit();
    }

    @Test
    void aRemovedMethodIsABreakingChangeSinceTheLastRelease() throws Exception {
        final Path first = folder.resolve("first");
        assertThat(release(0, "--version", "1.0.0", "--to", first.toString()))
                .contains("Both builds have the same bytes");
        assertThat(first.resolve("SHA256SUMS"))
                .content()
                .contains(
                        "core-1.0.0.jar",
                        "core-1.0.0-sources.jar",
                        "core-1.0.0-javadoc.jar",
                        "core-1.0.0-cyclonedx.json");
        assertThat(first.resolve("org/jzenith/jzenith-core/1.0.0/jzenith-core-1.0.0.jar.sha1"))
                .exists();

        write(
                "org.jzenith.core",
                "Greeting",
                "public String hello(final CharSequence name) { return \"\"; } public void goodbye() {}");
        write("org.jzenith.core.internal", "Voice", "public void lower() {}");
        commit();
        assertThat(release(
                        0,
                        "--version",
                        "1.1.0",
                        "--to",
                        folder.resolve("second").toString(),
                        "--previous",
                        first.toString()))
                .contains("- `org.jzenith.core.Greeting.hello(String)`: removed\n")
                .doesNotContain("goodbye", "Voice");
    }

    @Test
    void buildsWithOtherBytesAreNotStaged() throws Exception {
        final Path pom = copy.resolve("pom.xml");
        Files.writeString(
                pom,
                Repository.read(pom)
                        .replace("<manifestEntries>", "<manifestEntries><Built>${maven.build.timestamp}</Built>"));
        commit();
        assertThat(release(
                        1,
                        "--version",
                        "1.0.0",
                        "--to",
                        folder.resolve("staged").toString()))
                .containsSubsequence("jzenith-core-1.0.0.jar:", "META-INF/MANIFEST.MF", "The two builds differ");
        assertThat(folder.resolve("staged")).doesNotExist();
    }

    private void write(final String packageName, final String type, final String members) throws IOException {
        final Path source =
                copy.resolve("jzenith-core/src/main/java/" + packageName.replace('.', '/') + "/" + type + ".java");
        Files.createDirectories(source.getParent());
        Files.writeString(
                source,
                "package " + packageName + ";\n\n/** A type. */\npublic final class " + type + " {" + members + "}\n");
    }

    private void commit() throws Exception {
        git("add", "-A");
        git("-c", "user.name=Test", "-c", "user.email=test@localhost", "commit", "-q", "-m", "Change the types");
    }

    private void git(final String... arguments) throws Exception {
        run(0, "git", arguments);
    }

    /** Stages jzenith-core and returns what the script prints. */
    private String release(final int status, final String... arguments) throws Exception {
        final List<String> all = new ArrayList<>(List.of(arguments));
        // Never offline, as the plugin for SBOMs refuses that.
        all.addAll(List.of(
                "--modules", "jzenith-core", "--", "-Dmaven.repo.local=" + System.getProperty("maven.repository")));
        return run(status, copy.resolve("docs/release").toString(), all.toArray(String[]::new));
    }

    private String run(final int status, final String program, final String... arguments) throws Exception {
        final ProcessBuilder builder =
                new ProcessBuilder(program).directory(copy.toFile()).redirectErrorStream(true);
        builder.command().addAll(List.of(arguments));
        final String maven =
                Path.of(System.getProperty("maven.executable")).getParent().toString();
        builder.environment().compute("PATH", (name, path) -> maven + ":" + path);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        final Process process = builder.start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(status);
        return output;
    }
}
