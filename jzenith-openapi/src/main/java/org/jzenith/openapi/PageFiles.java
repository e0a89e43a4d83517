package org.jzenith.openapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files of the page, read once. Safe for use by many threads. */
final class PageFiles {

    private static final String PROPERTIES = "META-INF/maven/org.webjars/swagger-ui/pom.properties";
    private static final String FOLDER = "META-INF/resources/webjars/swagger-ui/";
    private static final String OWN = "org/jzenith/openapi/";
    private static final Pattern SCRIPT_FILE = Pattern.compile(FOLDER + "([^/]+)/swagger-ui-bundle\\.js");

    /** The version of the library, which is a part of its paths; empty without the library. */
    private static final Optional<String> VERSION = version();

    private static final Set<String> NAMES =
            Set.of("", "page.js", "swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png");

    /** Used for the files of the library, because the page requests them by a path with the version. */
    private static final String FOR_EVER = "public, max-age=31536000, immutable";

    private static final String CHECKED = "no-cache";

    private final String document;
    private final Map<String, PageFile> read = new ConcurrentHashMap<>();

    /** @param document the URL of the document, relative to the page */
    PageFiles(final String document) {
        this.document = document;
    }

    /** Returns true if the library is on the class path. */
    static boolean isAvailable() {
        return VERSION.isPresent();
    }

    /** Returns true if a file exists. The name of the page itself is empty. */
    static boolean has(final String name) {
        return NAMES.contains(name);
    }

    /** Returns a file. Blocks. */
    PageFile get(final String name) {
        return read.computeIfAbsent(name, this::file);
    }

    private PageFile file(final String name) {
        final String version = VERSION.orElse("");
        return switch (name) {
            case "" ->
                PageFile.of(
                        "page.html",
                        new String(bytes(OWN + "page.html"), StandardCharsets.UTF_8)
                                .replace("DOCUMENT", document)
                                .replace("VERSION", version)
                                .getBytes(StandardCharsets.UTF_8),
                        CHECKED);
            case "page.js" -> PageFile.of(name, bytes(OWN + name), CHECKED);
            default -> PageFile.of(name, bytes(FOLDER + version + "/" + name), FOR_EVER);
        };
    }

    private static Optional<String> version() {
        if (loader().getResource(PROPERTIES) == null) {
            return versionInOwnJar();
        }
        final Properties properties = new Properties();
        try {
            properties.load(new StringReader(new String(bytes(PROPERTIES), StandardCharsets.ISO_8859_1)));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return Optional.ofNullable(properties.getProperty("version"));
    }

    /** Finds the library in a fat jar with all classes of the application. Such jars have no Maven metadata. */
    private static Optional<String> versionInOwnJar() {
        final CodeSource source = PageFiles.class.getProtectionDomain().getCodeSource();
        if (source == null || !source.getLocation().getProtocol().equals("file")) {
            return Optional.empty();
        }
        try {
            final Path file = Path.of(source.getLocation().toURI());
            if (!Files.isRegularFile(file)) {
                return Optional.empty();
            }
            try (JarFile jar = new JarFile(file.toFile())) {
                return jar.stream()
                        .map(entry -> SCRIPT_FILE.matcher(entry.getName()))
                        .filter(Matcher::matches)
                        .map(found -> found.group(1))
                        .findFirst();
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } catch (final URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] bytes(final String name) {
        try (InputStream file = loader().getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("There is no " + name + " on the class path.");
            }
            return file.readAllBytes();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ClassLoader loader() {
        return PageFiles.class.getClassLoader();
    }
}
