package org.jzenith.postgresql.migration;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * The scripts in the folders of the migrations, each with the checksum that Flyway records when it applies it. Only scripts that
 * are applied once, {@code V1__name.sql}, are understood; anything else (repeatable scripts, callbacks, classes, settings of
 * scripts) makes the folders not plain.
 */
final class MigrationScripts {

    private static final Pattern APPLIED_ONCE = Pattern.compile("(.+/)?V[0-9]+([._][0-9]+)*__[^/]+\\.sql");
    private static final Pattern COPY = Pattern.compile("(.*[/\\\\])target[/\\\\](test-)?classes([/\\\\].*)");
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final Map<String, Integer> checksums = new HashMap<>();
    private final MigrationNames names = new MigrationNames();
    private boolean plain = true;

    /** @param folders the folders, as {@code file:} and {@code jar:} addresses */
    MigrationScripts(final List<URL> folders) throws IOException {
        for (final URL address : folders) {
            if (address.getProtocol().equals("file")) {
                addFolder(Path.of(URI.create(address.toString())));
            } else if (address.getProtocol().equals("jar")) {
                addJar(address);
            } else {
                plain = false;
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

    /** Whether {@link #checksums} says everything. */
    boolean arePlain() {
        return plain;
    }

    /** Names relative to their folder, and checksums. */
    Map<String, Integer> checksums() {
        return Collections.unmodifiableMap(checksums);
    }

    MigrationNames names() {
        return names;
    }

    private void addFolder(final Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (final Iterator<Path> each = files.filter(Files::isRegularFile).iterator(); each.hasNext(); ) {
                final Path file = each.next();
                try (InputStream content = Files.newInputStream(file)) {
                    add(folder.relativize(file).toString().replace('\\', '/'), source(file.toString()), content);
                }
            }
        }
    }

    private void addJar(final URL address) throws IOException {
        final URLConnection connection = address.openConnection();
        if (!(connection instanceof final JarURLConnection inJar)) {
            plain = false;
            return;
        }
        // A cached file is shared with others and must not be closed.
        inJar.setUseCaches(false);
        final String entry = inJar.getEntryName();
        final String folder = entry.endsWith("/") ? entry : entry + "/";
        try (JarFile jar = inJar.getJarFile()) {
            for (final Enumeration<JarEntry> each = jar.entries(); each.hasMoreElements(); ) {
                final JarEntry file = each.nextElement();
                if (file.getName().startsWith(folder) && !file.isDirectory()) {
                    try (InputStream content = jar.getInputStream(file)) {
                        add(file.getName().substring(folder.length()), jar.getName() + "!/" + file.getName(), content);
                    }
                }
            }
        }
    }

    private void add(final String name, final String location, final InputStream content) throws IOException {
        names.add(name.substring(name.lastIndexOf('/') + 1), location);
        plain &= APPLIED_ONCE.matcher(name).matches() && checksums.put(name, checksum(content)) == null;
    }

    /** Of the lines without their ends, so that it is the same wherever the script was checked out. */
    private static int checksum(final InputStream content) throws IOException {
        final CRC32 sum = new CRC32();
        final BufferedReader lines = new BufferedReader(new InputStreamReader(content, StandardCharsets.UTF_8));
        String line = lines.readLine();
        if (line != null && !line.isEmpty() && line.charAt(0) == BYTE_ORDER_MARK) {
            line = line.substring(1);
        }
        for (; line != null; line = lines.readLine()) {
            sum.update(line.getBytes(StandardCharsets.UTF_8));
        }
        return (int) sum.getValue();
    }
}
