package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Follows docs/walkthrough as a reader does, page by page: takes the files of the step, compiles, runs its tests, types the
 * commands, and compares the answers.
 */
final class WalkthroughTest {

    private static final Path ROOT = Repository.root();

    @TempDir
    private Path folder;

    @TestFactory
    Stream<DynamicNode> eachPageDoesWhatItSays() {
        final WalkthroughProject project = WalkthroughProject.generated(ROOT, folder.resolve("shop"));
        return WalkthroughPage.all(ROOT).stream().map(page -> dynamicContainer(page.name(), tests(project, page)));
    }

    private static Stream<DynamicTest> tests(final WalkthroughProject project, final WalkthroughPage page) {
        if (page.changesNothing() && project.isCompiled()) {
            return Stream.of(dynamicTest(
                    "has commands that are known",
                    () -> assertThat(page.commands()).isEmpty()));
        }
        final AtomicReference<CompletableFuture<String>> tests =
                new AtomicReference<>(CompletableFuture.completedFuture("The project does not compile."));
        return Stream.of(
                dynamicTest(
                        "shows or links all that it changes",
                        () -> assertThat(Stream.concat(page.shownFiles().stream(), page.linkedFiles().stream()))
                                .containsExactlyInAnyOrderElementsOf(page.changedFiles())),
                dynamicTest("compiles", () -> {
                    project.apply(page);
                    project.compile(classPath());
                    for (final String test : page.namedTests()) {
                        assertThat(project.tests(page)).anyMatch(name -> name.endsWith("." + test));
                    }
                    tests.set(CompletableFuture.supplyAsync(() -> runTests(project, page)));
                }),
                dynamicTest("answers as it says", () -> {
                    try (WalkthroughSession session = new WalkthroughSession(project, classPath())) {
                        for (final WalkthroughPage.Command command : page.commands()) {
                            session.run(command);
                        }
                    }
                }),
                dynamicTest(
                        "passes its tests", () -> assertThat(tests.get().get()).endsWith("tests succeeded.")));
    }

    private static String runTests(final WalkthroughProject project, final WalkthroughPage page) {
        try {
            final Path runner = project.folder().resolve("target/runner");
            final Path type = runner.resolve(TestRunner.class.getName().replace('.', '/') + ".class");
            Files.createDirectories(type.getParent());
            try (var bytes = TestRunner.class.getResourceAsStream("TestRunner.class")) {
                Files.write(type, bytes.readAllBytes());
            }
            final List<String> command = WalkthroughSession.java(
                    project.testClasses()
                            + File.pathSeparator
                            + project.classes()
                            + File.pathSeparator
                            + runner
                            + File.pathSeparator
                            + classPath(),
                    TestRunner.class.getName());
            command.addAll(project.tests(page));
            final Process process = new ProcessBuilder(command)
                    .directory(project.folder().toFile())
                    .redirectErrorStream(true)
                    .start();
            final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? output : output + "\nThe tests failed.";
        } catch (final IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The libraries, without the classes and resources of these tests. */
    private static String classPath() {
        final String own = File.separator + "docs" + File.separator + "target" + File.separator;
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains(own))
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Test
    void anIdOfThePageStandsForTheOneThatWasMade() {
        final Answers answers = new Answers();
        final String page = "11111111-1111-4111-8111-111111111111";
        final String made = "22222222-2222-4222-8222-222222222222";
        answers.check("{\"id\":\"" + page + "\"}", "{\"id\":\"" + made + "\"}\n");

        assertThat(answers.typed("curl localhost:8080/orders/" + page)).isEqualTo("curl localhost:8080/orders/" + made);
    }

    @Test
    void aCursorOfThePageStandsForTheOneThatWasMade() {
        final Answers answers = new Answers();
        answers.check(
                "<http://localhost/?after=Wy0x...>; ...", "<http://localhost/?after=WzEsIm8xIl0>; rel=\"next\"\n");

        assertThat(answers.typed("curl 'localhost/?after=Wy0x...'")).isEqualTo("curl 'localhost/?after=WzEsIm8xIl0'");
    }

    @Test
    void dotsOfThePageStandForTheRestOfAnAnswer() {
        final Answers answers = new Answers();
        answers.check("...\nb.\n...", "a\nb.\nc\n");
        answers.check("...\nb.\n...", "a\nb.\n");
        answers.check("{\"a\":1,...}", "{\"a\":1,\"b\":2}");

        assertThatThrownBy(() -> answers.check("...\nb.\n...", "a\nb. c\n"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("The answer is:\na\nb. c");
        assertThatThrownBy(() -> answers.check("a", "a\nb\n")).isInstanceOf(AssertionError.class);
    }
}
