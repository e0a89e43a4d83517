package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Follows docs/walkthrough as a reader does, page by page: takes the files of the step, compiles, runs its tests, types the
 * commands, and compares the answers.
 */
final class WalkthroughTest {

    private static final Path ROOT = Repository.root();

    private static final List<WalkthroughPage> PAGES = WalkthroughPage.all(ROOT);

    /** Its project has the code and the tests of all pages. */
    private static final WalkthroughPage LAST = PAGES.stream()
            .filter(WalkthroughTest::hasProject)
            .reduce((first, second) -> second)
            .orElseThrow();

    @TempDir
    private Path folder;

    @TestFactory
    Stream<DynamicTest> eachPageShowsOrLinksAllThatItChanges() {
        return PAGES.stream()
                .map(page -> dynamicTest(
                        page.name(),
                        () -> assertThat(Stream.concat(page.shownFiles().stream(), page.linkedFiles().stream()))
                                .containsExactlyInAnyOrderElementsOf(page.changedFiles())));
    }

    @TestFactory
    Stream<DynamicTest> theCommandsOfEachPageAreKnown() {
        return PAGES.stream()
                .map(page -> dynamicTest(
                        page.name(), () -> assertThat(page.commands().isEmpty()).isNotEqualTo(hasProject(page))));
    }

    private static boolean hasProject(final WalkthroughPage page) {
        return page.equals(PAGES.get(0)) || !page.changesNothing();
    }

    @TestFactory
    Stream<DynamicNode> theProjectOfTheLastPageDoesWhatItSays() {
        return pages(page -> page.equals(LAST));
    }

    @Tag("full")
    @TestFactory
    Stream<DynamicNode> theProjectOfEachOtherPageDoesWhatItSays() {
        return pages(page -> !page.equals(LAST));
    }

    /** The files of a page that is not tested are there for the pages after it. */
    private Stream<DynamicNode> pages(final Predicate<WalkthroughPage> isTested) {
        final WalkthroughProject project = WalkthroughProject.generated(ROOT, folder.resolve("shop"));
        return PAGES.stream().flatMap(page -> {
            project.apply(page);
            return hasProject(page) && isTested.test(page)
                    ? Stream.of(dynamicContainer(page.name(), tests(project, page)))
                    : Stream.empty();
        });
    }

    private static Stream<DynamicTest> tests(final WalkthroughProject project, final WalkthroughPage page) {
        return Stream.of(
                dynamicTest("compiles", () -> {
                    project.compile(classPath());
                    for (final String test : page.namedTests()) {
                        assertThat(project.tests(page)).anyMatch(name -> name.endsWith("." + test));
                    }
                }),
                dynamicTest("passes its tests and answers as it says", () -> {
                    assertThat(page.commands()).first().isInstanceOf(WalkthroughPage.Start.class);
                    try (WalkthroughSession session =
                            new WalkthroughSession(project, project.tests(page), classPath())) {
                        for (final WalkthroughPage.Command command : page.commands()) {
                            session.run(command);
                        }
                    }
                }));
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
