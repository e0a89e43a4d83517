package org.jzenith.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;

/** The example whose sources each lack one annotation about access. */
final class RemovedAnnotationTest {

    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final Pattern ANNOTATION =
            Pattern.compile("(?m)^ *@(PermitAll|Authenticated|RolesAllowed\\(.*\\))\\R");

    @TempDir
    Path classes;

    private static List<String> annotated() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> ANNOTATION.matcher(read(file)).find())
                    .map(file -> SOURCES.relativize(file)
                            .toString()
                            .replace(File.separatorChar, '.')
                            .replaceAll("\\.java$", ""))
                    .sorted()
                    .toList();
        }
    }

    private static String read(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theStartFailsAndNamesEachMethod() throws Exception {
        final List<String> types = annotated();
        compile(types);
        try (Loader loader = new Loader()) {
            final StartException failure = catchThrowableOfType(StartException.class, application(loader)::run);
            assertThat(types).hasSizeGreaterThan(5).allSatisfy(type -> {
                final String name = type.substring(type.lastIndexOf('.') + 1);
                assertThat(failure)
                        .hasMessageContaining("The "
                                + (name.equals("UserSocket")
                                        ? "mount 'websocket at /ws/users'"
                                        : "resource method " + name + "."));
            });
        }
    }

    @Test
    void theStartSucceedsWithAllAnnotations() throws Exception {
        try (Loader loader = new Loader()) {
            application(loader).run().close();
        }
    }

    private static JZenith application(final Loader loader) throws ReflectiveOperationException {
        return (JZenith) loader.loadClass(ExampleApplication.class.getName())
                .getMethod("application", String[].class)
                .invoke(null, (Object) new String[] {"--check"});
    }

    /** Compiles the sources without the first annotation of each. */
    private void compile(final List<String> types) {
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        final boolean compiled = compiler.getTask(
                        null,
                        null,
                        null,
                        List.of(
                                "-proc:none",
                                "-parameters",
                                "-d",
                                classes.toString(),
                                "-cp",
                                System.getProperty("java.class.path")),
                        null,
                        types.stream()
                                .map(RemovedAnnotationTest::withoutAnnotation)
                                .toList())
                .call();
        assertThat(compiled).isTrue();
    }

    private static JavaFileObject withoutAnnotation(final String type) {
        final String path = type.replace('.', '/') + ".java";
        final String source = ANNOTATION.matcher(read(SOURCES.resolve(path))).replaceFirst("");
        return new SimpleJavaFileObject(URI.create("string:///" + path), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(final boolean ignoreEncodingErrors) {
                return source;
            }
        };
    }

    /** Loads the example, with the compiled classes in place of its own. */
    private final class Loader extends URLClassLoader {

        Loader() throws IOException {
            super(
                    new URL[] {
                        classes.toUri().toURL(),
                        ExampleApplication.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                    },
                    RemovedAnnotationTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("org.jzenith.example.")) {
                return super.loadClass(name, resolve);
            }
            final Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }
}
