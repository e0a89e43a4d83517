package org.jzenith.sql.internal.migration;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The files in the folders of the migrations, by name. */
final class MigrationFiles {

    static final String FILE_SYSTEM = "filesystem:";
    private static final String CLASS_PATH = "classpath:";
    private static final Pattern COPY = Pattern.compile("(.*[/\\\\])target[/\\\\](test-)?classes([/\\\\].*)");

    private final Set<String> locations = new LinkedHashSet<>();
    private final Map<String, MigrationFile> files = new LinkedHashMap<>();
    private final MigrationNames names;

    /**
     * @param configured the configured locations, whether they exist or not
     * @param knowsNames false if Flyway is missing, which knows the names of migrations
     */
    MigrationFiles(final List<String> configured, final ClassLoader loader, final boolean knowsNames)
            throws IOException {
        this.names = new MigrationNames(knowsNames);
        for (final String location : configured) {
            for (final URL folder : folders(location, loader)) {
                locations.add(location);
                if (folder.getProtocol().equals("file")) {
                    addFolder(Path.of(URI.create(folder.toString())));
                } else if (folder.openConnection() instanceof final JarURLConnection inJar) {
                    addJar(inJar);
                }
            }
        }
    }

    /** Returns the source of a file that the build has copied, or the file itself if there is none. */
    static String source(final String file) {
        final Matcher copy = COPY.matcher(file);
        if (!copy.matches()) {
            return file;
        }
        final String kind = copy.group(2) == null ? "main" : "test";
        final Path source = Path.of(copy.group(1) + "src/" + kind + "/resources" + copy.group(3));
        return Files.exists(source) ? source.toString() : file;
    }

    /** Returns the configured locations that exist. */
    Set<String> locations() {
        return Collections.unmodifiableSet(locations);
    }

    MigrationNames names() {
        return names;
    }

    /**
     * Returns a script.
     *
     * @param script its path below a location
     */
    @Nullable
    MigrationFile script(final String script) {
        return files.get(script.substring(Math.max(script.lastIndexOf('/'), script.lastIndexOf('\\')) + 1));
    }

    /** Returns the script with the highest version. */
    @Nullable
    MigrationFile latest() {
        final String latest = names.latest();
        return latest == null ? null : files.get(latest);
    }

    private void add(final MigrationFile file) {
        files.put(file.name(), file);
        names.add(file.name(), file.place());
    }

    private static List<URL> folders(final String location, final ClassLoader loader) throws IOException {
        if (location.startsWith(FILE_SYSTEM)) {
            final Path folder = Path.of(location.substring(FILE_SYSTEM.length()));
            return Files.isDirectory(folder) ? List.of(folder.toUri().toURL()) : List.of();
        }
        return Collections.list(loader.getResources(
                location.startsWith(CLASS_PATH) ? location.substring(CLASS_PATH.length()) : location));
    }

    private void addFolder(final Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (final Path file : all.filter(Files::isRegularFile).toList()) {
                add(new MigrationFile(
                        String.valueOf(file.getFileName()),
                        source(file.toString()),
                        file.toUri().toURL()));
            }
        }
    }

    private void addJar(final JarURLConnection address) throws IOException {
        // A cached file is shared with others and must not be closed.
        address.setUseCaches(false);
        final String entry = address.getEntryName();
        final String folder = entry.endsWith("/") ? entry : entry + "/";
        try (JarFile jar = address.getJarFile()) {
            for (final JarEntry file : jar.stream()
                    .filter(each -> each.getName().startsWith(folder) && !each.isDirectory())
                    .toList()) {
                add(new MigrationFile(
                        file.getName().substring(file.getName().lastIndexOf('/') + 1),
                        jar.getName() + "!/" + file.getName(),
                        new URL("jar:" + address.getJarFileURL() + "!/" + file.getName())));
            }
        }
    }
}
