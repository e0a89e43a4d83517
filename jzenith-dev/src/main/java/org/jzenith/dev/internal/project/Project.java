package org.jzenith.dev.internal.project;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;

/**
 * The project to compile and start.
 *
 * @param mainClass its {@code main} starts the application
 * @param arguments the command line of the application
 * @param directory the project's own
 * @param sources folders with Java sources
 * @param resources folders whose files are copied
 * @param classes the output folder of the compiler
 * @param generatedSources the output folder of annotation processors
 * @param classPath the class path of the application, including its own folders
 * @param compilerOptions the options of javac, without those that name folders
 * @param encoding the encoding of the sources
 * @param compiled true if the classes are known to be those of the sources
 */
public record Project(
        String mainClass,
        List<String> arguments,
        Path directory,
        List<Path> sources,
        List<ResourceFolder> resources,
        Path classes,
        Path generatedSources,
        List<Path> classPath,
        List<String> compilerOptions,
        Charset encoding,
        boolean compiled) {

    private static final List<String> FRAMEWORK =
            List.of("core", "dev", "http", "jobs", "json", "rest", "sql", "postgresql", "test");

    private static final String KOTLIN_SOURCES = "src/main/kotlin";

    /** @param target the folder to which its files are copied */
    record ResourceFolder(Path directory, Path target) {

        Path copyOf(final Path file) {
            return target.resolve(directory.relativize(file).toString());
        }
    }

    /** Reads what the Maven plugin has written. */
    public static Project of(final Path file) {
        final Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        final List<ResourceFolder> resources = new ArrayList<>();
        final List<String> targets = all(properties, "resource-target");
        final List<String> folders = all(properties, "resource");
        for (int i = 0; i < folders.size(); i++) {
            resources.add(new ResourceFolder(Path.of(folders.get(i)), Path.of(targets.get(i))));
        }
        return new Project(
                value(properties, "main-class"),
                all(properties, "argument"),
                Path.of(value(properties, "directory")),
                all(properties, "source").stream().map(Path::of).toList(),
                resources,
                Path.of(value(properties, "classes")),
                Path.of(value(properties, "generated-sources")),
                all(properties, "class-path").stream().map(Path::of).toList(),
                all(properties, "option"),
                Charset.forName(value(properties, "encoding")),
                true);
    }

    private static String value(final Properties properties, final String key) {
        return Objects.requireNonNull(properties.getProperty(key), key);
    }

    private static List<String> all(final Properties properties, final String key) {
        final List<String> all = new ArrayList<>();
        for (int i = 0; properties.getProperty(key + "." + i) != null; i++) {
            all.add(properties.getProperty(key + "." + i));
        }
        return all;
    }

    /**
     * Finds the project of a class in the layout of Maven or Gradle.
     *
     * @throws StartException if its sources are not where these have them
     */
    public static Project of(final String mainClass, final List<String> arguments, final ClassLoader loader) {
        final String name = mainClass.replace('.', '/') + ".class";
        final URL url = loader.getResource(name);
        if (url == null || !url.getProtocol().equals("file")) {
            throw new StartException(StartProblem.of("The development mode finds no sources, because " + mainClass
                            + " does not come from a folder" + (url == null ? "" : " but from " + url) + ".")
                    .from("--dev (command line)")
                    .remedy("Start it from the project's own classes, for example with 'mvn jzenith:dev'."));
        }
        final Path classes = folder(url, name);
        final String layout = classes.toString().replace('\\', '/');
        final boolean gradle = layout.endsWith("/build/classes/java/main");
        final Path directory = gradle ? classes.resolve("../../../..").normalize() : parent(parent(classes));
        final Path sources = directory.resolve("src/main/java");
        final Path resources = directory.resolve("src/main/resources");
        if (!Files.isDirectory(sources) && !Files.isDirectory(directory.resolve(KOTLIN_SOURCES))) {
            throw new StartException(StartProblem.of("The development mode finds no sources of " + mainClass
                            + ": there is no folder " + sources + ".")
                    .from("--dev (command line)")
                    .remedy("Put the sources into src/main/java and the classes into target/classes (Maven) or"
                            + " build/classes/java/main (Gradle), or start with 'mvn jzenith:dev'."));
        }
        final List<String> options = new ArrayList<>(List.of("-parameters", "-g"));
        final int release = release(url);
        options.addAll(List.of("--release", String.valueOf(release)));
        return new Project(
                mainClass,
                arguments,
                directory,
                List.of(sources),
                List.of(new ResourceFolder(resources, gradle ? directory.resolve("build/resources/main") : classes)),
                classes,
                parent(classes).resolve("generated-sources/annotations"),
                classPathOfThisJvm(),
                options,
                java.nio.charset.StandardCharsets.UTF_8,
                false);
    }

    private static Path folder(final URL url, final String name) {
        try {
            Path folder = Path.of(url.toURI());
            for (int i = name.split("/", -1).length; i > 0; i--) {
                folder = parent(folder);
            }
            return folder;
        } catch (final URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path parent(final Path path) {
        return Objects.requireNonNull(path.getParent());
    }

    /** Returns the Java release for which the classes have been compiled so far, from their format version. */
    private static int release(final URL compiled) {
        try (InputStream stream = compiled.openStream()) {
            final byte[] head = stream.readNBytes(8);
            return Math.min(
                            (head[6] & 0xff) << 8 | (head[7] & 0xff),
                            44 + Runtime.version().feature())
                    - 44;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> classPathOfThisJvm() {
        final List<Path> classPath = new ArrayList<>();
        for (final String entry : System.getProperty("java.class.path", "").split(File.pathSeparator, -1)) {
            if (!entry.isEmpty()) {
                classPath.add(Path.of(entry).toAbsolutePath().normalize());
            }
        }
        return classPath;
    }

    /** Returns the folders of the class path; their content can change, unlike that of jars. */
    public List<Path> folders() {
        final List<Path> folders = new ArrayList<>();
        folders.add(classes);
        resources.forEach(folder -> folders.add(folder.target()));
        classPath.stream()
                .filter(folder -> Files.isDirectory(folder) && !isOfFramework(folder))
                .forEach(folders::add);
        return folders.stream().distinct().toList();
    }

    /**
     * True for a module of the framework in a build of the framework itself; it stays loaded like any other library.
     */
    private static boolean isOfFramework(final Path folder) {
        return FRAMEWORK.stream().anyMatch(name -> Files.isDirectory(folder.resolve("org/jzenith/" + name)));
    }

    /** The folders that may have Kotlin sources. */
    List<Path> kotlinFolders() {
        return Stream.concat(sources.stream(), Stream.of(directory.resolve(KOTLIN_SOURCES)))
                .distinct()
                .toList();
    }

    /** The folders of the class path that others write to, such as other modules. */
    List<Path> foreignFolders() {
        return folders().stream()
                .filter(folder -> !folder.equals(classes)
                        && resources.stream().noneMatch(mine -> mine.target().equals(folder)))
                .toList();
    }

    /** A file as the developer knows it: relative to the project where it is below that. */
    public String shown(final Path file) {
        return (file.startsWith(directory) ? directory.relativize(file) : file)
                .toString()
                .replace('\\', '/');
    }

    /** The source of a class, if it is one of the project. */
    @Nullable
    public Path source(final String className, final @Nullable String fileName) {
        if (fileName == null) {
            return null;
        }
        final int dot = className.lastIndexOf('.');
        final String inPackage = dot < 0 ? "" : className.substring(0, dot).replace('.', '/') + "/";
        for (final Path folder : sources) {
            final Path file = folder.resolve(inPackage + fileName);
            if (Files.isRegularFile(file)) {
                return file;
            }
        }
        return null;
    }
}
