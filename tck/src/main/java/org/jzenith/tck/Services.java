package org.jzenith.tck;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The files of a WAR's {@code META-INF/services}, which are not on the server's class path. */
final class Services {

    private Services() {}

    /** Does some work with a context class loader that has these files. */
    static <T> T with(final WebArchive war, final Supplier<T> work) {
        final Thread thread = Thread.currentThread();
        final ClassLoader before = thread.getContextClassLoader();
        try {
            final Path folder = folder(war);
            try (URLClassLoader loader =
                    new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
                thread.setContextClassLoader(loader);
                return work.get();
            } finally {
                delete(folder);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException("The services of " + war.contextPath() + " cannot be written.", e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static Path folder(final WebArchive war) throws IOException {
        final Path root = Files.createTempDirectory("tck-services");
        final Path services = Files.createDirectories(root.resolve("META-INF/services"));
        for (final String line : war.services()) {
            final String[] names = line.split(" ", 2);
            Files.writeString(
                    services.resolve(names[0]), names[1] + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        return root;
    }

    private static void delete(final Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
