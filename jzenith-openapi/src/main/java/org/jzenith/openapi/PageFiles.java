package org.jzenith.openapi;

import io.vertx.core.buffer.Buffer;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The files of the page, read once. Safe for use by many threads. */
final class PageFiles {

    private static final String PROPERTIES = "META-INF/maven/org.webjars/swagger-ui/pom.properties";
    private static final String FOLDER = "META-INF/resources/webjars/swagger-ui/";
    private static final String OWN = "org/jzenith/openapi/";
    private static final Pattern SCRIPT_FILE = Pattern.compile(FOLDER + "([^/]+)/swagger-ui-bundle\\.js");

    /** The version of the library, which is a part of its paths; empty without the library. */
    private static final Optional<String> VERSION = version();

    private static final Map<String, String> TYPES = Map.of(
            "swagger-ui.css", "text/css",
            "swagger-ui-bundle.js", "text/javascript",
            "favicon-32x32.png", "image/png",
            "page.js", "text/javascript",
            "", "text/html; charset=utf-8");

    private final String document;
    private final Map<String, Buffer> read = new ConcurrentHashMap<>();

    /** @param document the URL of the document, relative to the page */
    PageFiles(final String document) {
        this.document = document;
    }

    /** Returns true if the library is on the class path. */
    static boolean isAvailable() {
        return VERSION.isPresent();
    }

    /** Returns the media type of a file; null if there is no such file. */
    static @Nullable String type(final String name) {
        return TYPES.get(name);
    }

    /** Returns a file. Blocks. */
    Buffer get(final String name) {
        return read.computeIfAbsent(name, this::content);
    }

    private Buffer content(final String name) {
        return switch (name) {
            case "" ->
                Buffer.buffer(
                        new String(bytes(OWN + "page.html"), StandardCharsets.UTF_8).replace("DOCUMENT", document));
            case "page.js" -> Buffer.buffer(bytes(OWN + name));
            default -> Buffer.buffer(bytes(FOLDER + VERSION.orElse("") + "/" + name));
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

    /** Finds the library where one jar has all classes of the application. Such jars have no metadata of Maven. */
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
