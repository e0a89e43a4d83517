package org.jzenith.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The texts of the package-infos. */
final class PackageInfo {

    private PackageInfo() {}

    /** The text of a package's Javadoc on one line, empty if there is none. */
    static String description(final String name) {
        return source(name, "package-info")
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("*") || line.startsWith("/**"))
                .map(line -> line.replaceAll("^/?\\*+/?|\\*/$", "").strip())
                .collect(Collectors.joining(" "))
                .strip();
    }

    /** The source of a type of a published package, empty if there is none. */
    static String source(final String name, final String type) {
        final String relative = (name.startsWith("org.jzenith") ? name : "org.jzenith." + name).replace('.', '/');
        try (Stream<Path> modules = Files.list(Repository.root())) {
            return modules.map(module -> module.resolve("src/main/java/" + relative + "/" + type + ".java"))
                    .filter(Files::isRegularFile)
                    .map(Repository::read)
                    .collect(Collectors.joining());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
