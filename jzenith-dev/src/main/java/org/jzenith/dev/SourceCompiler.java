package org.jzenith.dev;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/**
 * Compiles the sources of a project with the compiler of this JDK. All of them, if there are few; otherwise those that
 * have changed, and all of them if one of these looks different to others than before. Classes are written when all is
 * compiled without error, so that the folder always holds a whole. Used by one thread.
 */
final class SourceCompiler implements AutoCloseable {

    /** As many sources take less time than it would take to find out whether all of them are needed. */
    private static final int FEW = 50;

    private static final String PROCESSORS = "META-INF/services/javax.annotation.processing.Processor";

    private final Project project;
    private final JavaCompiler compiler;
    private final StandardJavaFileManager files;
    private final List<String> options;
    private final boolean processors;
    private final Map<Path, Set<String>> classesOfSource = new HashMap<>();
    private final Map<String, Integer> hashes = new HashMap<>();
    private final Set<Path> changed = new LinkedHashSet<>();
    private final Set<Path> deleted = new LinkedHashSet<>();
    private boolean complete;

    SourceCompiler(final Project project, final ClassLoader libraries) {
        this.project = project;
        final JavaCompiler found = ToolProvider.getSystemJavaCompiler();
        if (found == null) {
            throw new StartException(StartProblem.of("This Java has no compiler.")
                    .from(System.getProperty("java.home") + " (java.home)")
                    .remedy("Run the development mode with a JDK."));
        }
        this.compiler = found;
        this.files = found.getStandardFileManager(null, Locale.ENGLISH, project.encoding());
        final List<String> given = project.compilerOptions();
        this.processors = !given.contains("-proc:none")
                && (given.contains("-processorpath")
                        || given.contains("--processor-path")
                        || given.contains("-processor")
                        || libraries.getResource(PROCESSORS) != null);
        this.options = new ArrayList<>(given);
        options.add("-implicit:none");
        if (!processors && !given.contains("-proc:none")) {
            options.add("-proc:none");
        }
        try {
            Files.createDirectories(project.classes());
            final List<Path> classPath = new ArrayList<>(project.classPath());
            classPath.remove(project.classes());
            classPath.add(0, project.classes());
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(project.classes()));
            files.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
            files.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of());
            if (processors) {
                Files.createDirectories(project.generatedSources());
                files.setLocationFromPaths(StandardLocation.SOURCE_OUTPUT, List.of(project.generatedSources()));
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What a compilation did.
     *
     * @param failure or null if all is compiled
     * @param sources how many were compiled
     * @param classes how many classes are new, different or gone
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
        final Output output = run(compilable(sources));
        if (output.failure == null) {
            remember(output);
        }
        return output.failure;
    }

