package org.jzenith.dev;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        compiler = new SourceCompiler(
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
        assertThat(compiler.compile(sources, Set.of(), sources))
                .isEqualTo(new SourceCompiler.Result(null, SOURCES, SOURCES));
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
}
