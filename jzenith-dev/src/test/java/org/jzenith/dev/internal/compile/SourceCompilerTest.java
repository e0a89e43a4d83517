package org.jzenith.dev.internal.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.dev.internal.project.Project;

/** A project with more sources than are always compiled together. */
final class SourceCompilerTest {

    private static final int SOURCES = 60;

    @TempDir
    Path directory;

    private final Set<Path> sources = new TreeSet<>();
    private SourceCompiler compiler;

    @BeforeEach
    void compileAll() throws IOException {
        base("10", "int value() { return 1; }");
        for (int i = 1; i < SOURCES; i++) {
            write("Source" + i, "class Source" + i + " { int sum = Base.CONSTANT + new Base().value(); }");
        }
        compiler = compiler();
        assertThat(compiler.compile(sources, Set.of(), sources))
                .isEqualTo(new SourceCompiler.Result(null, SOURCES, SOURCES));
    }

    private SourceCompiler compiler() {
        return new SourceCompiler(
                new Project(
                        "shop.Base",
                        List.of(),
                        directory,
                        List.of(directory.resolve("src")),
                        List.of(),
                        directory.resolve("classes"),
                        directory.resolve("generated"),
                        List.of(),
                        List.of("--release", "17"),
                        StandardCharsets.UTF_8,
                        true),
                Objects.requireNonNull(ClassLoader.getPlatformClassLoader()));
    }

    @AfterEach
    void close() {
        compiler.close();
    }

    private Path base(final String constant, final String method) throws IOException {
        return write("Base", "class Base { static final int CONSTANT = " + constant + "; " + method + " }");
    }

    private Path write(final String name, final String text) throws IOException {
        final Path file = directory.resolve("src/shop").resolve(name + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "package shop;\n" + text);
        sources.add(file);
        return file;
    }

    private SourceCompiler.Result compile(final Path changed) {
        return compiler.compile(Set.of(changed), Set.of(), sources);
    }

    @Test
    void aChangedBodyCompilesOneSource() throws IOException {
        assertThat(compile(base("10", "int value() { return 2; }"))).isEqualTo(new SourceCompiler.Result(null, 1, 1));
    }

    @Test
    void aChangedConstantCompilesAllWhereItStands() throws IOException {
        assertThat(compile(base("11", "int value() { return 1; }")))
                .isEqualTo(new SourceCompiler.Result(null, SOURCES, SOURCES));
    }

    @Test
    void aChangedSignatureIsReportedWhereItIsUsedUntilItFits() throws IOException {
        final SourceCompiler.Result broken = compile(base("10", "String value() { return null; }"));
        assertThat(Objects.requireNonNull(broken.failure()).text())
                .contains("src/shop/Source1.java:2", "String cannot be converted to int");
        assertThat(broken.classes()).isZero();

        assertThat(compile(write("Unrelated", "class Unrelated {}")).failure()).isNotNull();
        assertThat(compile(base("10", "long value() { return 1; }")).failure()).isNotNull();

        final SourceCompiler.Result fits = compile(base("10", "short value() { return 1; }"));
        assertThat(fits).isEqualTo(new SourceCompiler.Result(null, SOURCES + 1, SOURCES + 1));
    }

    @Test
    void aSourceOfTheSameTimeIsReadAgain() throws IOException {
        final Path base = base("10", "int value() { return 2; }");
        compile(base);
        final FileTime time = Files.getLastModifiedTime(base);
        base("10", "int value() { return 3; }");
        Files.setLastModifiedTime(base, time);
        assertThat(compile(base)).isEqualTo(new SourceCompiler.Result(null, 1, 1));
    }

    private Path classFile(final String name) {
        return directory.resolve("classes/shop/" + name + ".class");
    }

    @Test
    void theClassesOfAnEmptiedSourceGo() throws IOException {
        final Path source = write("Unused", "class Unused { class Inner {} }");
        compile(source);
        assertThat(classFile("Unused$Inner")).exists();
        write("Unused", "class Unused {}");
        assertThat(compile(source)).isEqualTo(new SourceCompiler.Result(null, SOURCES + 1, 2));
        assertThat(classFile("Unused$Inner")).doesNotExist();
        write("Unused", "// class Unused {}");
        assertThat(compile(source).failure()).isNull();
        assertThat(classFile("Unused")).doesNotExist();
    }

