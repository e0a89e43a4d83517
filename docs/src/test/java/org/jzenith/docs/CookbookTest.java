package org.jzenith.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The files that a page of the cookbook links compile in the project of a reader who copies them. */
final class CookbookTest {

    private static final String PACKAGE = "com.example.shop";
    private static final String OWN_PACKAGE = "org.jzenith.docs";
    private static final String FOLDER = "src/test/java/org/jzenith/docs/cookbook/";
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    /** Opens the libraries once for all pages. */
    private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);

    private static final Pattern LINKED_FILE =
            Pattern.compile("]\\(\\.\\./(" + Pattern.quote(FOLDER) + "[\\w/]+\\.java)\\)");

    @TestFactory
    Stream<DynamicTest> theLinkedFilesOfAPageCompileInOnePackage(@TempDir final Path folder) {
        final Path root = Repository.root();
        final Map<String, Map<String, String>> pages = new LinkedHashMap<>();
        for (final Document page : cookbook(root)) {
            final Map<String, String> files = linkedFiles(root, page);
            if (!files.isEmpty()) {
                pages.put(page.name(), files);
            }
        }
        assertThat(pages).hasSizeGreaterThan(14);
        return pages.entrySet().stream()
                .map(page -> dynamicTest(
                        page.getKey(),
                        () -> assertThat(compile(folder.resolve(page.getKey().replace('/', '-')), page.getValue()))
                                .as("A reader who copies the files of %s gets", page.getKey())
                                .isEmpty()));
    }

    @TestFactory
    Stream<DynamicTest> aPageLinksTheFilesOfWhichItShowsParts() {
        final Path root = Repository.root();
        return cookbook(root).stream()
                .map(page -> dynamicTest(
                        page.name(),
                        () -> assertThat(linkedFiles(root, page).keySet()).containsAll(filesShownInParts(page))));
    }

    @AfterAll
    static void closeLibraries() throws IOException {
        FILES.close();
    }

    @Test
    void noBlockOfADocumentNamesThePackageOfTheDocuments() {
        final Path root = Repository.root();
        assertThat(Repository.documents(root).stream()
                        .map(file -> Document.read(root, file))
                        .flatMap(document -> namesOwnPackage(document).stream()))
                .as("lines of code that no reader can compile or find")
                .isEmpty();
    }

    @Test
    void aFileThatNeedsAnotherOneThatIsNotPrintedIsFound(@TempDir final Path folder) throws IOException {
        assertThat(compile(folder, Map.of("A.java", "final class A {\n    B b;\n}\n")))
                .contains("A.java:4", "class B");
    }

    @Test
    void aLineOfABlockIsFoundAndTextAndTheSourceOfABlockAreNot() {
        final Document document = new Document(
                "A.md",
                List.of(
                        "In org.jzenith.docs there is a test.",
                        "<!-- snippet: docs/src/test/java/org/jzenith/docs/A.java -->",
                        "```java",
                        "import org.jzenith.docs.A;",
                        "```"));
        assertThat(namesOwnPackage(document)).containsExactly("A.md:4: import org.jzenith.docs.A;");
    }

    @Test
    void aFileOfWhichAPartIsShownIsFoundAndATestIsNot() {
        final String folder = "docs/src/test/java/org/jzenith/docs/cookbook/a/";
        final Document document = new Document(
                "A.md",
                List.of(
                        "<!-- snippet: " + folder + "A.java#part -->",
                        "```java",
                        "```",
                        "<!-- snippet: " + folder + "ATest.java#part -->",
                        "```java",
                        "```"));
        assertThat(filesShownInParts(document)).containsExactly("A.java");
    }

    private static List<Document> cookbook(final Path root) {
        return Repository.documents(root).stream()
                .filter(file -> file.startsWith(root.resolve("docs/cookbook")))
                .map(file -> Document.read(root, file))
                .toList();
    }

    /** The files that a page links, by name. Tests are left out: they need files of other pages. */
    static Map<String, String> linkedFiles(final Path root, final Document page) {
        return page.prose().stream()
                .flatMap(line -> LINKED_FILE.matcher(line).results())
                .map(link -> "docs/" + link.group(1))
                .filter(path -> !isTest(path))
                .distinct()
                .collect(Collectors.toMap(
                        CookbookTest::fileName, path -> Source.parse(path).text(root)));
    }

    private static List<String> filesShownInParts(final Document page) {
        return page.blocks().stream()
                .flatMap(block -> block.source().stream())
                .map(Source::path)
                .filter(path -> path.startsWith("docs/" + FOLDER) && !isTest(path))
                .map(CookbookTest::fileName)
                .toList();
    }

    private static boolean isTest(final String path) {
        return path.endsWith("Test.java");
    }

    private static String fileName(final String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static List<String> namesOwnPackage(final Document document) {
        final List<String> prose = document.prose();
        final List<String> found = new ArrayList<>();
        for (int i = 0; i < prose.size(); i++) {
            final String line = document.lines().get(i);
            if (prose.get(i).isEmpty() && line.contains(OWN_PACKAGE)) {
                found.add(document.name() + ":" + (i + 1) + ": " + line);
            }
        }
        return found;
    }

    /** Returns the compiler's messages for the files, with an application's class path and without these tests. */
    private static String compile(final Path folder, final Map<String, String> files) throws IOException {
        final Path sources = Files.createDirectories(folder.resolve(PACKAGE.replace('.', '/')));
        final List<Path> paths = new ArrayList<>();
        for (final Map.Entry<String, String> file : files.entrySet()) {
            paths.add(Files.writeString(
                    sources.resolve(file.getKey()), "package " + PACKAGE + ";\n\n" + file.getValue()));
        }
        final StringWriter output = new StringWriter();
        final boolean compiled = COMPILER.getTask(
                        output,
                        FILES,
                        null,
                        List.of(
                                "--release",
                                "17",
                                "-parameters",
                                "-proc:none",
                                "-Xlint:all,-processing,-path,-classfile",
                                "-encoding",
                                "UTF-8",
                                "-d",
                                folder.toString(),
                                "-cp",
                                classPath()),
                        null,
                        FILES.getJavaFileObjectsFromPaths(paths))
                .call();
        return compiled || !output.toString().isEmpty() ? output.toString() : "The compiler fails and says nothing.";
    }

    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !Path.of(entry).endsWith(Path.of("docs", "target", "test-classes")))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
