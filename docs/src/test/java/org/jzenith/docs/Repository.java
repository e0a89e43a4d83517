package org.jzenith.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The repository's folder and documents. */
final class Repository {

    private static final Set<String> WRITTEN_BY_BUILDS = Set.of("target", "node_modules", ".vitepress", ".git");

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
        files(docs).stream()
                .filter(file -> isPage(docs.relativize(file)))
                .sorted()
                .forEach(documents::add);
        return documents;
    }

    /** The files of a folder and those below it, without what a build writes, which may come and go meanwhile. */
    static List<Path> files(final Path folder) {
        final List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(final Path each, final BasicFileAttributes attributes) {
                    return WRITTEN_BY_BUILDS.contains(each.getFileName().toString())
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes) {
                    files.add(file);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    /** The pages, those in folders such as docs/cookbook, and the first page of the site. */
    private static boolean isPage(final Path file) {
        final String path = file.toString().replace('\\', '/');
        return path.endsWith(".md") && file.getNameCount() <= 3 && !path.startsWith("src/");
    }

    static String read(final Path file) {
        try {
            return Files.readString(file).replace("\r\n", "\n");
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
