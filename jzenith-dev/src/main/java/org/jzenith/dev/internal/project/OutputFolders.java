package org.jzenith.dev.internal.project;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.TreeSet;

/** Compares the compiled classes and the copies of resources with the files that they are created from, and copies resources. */
public final class OutputFolders {

    private final Project project;
    private final ProjectFiles files;

    public OutputFolders(final Project project, final ProjectFiles files) {
        this.project = project;
        this.files = files;
    }

    /**
     * Returns true if a source is at least as new as its class, or has none: it was saved after the last compilation. A source may
     * intentionally have no class of its name, so it does not count if all sources have just been compiled.
     */
    public boolean haveOutdatedClasses() {
        return files.sources().stream().anyMatch(source -> {
            final Path root = project.sources().stream()
                    .filter(source::startsWith)
                    .findFirst()
                    .orElseThrow();
            final String name = root.relativize(source).toString();
            final Path compiled =
                    project.classes().resolve(name.substring(0, name.length() - ".java".length()) + ".class");
            try {
                return !source.endsWith("package-info.java")
                        && !source.endsWith("module-info.java")
                        && (Files.isRegularFile(compiled) ? !isNewer(compiled, source) : !project.compiled());
            } catch (final IOException e) {
                return true;
            }
        });
    }

    private static boolean isNewer(final Path file, final Path made) throws IOException {
        return Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(made)) > 0;
    }

    /** The resources that were saved after they were copied. */
    public Set<Path> outdatedResources() {
        final Set<Path> outdated = new TreeSet<>(files.resources());
        outdated.removeIf(file -> project.resources().stream()
                .filter(folder -> file.startsWith(folder.directory()))
                .allMatch(folder -> {
                    try {
                        final Path copy = folder.copyOf(file);
                        return Files.isRegularFile(copy) && !isNewer(file, copy);
                    } catch (final IOException e) {
                        return false;
                    }
                }));
        return outdated;
    }

    /** Copies resources, and deletes the copies of those that are gone. */
    public void copy(final Set<Path> changed, final Set<Path> deleted) {
        for (final Project.ResourceFolder folder : project.resources()) {
            try {
                for (final Path file : deleted) { // first, as a folder may be where a file was
                    if (file.startsWith(folder.directory())) {
                        Files.deleteIfExists(folder.copyOf(file));
                        deleteEmptyFolders(folder, file);
                    }
                }
                for (final Path file : changed) {
                    if (file.startsWith(folder.directory()) && Files.isRegularFile(file)) {
                        final Path copy = folder.copyOf(file);
                        Files.createDirectories(copy.getParent());
                        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                    }
                }
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Deletes the folders of copies whose originals are gone. */
    private static void deleteEmptyFolders(final Project.ResourceFolder folder, final Path deleted) throws IOException {
        Path original = deleted.getParent();
        while (original != null && !original.equals(folder.directory()) && !Files.isDirectory(original)) {
            try {
                Files.deleteIfExists(folder.copyOf(original));
            } catch (final DirectoryNotEmptyException e) {
                return; // it holds classes
            }
            original = original.getParent();
        }
    }

    /** Returns true if a file is a class that another program has compiled. */
    public boolean isForeignClass(final Path file) {
        return file.toString().endsWith(".class")
                && project.foreignFolders().stream().anyMatch(file::startsWith);
    }
}
