package org.jzenith.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openrewrite.ExecutionContext;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.Recipe;
import org.openrewrite.Result;
import org.openrewrite.SourceFile;
import org.openrewrite.config.Environment;
import org.openrewrite.config.YamlResourceLoader;
import org.openrewrite.internal.InMemoryLargeSourceSet;
import org.openrewrite.java.JavaParser;
import org.openrewrite.xml.XmlParser;

/** The recipe changes the application of docs/src/it that was written for commit 7631b0e4, and today's compiler accepts it. */
final class UpgradeTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path APPLICATION = ROOT.resolve("docs/src/it/upgrade-7631b0e4");
    private static final String RECIPE = "META-INF/rewrite/jzenith-0.1.yml";
    private static final Pattern OLD_TYPE = Pattern.compile("oldFullyQualifiedTypeName: ([\\w.]+)\n");
    private static final Pattern ERROR = Pattern.compile("(?m)^(\\S+\\.java):(\\d+): error: ");

    /** The application as the recipe has changed it. */
    @TempDir
    private static Path upgraded;

    @BeforeAll
    static void upgrade() throws IOException {
        for (final Result result : run()) {
            write(
                    upgraded.resolve(result.getAfter().getSourcePath()),
                    result.getAfter().printAll());
        }
        for (final Path unchanged : applicationSources()) {
            final Path file = upgraded.resolve(APPLICATION.relativize(unchanged));
            if (Files.notExists(file)) {
                write(file, read(unchanged));
            }
        }
    }

    @Test
    void theApplicationWasCorrect(@TempDir final Path classes) {
        assertThat(compile(
                        classes,
                        Stream.concat(applicationSources().stream(), sources(APPLICATION.resolve("api")))
                                .toList()))
                .isEmpty();
    }

    @Test
    void theApplicationDoesNotCompileToday(@TempDir final Path classes) {
        assertThat(compile(classes, sources(APPLICATION.resolve("src")).toList()))
                .contains("class SqlClient", "class Problem", "class JobEvent");
    }

    @Test
    void theRecipeUpgradesTheApplication(@TempDir final Path classes) {
        assertThat(compile(classes, sources(upgraded.resolve("src")).toList())).isEmpty();
        assertThat(read(upgraded.resolve("pom.xml")))
                .contains(
                        "<groupId>org.jooq</groupId>\n            <artifactId>jooq</artifactId>\n        </dependency>")
                .contains("<artifactId>jzenith-rest-client-test</artifactId>\n            <scope>test</scope>")
                .contains("<artifactId>jzenith-rest</artifactId>");
        assertThat(read(upgraded.resolve("src/main/java/shop/Observations.java")))
                .as("observes jobs only")
                .contains("EventObserver.ofKind(\"job\", WorkEvent.class, ")
                .contains("EventObserver.ofKind(\"job\", WorkEvent.Begun.class, ");
    }

    @Test
    void theCompilerShowsEachCallThatTheRecipeLeaves(@TempDir final Path classes) {
        final List<Path> sources = sources(upgraded).toList();
        assertThat(ERROR.matcher(compile(classes, sources))
                        .results()
                        .map(error -> error.group(1) + ":" + error.group(2)))
                .containsExactlyInAnyOrderElementsOf(
                        sources.stream().flatMap(UpgradeTest::linesByHand).toList())
                .hasSize(8);
        assertThat(read(upgraded.resolve("by-hand/shop/Receipts.java")))
                .contains(
                        "Receipts(final Database client, final Jooq jooq) {",
                        "return jooq.query(deleteFrom(table(\"receipts\"))).execute();");
    }

    private static Stream<String> linesByHand(final Path source) {
        final List<String> lines = read(source).lines().toList();
        return IntStream.range(0, lines.size())
                .filter(i -> lines.get(i).endsWith("// by hand"))
                .mapToObj(i -> source + ":" + (i + 1));
    }

    @Test
    void theApplicationUsesEachTypeThatTheRecipeReplaces() {
        final String sources =
                sources(APPLICATION.resolve("src")).map(UpgradeTest::read).collect(Collectors.joining());
        assertThat(replaced())
                .filteredOn(type -> oldTypes().contains(type))
                .hasSizeGreaterThan(9)
                .allMatch(type -> sources.contains("import " + type + ";"));
    }

    @Test
    void eachPublicTypeOf7631b0e4ExistsOrIsReplacedOrIsInTheChangelog() {
        final String changelog = read(ROOT.resolve("CHANGELOG.md"));
        assertThat(oldTypes())
                .hasSize(240)
                .filteredOn(type -> !exists(type) && !replaced().contains(type))
                .isNotEmpty()
                .allMatch(type -> changelog.contains("`" + type.substring(type.lastIndexOf('.') + 1) + "`"));
    }

    private static List<Path> applicationSources() {
        return Stream.of("src", "by-hand")
                .flatMap(each -> sources(APPLICATION.resolve(each)))
                .toList();
    }

    private static List<Result> run() {
        final ExecutionContext context = new InMemoryExecutionContext(failure -> {
            throw new AssertionError(failure);
        });
        final List<SourceFile> files = new ArrayList<>();
        JavaParser.fromJavaVersion()
                // The parser takes its own jar for Lombok.
                .classpath(JavaParser.runtimeClasspath().stream()
                        .filter(jar -> !jar.toString().contains("lombok"))
                        .toList())
                .dependsOn(sources(APPLICATION.resolve("api"))
                        .map(UpgradeTest::read)
                        .toArray(String[]::new))
                .build()
                .parse(applicationSources(), APPLICATION, context)
                .forEach(files::add);
        new XmlParser()
                .parse(List.of(APPLICATION.resolve("pom.xml")), APPLICATION, context)
                .forEach(files::add);
        final Recipe recipe = Environment.builder()
                .load(new YamlResourceLoader(
                        UpgradeTest.class.getClassLoader().getResourceAsStream(RECIPE),
                        Path.of(RECIPE).toUri(),
                        new Properties()))
                .build()
                .activateRecipes("org.jzenith.upgrade.UpgradeJZenith_0_1");
        assertThat(recipe.validateAll()).allMatch(each -> each.isValid());
        return recipe.run(new InMemoryLargeSourceSet(files), context)
                .getChangeset()
                .getAllResults();
    }

    private static List<String> replaced() {
        return OLD_TYPE.matcher(read(Path.of("src/main/resources").resolve(RECIPE)))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static List<String> oldTypes() {
        return read(Path.of("src/test/resources/types-7631b0e4.txt")).lines().toList();
    }

    private static boolean exists(final String type) {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.anyMatch(
                    module -> Files.exists(module.resolve("src/main/java").resolve(type.replace('.', '/') + ".java")));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Compiles sources on the class path of this test and returns what the compiler says. */
    private static String compile(final Path classes, final List<Path> sources) {
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        final StringWriter output = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            compiler.getTask(
                            output,
                            files,
                            null,
                            List.of(
                                    "-proc:none",
                                    "-d",
                                    classes.toString(),
                                    "-cp",
                                    System.getProperty("java.class.path")),
                            null,
                            files.getJavaFileObjectsFromPaths(sources))
                    .call();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return output.toString();
    }

    private static Stream<Path> sources(final Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(each -> each.toString().endsWith(".java")).sorted().toList().stream();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(final Path file, final String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
