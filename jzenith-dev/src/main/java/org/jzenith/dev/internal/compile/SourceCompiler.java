package org.jzenith.dev.internal.compile;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.dev.internal.failure.Failure;
import org.jzenith.dev.internal.project.Project;

/**
 * Compiles the sources of a project with the compiler of this JDK. All of them, if there are few; otherwise those that
 * have changed, and all of them if one of these looks different to others than before. Classes are written when all is
 * compiled without error, so that the folder always holds a whole. Used by one thread.
 */
final class SourceCompiler implements AutoCloseable {

    /** Compiling this many sources takes less time than finding out which of them are needed. */
    private static final int FEW = 50;

    private final Project project;
    private final JdkCompiler compiler;
    private final Map<Path, Set<String>> classesOfSource = new HashMap<>();
    private final Map<String, Integer> hashes = new HashMap<>();
    private final Set<Path> changed = new LinkedHashSet<>();
    private final Set<Path> deleted = new LinkedHashSet<>();
    private boolean complete;

    SourceCompiler(final Project project, final ClassLoader libraries) {
        this.project = project;
        this.compiler = new JdkCompiler(project, libraries);
    }

    /**
     * The result of a compilation.
     *
     * @param failure or null if all is compiled
     * @param sources the number of compiled sources
     * @param classes the number of classes that are new, different or gone
     */
    record Result(@Nullable Failure failure, int sources, int classes) {}

    /**
     * Learns which classes come from which source, and warms the compiler up. Writes no class; annotation processors write
     * their sources. Does nothing after a compilation, which has learned it.
     *
     * @return a failure if the sources do not compile as they stand
     */
    @Nullable
    Failure learn(final Collection<Path> sources) {
        if (complete) {
            return null;
        }
        final JdkCompiler.Output output = compiler.run(compilable(sources));
        if (output.failure() == null) {
            remember(output);
        }
        return output.failure();
    }

    /**
     * Returns true if a compilation is needed: a source has changed or is gone since the last successful one, or another program has
     * deleted a class.
     */
    boolean isDue() {
        return !changed.isEmpty() || !deleted.isEmpty() || !isWhole();
    }

    private boolean isWhole() {
        return classesOfSource.values().stream().flatMap(Set::stream).allMatch(name -> Files.isRegularFile(file(name)));
    }

    private static List<Path> compilable(final Collection<Path> sources) {
        return sources.stream()
                .filter(source -> !source.endsWith("module-info.java"))
                .toList();
    }

    /** Compiles what has changed since the last compilation that succeeded. */
    Result compile(final Collection<Path> changes, final Collection<Path> deletions, final Collection<Path> present) {
        final List<Path> sources = compilable(present);
        changed.removeAll(deletions);
        changed.addAll(compilable(changes));
        deleted.removeAll(changes);
        deleted.addAll(deletions);
        int gone = 0;
        for (final Path source : deleted) {
            final Set<String> known = classesOfSource.remove(source);
            gone += delete(known == null && !complete ? classesOnDisk(source) : known == null ? Set.of() : known);
        }
        final boolean few = sources.size() <= FEW;
        final boolean all = few || compiler.hasProcessors() || !complete || !deleted.isEmpty() || !isWhole();
        JdkCompiler.Output output = compiler.run(all ? sources : changed);
        if (output.failure() == null && output.sources().size() < sources.size() && looksDifferent(output)) {
            output = compiler.run(sources);
        }
        if (output.failure() != null) {
            return new Result(output.failure(), output.sources().size(), gone);
        }
        final int written = write(output, output.sources().size() == sources.size());
        changed.clear();
        deleted.clear();
        return new Result(null, output.sources().size(), gone + written);
    }

    /** The classes that name a source as theirs. */
    private Set<String> classesOnDisk(final Path source) {
        final Path root = project.sources().stream()
                .filter(source::startsWith)
                .findFirst()
                .orElseThrow();
        final Path inPackage = root.relativize(source).getParent();
        final Path folder =
                inPackage == null ? project.classes() : project.classes().resolve(inPackage.toString());
        final Set<String> classes = new HashSet<>();
        if (!Files.isDirectory(folder)) {
            return classes;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*.class")) {
            for (final Path file : found) {
                if (String.valueOf(source.getFileName()).equals(ClassShape.source(Files.readAllBytes(file)))) {
                    final String name =
                            project.classes().relativize(file).toString().replace(File.separatorChar, '.');
                    classes.add(name.substring(0, name.length() - ".class".length()));
                }
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return classes;
    }

    private boolean looksDifferent(final JdkCompiler.Output output) {
        for (final Path source : changed) {
            final Set<String> now = output.classesOf(source);
            if (!now.equals(classesOfSource.get(source))) {
                return true;
            }
        }
        return output.classes().entrySet().stream().anyMatch(entry -> {
            final byte[] before = read(file(entry.getKey()));
            return before == null || !ClassShape.of(before).equals(ClassShape.of(entry.getValue()));
        });
    }

    /** @param all true if all sources were compiled, so that there are no other classes */
    private int write(final JdkCompiler.Output output, final boolean all) {
        int different = 0;
        for (final Map.Entry<String, byte[]> entry : output.classes().entrySet()) {
            final Path file = file(entry.getKey());
            final byte[] bytes = entry.getValue();
            final boolean written = Arrays.equals(bytes, read(file));
            // An IDE may have written it, so that it is there but not in the running application.
            final int hash = hashes.getOrDefault(entry.getKey(), Arrays.hashCode(bytes));
            if (!written || hash != Arrays.hashCode(bytes)) {
                different++;
            }
            if (!written) {
                try {
                    Files.createDirectories(file.getParent());
                    Files.write(file, bytes);
                } catch (final IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        final Set<String> before = new HashSet<>();
        (all ? Set.copyOf(classesOfSource.keySet()) : output.sources())
                .forEach(source -> before.addAll(classesOfSource.getOrDefault(source, Set.of())));
        before.removeAll(output.classes().keySet());
        if (all) {
            classesOfSource.clear();
        }
        remember(output);
        return different + delete(before);
    }

    private void remember(final JdkCompiler.Output output) {
        final Set<Path> sources = new HashSet<>(output.sources());
        sources.addAll(output.compiledSources()); // those of annotation processors too
        sources.forEach(source -> classesOfSource.put(source, output.classesOf(source)));
        output.classes().forEach((name, made) -> hashes.put(name, Arrays.hashCode(made)));
        complete = true;
    }

    private int delete(final Collection<String> classes) {
        int deletions = 0;
        for (final String name : classes) {
            try {
                deletions += Files.deleteIfExists(file(name)) ? 1 : 0;
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return deletions;
    }

    private Path file(final String className) {
        return project.classes().resolve(className.replace('.', '/') + ".class");
    }

    private static byte @Nullable [] read(final Path file) {
        try {
            return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        compiler.close();
    }
}
