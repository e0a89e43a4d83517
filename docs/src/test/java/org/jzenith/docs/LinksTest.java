package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Each link from one document to another, or into the sources, has a target. */
final class LinksTest {

    @TestFactory
    Stream<DynamicTest> linksPointToSomethingThatExists() {
        final Path root = Repository.root();
        return Repository.documents(root).stream()
                .map(file -> dynamicTest(
                        root.relativize(file) + " has no broken links",
                        () -> assertThat(Links.broken(root, file)).isEmpty()));
    }

    @Test
    void everyPageOfTheDocsCanBeReachedFromTheReadme() {
        final Path root = Repository.root();
        assertThat(Links.reachable(root.resolve("README.md"))).containsAll(Repository.documents(root));
    }

    @Test
    void brokenFilesAndAnchorsAreFoundWithTheirLine(@TempDir final Path root) throws IOException {
        Files.createDirectories(root.resolve("docs"));
        Files.writeString(
                root.resolve("docs/b.md"), "# One `two`, three!\n\n## Same\n\n## Same\n\n<a id=\"here\"></a>\n");
        final Path readme = root.resolve("README.md");
        Files.writeString(readme, """
                # Home
                [good](docs/b.md) [good](docs/b.md#one-two-three) [good](docs/b.md#same-1) [good](docs/b.md#here)
                [good](#home) [good](https://example.org/x) ![good](docs/b.md "title") [good][ref] `[no](link.md)`
                [bad](docs/c.md)
                [bad](docs/b.md#same-2)
                [bad](#nowhere)
                [bad](../outside.md)
                [bad](docs/B.md)
                <img src="bad.png">

                [ref]: docs
                [other]: docs/gone.md

                ```
                [no](link.md)
                ```
                """);
        assertThat(Links.broken(root, readme))
                .hasSize(7)
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("README.md:4: docs/c.md"),
                        line -> assertThat(line).startsWith("README.md:5: docs/b.md#same-2"),
                        line -> assertThat(line).startsWith("README.md:6: #nowhere"),
                        line -> assertThat(line).startsWith("README.md:7: ../outside.md"),
                        line -> assertThat(line).startsWith("README.md:8: docs/B.md"),
                        line -> assertThat(line).startsWith("README.md:9: bad.png"),
                        line -> assertThat(line).startsWith("README.md:12: docs/gone.md"));
    }

    @Test
    void pagesThatNoLinkLeadsToAreFound(@TempDir final Path root) throws IOException {
        final Path readme = root.resolve("README.md");
        final List<Path> pages = List.of(root.resolve("a.md"), root.resolve("b.md"), root.resolve("c.md"));
        Files.writeString(readme, "[a](a.md)\n");
        Files.writeString(pages.get(0), "[b](b.md#b)\n");
        Files.writeString(pages.get(1), "# b\n");
        Files.writeString(pages.get(2), "# c\n");
        assertThat(Links.reachable(readme)).containsExactlyInAnyOrder(readme, pages.get(0), pages.get(1));
    }
}
