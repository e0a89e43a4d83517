package org.jzenith.dev.internal.compile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
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
import org.jzenith.dev.internal.failure.Failure;
import org.jzenith.dev.internal.project.Project;

/**
 * Runs the compiler of this JDK with the options of a project. The classes stay in memory; annotation processors write their
 * sources. Used by one thread.
 */
final class JdkCompiler implements AutoCloseable {

    private static final String PROCESSORS = "META-INF/services/javax.annotation.processing.Processor";

    private final Project project;
    private final JavaCompiler compiler;
    private final StandardJavaFileManager files;
    private final List<String> options;
    private final boolean processors;

    JdkCompiler(final Project project, final ClassLoader libraries) {
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

    /** Returns true if annotation processors run, which may read all sources. */
    boolean hasProcessors() {
        return processors;
    }

    /**
     * Compiles sources.
     *
     * @param sources without any, nothing is done
     */
    Output run(final Collection<Path> sources) {
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

    private void createFolder() {
        try {
            Files.createDirectories(project.classes());
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
    static final class Output extends ForwardingJavaFileManager<StandardJavaFileManager> {

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

        /** Null if all is compiled. */
        @Nullable
        Failure failure() {
            return failure;
        }

        /** Returns the sources that were given to the compiler. */
        Set<Path> sources() {
            return sources;
        }

        /** The bytes of the classes by their names. */
        Map<String, byte[]> classes() {
            final Map<String, byte[]> all = new LinkedHashMap<>();
            classes.forEach((name, each) -> all.put(name, each.bytes.toByteArray()));
            return all;
        }

        /** The sources that have classes, with those of annotation processors. */
        Set<Path> compiledSources() {
            final Set<Path> found = new HashSet<>();
            classes.values().forEach(each -> {
                if (each.source != null) {
                    found.add(each.source);
                }
            });
            return found;
        }

        /** The names of the classes that a source has. */
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
