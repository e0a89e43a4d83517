package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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

/** Compares the snippets in the documents with the compiled sources; with {@code -Dsnippets.update=true} the documents follow. */
final class SnippetsTest {

    private static final String UPDATE = "mvn test -pl docs -am -Dtest=SnippetsTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dsnippets.update=true";

    @TestFactory
    Stream<DynamicTest> snippetsAreWhatTheBuildCompiles() throws IOException {
        final Path root = Repository.root();
        if (Boolean.getBoolean("snippets.update")) {
            for (final Path file : Repository.documents(root)) {
                update(root, file);
            }
        }
        return Repository.documents(root).stream()
                .map(file -> Document.read(root, file))
                .flatMap(document -> document.blocks().stream().map(block -> test(root, document, block)));
    }

    @Test
    void eachMarkerHasABlock() throws IOException {
        final Path root = Repository.root();
        for (final Path file : Repository.documents(root)) {
            final List<String> lines = Repository.read(file).lines().toList();
            for (int i = 0; i < lines.size() - 1; i++) {
                if (lines.get(i).startsWith("<!-- snippet:")) {
                    assertThat(lines.get(i + 1))
                            .as("the line after '%s' in %s", lines.get(i), file)
                            .startsWith("```");
                }
            }
        }
    }

    @Test
    void codeFitsTheColumnOfAPage() throws IOException {
        final Path root = Repository.root();
        assertThat(Repository.documents(root).stream()
                        .map(file -> Document.read(root, file))
                        .flatMap(document -> document.blocks().stream()
                                .filter(block -> block.language().equals("java"))
                                .flatMap(block -> block.text().lines())
                                .filter(line -> line.length() > 80)
                                .map(line -> document.name() + ": " + line)))
                .as("lines of more than 80 characters; wrap them in the region of their source")
                .isEmpty();
    }

    private static DynamicTest test(final Path root, final Document document, final Document.Block block) {
        final String place = document.name() + ":" + (block.begin() + 1);
        return dynamicTest(
                place + block.source().map(source -> " shows " + source).orElse(" has a source"),
                () -> check(root, place, block));
    }

    static void check(final Path root, final String place, final Document.Block block) {
        final Source source = block.source()
                .orElseThrow(() -> new AssertionError("The block of " + block.language() + " at " + place
                        + " has no source. Put it into a file that the build compiles and write the line '<!-- snippet:"
                        + " PATH#REGION -->' directly above the block."));
        final String expected = source.text(root);
        if (!block.text().equals(expected)) {
            throw new AssertionError("The block at " + place + " is not what stands in " + source + ".\n\n"
                    + Difference.between(block.text(), expected)
                    + "\n- is in the document, + is in the source. If the source is right, run:\n  " + UPDATE + "\n");
        }
    }

    private static void update(final Path root, final Path file) throws IOException {
        final Document document = Document.read(root, file);
        final String updated = document.updated(root);
        if (!updated.equals(Repository.read(file))) {
            Files.writeString(file, updated);
        }
    }

    @Test
    void aRegionIsShownWithoutItsIndentationAndMarkers(@TempDir final Path root) throws IOException {
        source(root, """
                package a;

                final class A {
                    // region body
                    void a() {
                        // region inner
                        b();
                        // endregion
                    }

                    // endregion
                    void c() {}
                }
                """);
        assertThat(Source.parse(PATH + "#body").text(root)).isEqualTo("void a() {\n    b();\n}\n");
        assertThat(Source.parse(PATH + "#inner").text(root)).isEqualTo("b();\n");
    }

    @Test
    void versionsOfTheRootPomAreShownInPlaceOfTheirNames(@TempDir final Path root) throws IOException {
        final Path pom = root.resolve("docs/src/it/hello/pom.xml");
        Files.createDirectories(pom.getParent());
        Files.writeString(
                root.resolve("pom.xml"),
                "<project><version>1.2.3</version><properties><a.version>4</a.version></properties></project>");
        Files.writeString(
                pom, "<a>\n  <!-- region b -->\n  <v>@project.version@ @a.version@</v>\n  <!-- endregion -->\n</a>\n");
        assertThat(Source.parse("docs/src/it/hello/pom.xml#b").text(root)).isEqualTo("<v>1.2.3 4</v>\n");
    }

    @Test
    void aWholeFileIsShownWithoutLicenceAndPackage(@TempDir final Path root) throws IOException {
        source(root, """
                /* A licence. */
                package a;

                import b.B;

                // region all
                final class A {}
                // endregion
                """);
        assertThat(Source.parse(PATH).text(root)).isEqualTo("import b.B;\n\nfinal class A {}\n");
    }

