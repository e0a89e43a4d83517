package org.jzenith.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the package-infos say. */
final class PackageInfo {

    private PackageInfo() {}

    /** The text of a package's Javadoc on one line, empty if there is none. */
    static String description(final String name) {
        try (Stream<Path> modules = Files.list(Repository.root())) {
            return modules.map(module -> module.resolve("src/main/java")
                            .resolve(name.replace('.', '/'))
                            .resolve("package-info.java"))
                    .filter(Files::isRegularFile)
                    .map(Repository::read)
                    .flatMap(text -> text.lines())
                    .map(String::strip)
                    .filter(line -> line.startsWith("*") && !line.equals("*/"))
                    .map(line -> line.substring(1).strip())
                    .collect(Collectors.joining(" "));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
