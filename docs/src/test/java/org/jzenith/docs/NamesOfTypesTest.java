package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages for those who change or extend jZenith name types and methods that exist. */
final class NamesOfTypesTest {

    private static final Pattern NAME = Pattern.compile(
            "`(?:org\\.jzenith\\.)?((?:core|http|json|jobs|rest|sql|postgresql|websocket|dev|test)(?:\\.[a-z0-9]+)*\\.[A-Z]\\w+)");

    /** A method without its type, alone in a span of code. */
    private static final Pattern METHOD = Pattern.compile("`(\\w+)\\([^`]*\\)`");

    private static final Pattern INTERFACE = Pattern.compile("(?m)^public interface ");

    @ParameterizedTest
    @ValueSource(strings = {"docs/architecture.md", "docs/internals.md", "CONTRIBUTING.md"})
    void everyTypeWithAPackageExists(final String page) throws IOException {
        final Path root = Repository.root();
        assertThat(NAME.matcher(Repository.read(root.resolve(page))).results().map(MatchResult::group))
                .allSatisfy(name -> assertThat(exists(root, NAME.matcher(name))).isTrue());
    }

    private static List<String> sources;

    @BeforeAll
    static void readSources() {
        sources = Repository.files(Repository.root()).stream()
                .filter(file -> file.toString().contains("/src/main/java/"))
                .map(Repository::read)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/extending.md", "docs/observers.md", "docs/plugins.md"})
    void everyMethodExistsAndIsPublic(final String page) {
        final Path root = Repository.root();
        assertThat(METHOD.matcher(Repository.read(root.resolve(page))).results().map(method -> method.group(1)))
                .isNotEmpty()
                .allMatch(name -> sources.stream().anyMatch(source -> hasPublic(name, source)));
    }

    private static boolean hasPublic(final String name, final String source) {
        if (!source.contains(" " + name + "(")) {
            return false;
        }
        final String method = "\\w[\\w.<>\\[\\], ?@]* " + name + "\\(";
        return Pattern.compile("(?m)^ +public " + method).matcher(source).find()
                || (INTERFACE.matcher(source).find()
                        && Pattern.compile("(?m)^ {4}(?!private |return )" + method)
                                .matcher(source)
                                .find());
    }

    private static boolean exists(final Path root, final Matcher name) throws IOException {
        assertThat(name.lookingAt()).isTrue();
        final String file = "src/main/java/org/jzenith/" + name.group(1).replace('.', '/') + ".java";
        try (Stream<Path> modules = Files.list(root)) {
            return modules.anyMatch(module -> Files.isRegularFile(module.resolve(file)));
        }
    }
}