    @Test
    void aFileOfTheWalkthroughIsShownAsItsDifferenceWithoutPackageAndImports(@TempDir final Path root)
            throws IOException {
        final String before = "package a;\n\nimport b.B;\n\nclass A {\n  a\n\n  b\n  c\n  d\n  e\n  f\n\n  g\n}\n";
        step(root, "01-first", before);
        step(root, "02-second", "");
        step(
                root,
                "03-third",
                before.replace("import b.B;\n", "import c.C;\n")
                        .replace("  b\n", "  x\n")
                        .replace("}\n", "  y\n}\n"));

        assertThat(shownIn(root, "01-first")).isEqualTo(before.substring(before.indexOf("class A")));
        assertThat(shownIn(root, "03-third")).isEqualTo("""
                    a

                -   b
                +   x
                    c
                    d
                ...
                    g
                +   y
                  }
                """);
    }

    private static String shownIn(final Path root, final String step) {
        return Source.parse(WalkthroughPage.STEPS + step + "/A.java").text(root);
    }

    private static void step(final Path root, final String name, final String text) throws IOException {
        final Path file = root.resolve(WalkthroughPage.STEPS + name + "/A.java");
        Files.createDirectories(file.getParent());
        Files.writeString(root.resolve("docs/walkthrough/" + name + ".md"), "# A\n");
        if (!text.isEmpty()) {
            Files.writeString(file, text);
        }
    }

    @Test
    void aBlockWithoutASourceIsRefused(@TempDir final Path root) {
        final Document.Block block = onlyBlock("text\n\n```java\nint a;\n```\n");
        assertThatThrownBy(() -> check(root, "A.md:3", block))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("A.md:3", "has no source", "<!-- snippet: PATH#REGION -->");
    }

    @Test
    void aBlockOfAnotherLanguageIsComparedIfItNamesASource(@TempDir final Path root) throws IOException {
        final Path file = root.resolve("docs/src/test/resources/cookbook/a/Dockerfile");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "FROM a\n# region last\nCMD b\n# endregion\n");
        final Document document = document("```dockerfile\nFROM c\n```\n\n<!-- snippet: " + root.relativize(file)
                + "#last -->\n```dockerfile\nCMD c\n```\n");
        assertThat(document.blocks())
                .singleElement()
                .satisfies(block -> assertThatThrownBy(() -> check(root, "A.md:6", block))
                        .isInstanceOf(AssertionError.class)
                        .hasMessageContainingAll("- CMD c", "+ CMD b"));
        assertThat(document.updated(root)).contains("FROM c", "CMD b").doesNotContain("CMD c");
    }

    @Test
    void aBlockThatDiffersIsShownWithTheDifferenceAndTheRemedy(@TempDir final Path root) throws IOException {
        source(root, "package a;\n\nfinal class A {\n    int a;\n    int c;\n}\n");
        final Document.Block block =
                onlyBlock("<!-- snippet: " + PATH + " -->\n```java\nfinal class A {\n    int b;\n    int c;\n}\n```\n");
        assertThatThrownBy(() -> check(root, "A.md:2", block))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("-     int b;", "+     int a;", "      int c;", "-Dsnippets.update=true");
    }

    @Test
    void aFileThatTheBuildDoesNotCompileIsRefused(@TempDir final Path root) {
        for (final String path :
                List.of("docs/a.md", "A.java", "jzenith-core/src/main/java/../A.java", "/etc/a.java")) {
            assertThatThrownBy(() -> Source.parse(path).text(root))
                    .as(path)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("does not come from a file that the build compiles");
        }
    }

    @Test
    void aRegionThatIsMissingOrTwiceThereIsRefused(@TempDir final Path root) throws IOException {
        source(root, "package a;\n// region x\nint a;\n// endregion\n// region x\nint b;\n// endregion\n");
        assertThatThrownBy(() -> Source.parse(PATH + "#x").text(root)).hasMessageContaining("has 2");
        assertThatThrownBy(() -> Source.parse(PATH + "#y").text(root)).hasMessageContaining("has 0");
    }

    @Test
    void updatingTakesTheTextFromTheSourceAndKeepsTheRest(@TempDir final Path root) throws IOException {
        source(root, "package a;\n\nfinal class A {}\n");
        final Document document =
                document("# A\n\n  <!-- snippet: " + PATH + " -->\n  ```java\n  old\n  ```\n\n```sh\nkept\n```\n");
        assertThat(document.updated(root))
                .isEqualTo("# A\n\n  <!-- snippet: " + PATH
                        + " -->\n  ```java\n  final class A {}\n  ```\n\n```sh\nkept\n```\n");
    }

    private static final String PATH = "jzenith-core/src/test/java/a/A.java";

    private static void source(final Path root, final String text) throws IOException {
        final Path file = root.resolve(PATH);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static Document document(final String text) {
        return new Document("A.md", text.lines().toList());
    }

    private static Document.Block onlyBlock(final String text) {
        assertThat(document(text).blocks()).hasSize(1);
        return document(text).blocks().get(0);
    }
}