    @Test
    void theClassOfAnotherPackageGoes() throws IOException {
        final Path source = write("Unused", "class Unused {}");
        compile(source);
        Files.writeString(source, "package store; class Unused {}");
        assertThat(compile(source).failure()).isNull();
        assertThat(classFile("Unused")).doesNotExist();
        assertThat(directory.resolve("classes/store/Unused.class")).exists();
    }

    /** The compiler does not know which classes come from which source, because it has compiled none yet. */
    @Test
    void theClassesOfASourceThatWasNeverCompiledGoWithIt() throws IOException {
        final Path source = write("Unused", "class Unused { class Inner {} } class Second {}");
        compile(source);
        write("Unused$Own", "class Unused$Own {}");
        compile(write("User", "class User { Unused unused; }"));
        compiler.close();
        compiler = compiler();
        sources.remove(source);
        Files.delete(source);
        final SourceCompiler.Result result = compiler.compile(Set.of(), Set.of(source), sources);
        assertThat(Objects.requireNonNull(result.failure()).text()).contains("User.java:2", "cannot find symbol");
        assertThat(classFile("Unused")).doesNotExist();
        assertThat(classFile("Unused$Inner")).doesNotExist();
        assertThat(classFile("Second")).doesNotExist();
        assertThat(classFile("Unused$Own")).exists();
    }

    @Test
    void classesThatAnotherProgramHasDeletedComeBack() throws IOException {
        Files.delete(classFile("Source1"));
        Files.delete(classFile("Source2"));
        assertThat(compile(base("10", "int value() { return 2; }")))
                .isEqualTo(new SourceCompiler.Result(null, SOURCES, 3));
        assertThat(classFile("Source1")).exists();
    }

    @Test
    void aClassThatAnIdeHasCompiledBeforeIsDifferentAllTheSame() throws IOException {
        compile(base("10", "int value() { return 2; }"));
        final byte[] second = Files.readAllBytes(classFile("Base"));
        compile(base("10", "int value() { return 1; }"));
        final Path source = base("10", "int value() { return 2; }");
        Files.write(classFile("Base"), second);
        assertThat(compile(source)).isEqualTo(new SourceCompiler.Result(null, 1, 1));
        assertThat(compile(source)).isEqualTo(new SourceCompiler.Result(null, 1, 0));
    }

    /** Maven compiles it; the development mode runs the project on the class path. */
    @Test
    void aModuleDeclarationDoesNotHideTheClassPath() throws IOException {
        final Path declaration = Files.writeString(directory.resolve("module-info.java"), "module shop {}");
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-d",
                                directory.resolve("classes").toString(),
                                declaration.toString()))
                .isZero();
        final Path source = write("Logs", "class Logs { java.util.logging.Logger logger; }");
        final SourceCompiler.Result result = compile(source);
        assertThat(result.failure()).isNull();
        Files.writeString(directory.resolve("src/module-info.java"), "module shop {}");
        sources.add(directory.resolve("src/module-info.java"));
        assertThat(compile(directory.resolve("src/module-info.java")).failure()).isNull();
    }

    @Test
    void whatIsNotCompiledIsDueUntilItIs() throws IOException {
        assertThat(compiler.isDue()).isFalse();
        final Path source = write("Unused", "class Unused { int i = missing; }");
        compile(source);
        assertThat(compiler.isDue()).isTrue();
        write("Unused", "class Unused {}");
        assertThat(compiler.compile(Set.of(), Set.of(), sources))
                .isEqualTo(new SourceCompiler.Result(null, SOURCES + 1, 1));
        assertThat(compiler.isDue()).isFalse();
    }

    @Test
    void theCaretStandsUnderTheErrorAlsoBehindTabs() throws IOException {
        final String[] lines = Objects.requireNonNull(
                        compile(write("Unused", "class Unused {\n\t  int a;\tint i = missing;\n}"))
                                .failure())
                .text()
                .split("\n", -1);
        final String line = lines[lines.length - 2].equals("") ? lines[lines.length - 3] : lines[lines.length - 2];
        assertThat(line).contains("int i = missing;");
        assertThat(lines[lines.length - 1].indexOf('^')).isEqualTo(line.indexOf("missing"));
    }

    @Test
    void aSourceThatTheCompilerCannotStandIsAFailure() throws IOException {
        final String deep = "1" + " + 1".repeat(200_000);
        final SourceCompiler.Result result =
                compile(write("Deep", "class Deep { int i(int a) { return a + " + deep + "; } }"));
        assertThat(Objects.requireNonNull(result.failure()).title()).isEqualTo("The sources do not compile.");
    }
}