    /**
     * Whether a compilation would do something: a source has changed or is gone since the last one that succeeded, or
     * another program has deleted a class.
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
        final boolean all = few || processors || !complete || !deleted.isEmpty() || !isWhole();
        Output output = run(all ? sources : changed);
        if (output.failure == null && output.sources.size() < sources.size() && looksDifferent(output)) {
            output = run(sources);
        }
        if (output.failure != null) {
            return new Result(output.failure, output.sources.size(), gone);
        }
        final int written = write(output, output.sources.size() == sources.size());
        changed.clear();
        deleted.clear();
        return new Result(null, output.sources.size(), gone + written);
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

    private Output run(final Collection<Path> sources) {
        final Output output = new Output(files, Set.copyOf(sources));
        if (sources.isEmpty()) {
            return output;
        }
        createFolder(); // another program may have deleted it
        final DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        final StringWriter other = new StringWriter();
        boolean compiled;
        boolean ended = true;
        try {
            compiled = compiler.getTask(
                            other, output, diagnostics, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
        } catch (final RuntimeException | Error e) { // a wrong option, a plugin that fails, or a too deep expression
            compiled = false;
            ended = false;
            other.append("The compiler has failed: ").append(String.valueOf(e));
        }
        if (!compiled) {
            final List<Diagnostic<? extends JavaFileObject>> errors = new ArrayList<>(diagnostics.getDiagnostics());
            if (errors.stream().anyMatch(each -> each.getKind() == Diagnostic.Kind.ERROR && each.getSource() != null)) {
                errors.removeIf(each -> each.getKind() != Diagnostic.Kind.ERROR || each.getSource() == null);
            }
            output.failure = errors.isEmpty() || !ended
                    ? Failure.of("The sources do not compile.", other.toString())
                    : Failure.of(project, errors);
        }
        return output;
    }

    private boolean looksDifferent(final Output output) {
        for (final Path source : changed) {
            final Set<String> now = output.classesOf(source);
            if (!now.equals(classesOfSource.get(source))) {
                return true;
            }
        }
        return output.classes.entrySet().stream().anyMatch(entry -> {
            final byte[] before = read(file(entry.getKey()));
            return before == null
                    || !ClassShape.of(before)
                            .equals(ClassShape.of(entry.getValue().bytes.toByteArray()));
        });
    }

    private void createFolder() {
        try {
            Files.createDirectories(project.classes());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param all whether all sources were compiled, so that there are no other classes */
    private int write(final Output output, final boolean all) {
        int different = 0;
        for (final Map.Entry<String, CompiledClass> entry : output.classes.entrySet()) {
            final Path file = file(entry.getKey());
            final byte[] bytes = entry.getValue().bytes.toByteArray();
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
        (all ? Set.copyOf(classesOfSource.keySet()) : output.sources)
                .forEach(source -> before.addAll(classesOfSource.getOrDefault(source, Set.of())));
        before.removeAll(output.classes.keySet());
        if (all) {
            classesOfSource.clear();
        }
        remember(output);
        return different + delete(before);
    }

    private void remember(final Output output) {
        final Set<Path> sources = new HashSet<>(output.sources);
        sources.addAll(output.compiledSources()); // those of annotation processors too
        sources.forEach(source -> classesOfSource.put(source, output.classesOf(source)));
        output.classes.forEach((name, made) -> hashes.put(name, Arrays.hashCode(made.bytes.toByteArray())));
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
        try {
            files.close();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The classes of one compilation, in memory. */
    private static final class Output extends ForwardingJavaFileManager<StandardJavaFileManager> {

        private final Set<Path> sources;
        private final Map<String, CompiledClass> classes = new LinkedHashMap<>();
        private @Nullable Failure failure;

        Output(final StandardJavaFileManager files, final Set<Path> sources) {
            super(files);
            this.sources = sources;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                final Location location,
                final String className,
                final JavaFileObject.Kind kind,
                final @Nullable FileObject sibling)
                throws IOException {
            if (location != StandardLocation.CLASS_OUTPUT || kind != JavaFileObject.Kind.CLASS) {
                return super.getJavaFileForOutput(location, className, kind, sibling);
            }
            final CompiledClass made = new CompiledClass(className, sibling == null ? null : Path.of(sibling.toUri()));
            classes.put(className, made);
            return made;
        }

        /** A module, which Maven may have compiled, would not read the class path. */
        @Override
        public @Nullable JavaFileObject getJavaFileForInput(
                final Location location, final String className, final JavaFileObject.Kind kind) throws IOException {
            return location == StandardLocation.CLASS_OUTPUT && className.equals("module-info")
                    ? null
                    : super.getJavaFileForInput(location, className, kind);
        }

        /** The files of the compiler itself belong to all compilations. */
        @Override
        public void close() {}

        Set<Path> compiledSources() {
            final Set<Path> found = new HashSet<>();
            classes.values().forEach(each -> {
                if (each.source != null) {
                    found.add(each.source);
                }
            });
            return found;
        }

        Set<String> classesOf(final Path source) {
            final Set<String> names = new HashSet<>();
            classes.forEach((name, each) -> {
                if (source.equals(each.source)) {
                    names.add(name);
                }
            });
            return names;
        }
    }

    private static final class CompiledClass extends SimpleJavaFileObject {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final @Nullable Path source;

        CompiledClass(final String name, final @Nullable Path source) {
            super(URI.create("memory:///" + name.replace('.', '/') + Kind.CLASS.extension), Kind.CLASS);
            this.source = source;
        }

        @Override
        public OutputStream openOutputStream() {
            bytes.reset();
            return bytes;
        }
    }
}
