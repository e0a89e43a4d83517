package org.jzenith.docs;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The project of a reader of the walkthrough: what the archetype makes, and the steps that have been done. */
final class WalkthroughProject {

    private static final String GROUP = "com.example";
    private static final String ARTIFACT = "shop";
    private static final String CLASS = "Shop";
    private static final String PACKAGE = GROUP + "." + ARTIFACT;
    private static final String VERSION = Pom.of(Repository.root()).text("version");
    private static final String PACKAGE_FOLDER = "/java/" + PACKAGE.replace('.', '/') + "/";

    /** Whole lines for a project with a login, and after {@code #else} those for one without. */
    private static final Pattern LOGIN_LINES =
            Pattern.compile("(?sm)^#if \\(\\$login (==|!=) \"true\"\\)\n(.*?)(?:^#else\n(.*?))?^#end\n");

    private final Path folder;

    private WalkthroughProject(final Path folder) {
        this.folder = folder;
    }

    /** Does what {@code mvn archetype:generate} does, with the answers that the first page gives. */
    static WalkthroughProject generated(final Path root, final Path folder) {
        final Path resources = root.resolve(Source.ARCHETYPE);
        for (final Path file : files(resources)) {
            final String name = resources.relativize(file).toString().replace('\\', '/');
            write(
                    folder.resolve(name.replaceFirst("/java/", PACKAGE_FOLDER).replace("__className__", CLASS)),
                    generated(Repository.read(file)));
        }
        return new WalkthroughProject(folder);
    }

    /** A file that the archetype makes, by its path in the project. */
    static Optional<String> generated(final Path root, final String path) {
        final Path file = root.resolve(
                Source.ARCHETYPE + path.replaceFirst(PACKAGE_FOLDER, "/java/").replace("/" + CLASS, "/__className__"));
        return Files.exists(file) ? Optional.of(generated(Repository.read(file))) : Optional.empty();
    }

    /** A text of the archetype as it stands in the project that the archetype makes, without a login. */
    static String generated(final String text) {
        return LOGIN_LINES
                .matcher(text)
                .replaceAll(block -> Matcher.quoteReplacement(
                        block.group(1).equals("!=") ? block.group(2) : Objects.requireNonNullElse(block.group(3), "")))
                .replaceAll("#if \\(\\$login == \"true\"\\).*?#end", "")
                .replace("${package}", PACKAGE)
                .replace("${groupId}", GROUP)
                .replace("${artifactId}", ARTIFACT)
                .replace("${className}", CLASS)
                .replace("${database}", ARTIFACT)
                .replace("${database.toUpperCase()}", ARTIFACT.toUpperCase(Locale.ROOT))
                .replace("${version}", "1.0-SNAPSHOT")
                .replace("@project.version@", VERSION);
    }

    /** Copies the files of a step into the project, as a reader does. */
    void apply(final WalkthroughPage page) {
        try {
            copy(page.files(), folder);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Compiles the project as its pom does, and copies its resources. */
    void compile(final String classPath) throws IOException {
        delete(folder.resolve("target"));
        copy(folder.resolve("src/main/resources"), classes());
        compile(folder.resolve("src/main/java"), classes(), classPath);
        compile(folder.resolve("src/test/java"), testClasses(), classes() + File.pathSeparator + classPath);
    }

    private static void compile(final Path sources, final Path target, final String classPath) throws IOException {
        Files.createDirectories(target);
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        final StringWriter output = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            final Collection<Path> files = files(sources);
            final boolean compiled = compiler.getTask(
                            output,
                            manager,
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
                                    target.toString(),
                                    "-cp",
                                    classPath),
                            null,
                            manager.getJavaFileObjectsFromPaths(files))
                    .call();
            if (!compiled || !output.toString().isEmpty()) {
                throw new AssertionError(sources + " does not compile without a warning:\n" + output);
            }
        }
    }

    Path folder() {
        return folder;
    }

    Path classes() {
        return folder.resolve("target/classes");
    }

    Path testClasses() {
        return folder.resolve("target/test-classes");
    }

    /** The test classes among the files of a step; all of the project where the step has none. */
    List<String> tests(final WalkthroughPage page) {
        final List<String> ofStep = tests(page.files().resolve("src/test/java"));
        return ofStep.isEmpty() ? tests(folder.resolve("src/test/java")) : ofStep;
    }

    private static List<String> tests(final Path folder) {
        return files(folder).stream()
                .map(file -> folder.relativize(file).toString())
                .filter(name -> name.endsWith("Test.java"))
                .map(name -> name.replace(".java", "").replace(File.separatorChar, '.'))
                .toList();
    }

    static List<Path> files(final Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(final Path from, final Path to) throws IOException {
        for (final Path file : files(from)) {
            final Path target = to.resolve(from.relativize(file).toString());
            Files.createDirectories(target.getParent());
            Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void delete(final Path folder) throws IOException {
        for (final Path file : files(folder)) {
            Files.delete(file);
        }
    }

    private static void write(final Path file, final String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
