package org.jzenith.dev.internal.project;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds what has changed in the files of a project, by time, size and identity. Used by one thread. */
public final class ProjectFiles {

    /** Matches files that editors write besides the saved one, and logs, which a running application writes. */
    private static final Pattern NOT_OF_PROJECT =
            Pattern.compile("\\..*|.*~|.*\\.(swp|swx|tmp|bak|log)|4913|#.*#|.*___jb_.*");

    private static final Pattern SETTINGS = Pattern.compile("application(-[^.]*)?\\.(properties|yaml|yml)");

    private final Project project;
    private Map<Path, Stamp> known;

    public ProjectFiles(final Project project) {
        this.project = project;
        this.known = read();
    }

    /** @param key tells a file from the one that it has replaced; null where the file system has none */
    private record Stamp(long modified, long size, @Nullable Object key) {}

    /**
     * The changes since the last scan.
     *
     * @param changed includes new files
     * @param deleted files that are gone
     */
    public record Changes(Set<Path> changed, Set<Path> deleted) {

        public static final Changes NONE = new Changes(Set.of(), Set.of());

        public boolean isEmpty() {
            return changed.isEmpty() && deleted.isEmpty();
        }

        public Set<Path> all() {
            final Set<Path> all = new TreeSet<>(changed);
            all.addAll(deleted);
            return all;
        }

        public Changes and(final Changes later) {
            final Set<Path> bothChanged = new LinkedHashSet<>(changed);
            bothChanged.removeAll(later.deleted);
            bothChanged.addAll(later.changed);
            final Set<Path> bothDeleted = new LinkedHashSet<>(deleted);
            bothDeleted.removeAll(later.changed);
            bothDeleted.addAll(later.deleted);
            return new Changes(bothChanged, bothDeleted);
        }
    }

    public Changes scan() {
        final Map<Path, Stamp> now = read();
        final Set<Path> changed = new LinkedHashSet<>();
        now.forEach((file, stamp) -> {
            if (!stamp.equals(known.get(file))) {
                changed.add(file);
            }
        });
        final Set<Path> deleted = new LinkedHashSet<>(known.keySet());
        deleted.removeAll(now.keySet());
        known = now;
        return new Changes(changed, deleted);
    }

    /** The files of the project that are copied. */
    Set<Path> resources() {
        final Set<Path> resources = new TreeSet<>();
        known.keySet().stream()
                .filter(file -> project.resources().stream().anyMatch(folder -> file.startsWith(folder.directory())))
                .forEach(resources::add);
        return resources;
    }

    public Set<Path> sources() {
        final Set<Path> sources = new TreeSet<>();
        known.keySet().stream().filter(this::isSource).forEach(sources::add);
        return sources;
    }

    public boolean isSource(final Path file) {
        return file.toString().endsWith(".java") && project.sources().stream().anyMatch(file::startsWith);
    }

    /** Returns true for a Kotlin source, which is not compiled here. */
    public boolean isKotlin(final Path file) {
        return file.toString().endsWith(".kt")
                && project.kotlinFolders().stream().anyMatch(file::startsWith);
    }

    public boolean haveKotlin() {
        return known.keySet().stream().anyMatch(this::isKotlin);
    }

    public boolean isPom(final Path file) {
        return file.equals(project.directory().resolve("pom.xml"));
    }

    private Map<Path, Stamp> read() {
        final Map<Path, Stamp> stamps = new HashMap<>();
        walk(project.sources(), ".java", stamps);
        walk(project.kotlinFolders(), ".kt", stamps);
        walk(project.resources().stream().map(Project.ResourceFolder::directory).toList(), "", stamps);
        walk(project.foreignFolders(), "", stamps);
        stamp(project.directory().resolve("pom.xml"), stamps);
        try (var beside = Files.newDirectoryStream(
                project.directory(), file -> SETTINGS.matcher(name(file)).matches())) {
            beside.forEach(file -> stamp(file, stamps));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return stamps;
    }

    private static String name(final Path file) {
        return String.valueOf(file.getFileName());
    }

    private static void stamp(final Path file, final Map<Path, Stamp> stamps) {
        try {
            final BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            stamps.put(file, stamp(attributes));
        } catch (final IOException e) {
            stamps.remove(file); // it is not there
        }
    }

    private static Stamp stamp(final BasicFileAttributes attributes) {
        return new Stamp(
                attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS), attributes.size(), attributes.fileKey());
    }

    private static void walk(final Collection<Path> folders, final String ending, final Map<Path, Stamp> stamps) {
        for (final Path folder : folders) {
            try {
                if (Files.isDirectory(folder)) {
                    Files.walkFileTree(
                            folder,
                            EnumSet.of(FileVisitOption.FOLLOW_LINKS),
                            Integer.MAX_VALUE,
                            new Visitor(ending, stamps));
                }
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final class Visitor extends SimpleFileVisitor<Path> {

        private final String ending;
        private final Map<Path, Stamp> stamps;

        Visitor(final String ending, final Map<Path, Stamp> stamps) {
            this.ending = ending;
            this.stamps = stamps;
        }

        @Override
        public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes) {
            final String name = name(file);
            if (attributes.isRegularFile()
                    && name.endsWith(ending)
                    && !NOT_OF_PROJECT.matcher(name).matches()) {
                stamps.put(file, stamp(attributes));
            }
            return FileVisitResult.CONTINUE;
        }

        /** Skips a file that was deleted meanwhile, or a link to a folder above it. */
        @Override
        public FileVisitResult visitFileFailed(final Path file, final IOException failure) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(final Path folder, final @Nullable IOException failure) {
            return FileVisitResult.CONTINUE;
        }
    }
}
