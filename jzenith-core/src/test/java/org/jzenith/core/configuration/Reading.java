package org.jzenith.core.configuration;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/** A process of its own: command line, system properties, environment and files that a test decides. */
final class Reading {

    private final Path root;
    private final Map<String, String> system = new LinkedHashMap<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final Map<String, Object> code = new LinkedHashMap<>();
    private final Map<String, Object> overrides = new LinkedHashMap<>();
    private final Map<String, String> provided = new LinkedHashMap<>();
    private List<String> arguments = List.of();

    Reading(final Path root) {
        this.root = root;
    }

    Reading arguments(final String... given) {
        arguments = List.of(given);
        return this;
    }

    Reading system(final String key, final String value) {
        system.put(key, value);
        return this;
    }

    Reading environment(final String key, final String value) {
        environment.put(key, value);
        return this;
    }

    Reading code(final String key, final Object value) {
        code.put(key, value);
        return this;
    }

    Reading override(final String key, final Object value) {
        overrides.put(key, value);
        return this;
    }

    Reading provided(final String key, final String value) {
        provided.put(key, value);
        return this;
    }

    /** A file in the working directory. */
    Reading file(final String name, final String... lines) {
        return write(root.resolve("work").resolve(name), lines);
    }

    /** A file in the directory of the jar. */
    Reading besideJar(final String name, final String... lines) {
        return write(root.resolve("jar").resolve(name), lines);
    }

    Reading onClassPath(final String name, final String... lines) {
        return write(root.resolve("classes").resolve(name), lines);
    }

    private Reading write(final Path file, final String... lines) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, String.join("\n", lines));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    Configuration.Builder reader(final Class<?>... types) {
        try {
            final URL classes = root.resolve("classes").toUri().toURL();
            return Configuration.builder(arguments)
                    .withCode(code)
                    .withOverrides(overrides)
                    .withTypes(List.of(types))
                    .withProcessEnvironment(new Sources.ProcessEnvironment(
                            system,
                            environment,
                            List.of(root.resolve("work"), root.resolve("jar")),
                            new URLClassLoader(new URL[] {new URL(classes + "/")}, null)));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Configuration read(final Class<?>... types) {
        final Configuration configuration = reader(types).read();
        return provided.isEmpty() ? configuration : configuration.withPluginConfiguration(Map.of("database", provided));
    }

    List<StartProblem> problems(final Class<?>... types) {
        final StartException failure = catchThrowableOfType(StartException.class, () -> read(types));
        return failure == null ? List.of() : failure.problems();
    }

    /** The only problem, as the report shows it. */
    String problem(final Class<?>... types) {
        final List<StartProblem> problems = problems(types);
        if (problems.size() != 1) {
            throw new AssertionError("one problem expected: " + problems);
        }
        return problems.get(0).toString();
    }
}
