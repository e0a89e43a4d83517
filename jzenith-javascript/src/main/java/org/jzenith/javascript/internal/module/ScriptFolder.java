package org.jzenith.javascript.internal.module;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/**
 * The folder of the handlers. Immutable.
 *
 * @param root its path, with all links resolved
 * @param isTemporary true for a copy of files of a jar, which {@link #close} deletes
 */
public record ScriptFolder(Path root, boolean isTemporary) {

    /**
     * Finds a folder.
     *
     * @param name a folder in the file system, or otherwise on the class path
     * @param line the line of code that names it
     * @return the folder; the files of a jar are copied to a temporary one
     * @throws StartException if there is no such folder
     */
    public static ScriptFolder of(final String name, final String line) {
        try {
            final Path folder = Path.of(name);
            if (Files.isDirectory(folder)) {
                return new ScriptFolder(folder.toRealPath(), false);
            }
            final URL resource = Thread.currentThread().getContextClassLoader().getResource(name + "/");
            final URL found = resource == null
                    ? Thread.currentThread().getContextClassLoader().getResource(name)
                    : resource;
            if (found != null) {
                return ofClassPath(found.toURI());
            }
        } catch (final InvalidPathException e) {
            // reported like a folder that does not exist
        } catch (final IOException | URISyntaxException e) {
            throw new StartException(StartProblem.of("The folder '" + name + "' of handlers cannot be read: " + e)
                    .from(line)
                    .remedy("Check its permissions.")
                    .causedBy(e));
        }
        throw new StartException(StartProblem.of("The folder '" + name + "' of handlers does not exist.")
                .from(line)
                .remedy("Create it in " + Path.of("").toAbsolutePath()
                        + " or on the class path, or name a folder that exists."));
    }

    /** A copy is also deleted with the JVM: no plugin closes after {@code --check}. */
    private static ScriptFolder ofClassPath(final URI found) throws IOException {
        if (found.getScheme().equals("file")) {
            return new ScriptFolder(Path.of(found).toRealPath(), false);
        }
        final Path copy = Files.createTempDirectory("jzenith-javascript").toRealPath();
        final String text = found.toString();
        final int bang = text.lastIndexOf("!/");
        final Path file = Path.of(URI.create(text.substring(text.indexOf(':') + 1, bang)));
        try (FileSystem jar = FileSystems.newFileSystem(file, (ClassLoader) null)) {
            copy(jar.getPath(text.substring(bang + 1)), copy);
        }
        return new ScriptFolder(copy, true);
    }

    private static void copy(final Path from, final Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (final Path each : (Iterable<Path>) all::iterator) {
                final Path target = to.resolve(from.relativize(each).toString());
                if (Files.isDirectory(each)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(each, target);
                }
                target.toFile().deleteOnExit();
            }
        }
    }

    /**
     * Finds the files that are loaded at startup: the scripts directly in the folder, except tests.
     *
     * @return in the order of their names
     */
    public List<Path> entries() {
        try (Stream<Path> all = Files.list(root)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> {
                        final String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
                        return name.matches("[^.].*\\.[mc]?js") && !name.matches(".*\\.test\\.[mc]?js");
                    })
                    .sorted()
                    .toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Finds a text in the scripts of the folder, except those of packages.
     *
     * @param expression a regular expression
     * @param first the file that is searched first
     * @return file, line and column of the first place; empty if there is none
     */
    public String find(final String expression, final String first) {
        final Pattern pattern = Pattern.compile(expression);
        try (Stream<Path> all = Files.walk(root)) {
            for (final Path file : (Iterable<Path>) all.sorted(
                    Comparator.comparing((Path each) -> !each.endsWith(first)).thenComparing(each -> each))::iterator) {
                final String name = root.relativize(file).toString();
                if (Files.isRegularFile(file) && name.matches(".*\\.[mc]?js") && !name.contains("node_modules")) {
                    final List<String> lines = new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                            .lines()
                            .toList();
                    for (int i = 0; i < lines.size(); i++) {
                        final Matcher found = pattern.matcher(lines.get(i));
                        if (found.find()) {
                            return name + ":" + (i + 1) + ":" + (found.start() + 1);
                        }
                    }
                }
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return "";
    }

    /** Deletes a temporary copy. */
    public void close() {
        if (!isTemporary || !Files.exists(root)) {
            return;
        }
        final List<Path> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            files.forEach(all::add);
            all.sort(Comparator.reverseOrder());
            for (final Path each : all) {
                Files.delete(each);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
