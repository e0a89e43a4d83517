package org.jzenith.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Where the repository is and which documents it has. */
final class Repository {

    private Repository() {}

    /** The folder that holds the root pom, found from the folder in which the tests run. */
    static Path root() {
        final Path start = Path.of("").toAbsolutePath();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.isRegularFile(folder.resolve("jzenith-bom/pom.xml"))) {
                return folder;
            }
        }
        throw new IllegalStateException("There is no jzenith-bom/pom.xml in " + start
                + " or a folder above it. Run the tests in a checkout of the repository.");
    }

    /** The Markdown files that readers are sent to. */
    static List<Path> documents(final Path root) {
        final List<Path> documents = new ArrayList<>();
        for (final String name : List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md")) {
            final Path document = root.resolve(name);
            if (Files.isRegularFile(document)) {
                documents.add(document);
            }
        }
        final Path docs = root.resolve("docs");
        try (Stream<Path> files = Files.find(docs, 3, (file, attributes) -> isPage(docs.relativize(file)))) {
            files.sorted().forEach(documents::add);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return documents;
    }

    /** The pages, those in folders such as docs/cookbook, and the first page of the site. */
    private static boolean isPage(final Path file) {
        final String path = file.toString().replace('\\', '/');
        return path.endsWith(".md") && !path.matches("(src|target|site/(node_modules|target|\\.vitepress))/.*");
    }

    static String read(final Path file) {
        try {
            return Files.readString(file).replace("\r\n", "\n");
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
