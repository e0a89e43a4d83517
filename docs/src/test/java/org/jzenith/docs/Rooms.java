package org.jzenith.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the package-infos of the house say. */
final class Rooms {

    private Rooms() {}

    /** The text of a package's Javadoc on one line, empty if there is none. */
    static String description(final String room) {
        try (Stream<Path> modules = Files.list(House.root())) {
            return modules.map(module -> module.resolve("src/main/java")
                            .resolve(room.replace('.', '/'))
                            .resolve("package-info.java"))
                    .filter(Files::isRegularFile)
                    .map(House::read)
                    .flatMap(text -> text.lines())
                    .map(String::strip)
                    .filter(line -> line.startsWith("*") && !line.equals("*/"))
                    .map(line -> line.substring(1).strip())
                    .collect(Collectors.joining(" "));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A problem if a room's package-info does not lead to its door. */
    static Optional<String> doorIsNamed(final String room, final String door) {
        final String description = description(room);
        return description.contains("{@link " + room + "." + door + "}")
                        || description.contains("{@link " + room + "." + door + " ")
                        || description.contains("{@link " + room + "." + door + "#")
                ? Optional.empty()
                : Optional.of(room + " has the door " + door + ", but its package-info does not link to it");
    }
}
