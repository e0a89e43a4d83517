package org.jzenith.http.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.write.FileContent;

/** The files of a folder, read anew at each request. A symbolic link that leads out of the folder is ignored. */
final class StaticFolder implements StaticSource {

    /** If a compressed file is older than the file itself by more than this, it belongs to an earlier version and is ignored. */
    private static final Duration STALE = Duration.ofMinutes(1);

    /** Windows has a second, short name for each long file name. */
    private static final String SHORT_NAME = ".*~[0-9].*";

    private final Path root;

    /**
     * @param root the folder, with all symbolic links resolved
     */
    StaticFolder(final Path root) {
        this.root = root;
    }

    @Override
    public boolean blocks() {
        return true;
    }

    @Override
    public boolean has(final String name) {
        final Path file = resolve(name);
        return file != null && Files.isRegularFile(file);
    }

    @Override
    public @Nullable StaticFile open(final String name, final List<FileCoding> accepted) throws IOException {
        final Path file = resolve(name);
        if (file == null || !Files.isRegularFile(file)) {
            return null;
        }
        final List<FileCoding> present = codings(name, file);
        for (final FileCoding coding : accepted) {
            final Path coded = present.contains(coding) ? resolve(name + coding.extension()) : null;
            if (coded != null) {
                final FileContent content = FileContent.open(coded);
                return new StaticFile(content, FileResponse.tag(content, "-" + coding.token()), coding, true);
            }
        }
        try {
            final FileContent content = FileContent.open(file);
            return new StaticFile(content, FileResponse.tag(content, ""), null, !present.isEmpty());
        } catch (final NoSuchFileException e) {
            return null; // it was deleted meanwhile
        }
    }

    private List<FileCoding> codings(final String name, final Path file) throws IOException {
        List<FileCoding> present = List.of();
        for (final FileCoding coding : FileCoding.ALL) {
            final Path coded = resolve(name + coding.extension());
            if (coded != null && Files.isRegularFile(coded) && !isStale(coded, file)) {
                present = present.isEmpty() ? new ArrayList<>() : present;
                present.add(coding);
            }
        }
        return present;
    }

    private static boolean isStale(final Path coded, final Path file) throws IOException {
        final FileTime made = Files.getLastModifiedTime(coded);
        return made.toInstant()
                .plus(STALE)
                .isBefore(Files.getLastModifiedTime(file).toInstant());
    }

    /** Returns null if the file does not exist or is outside of the folder. */
    private @Nullable Path resolve(final String name) {
        if (root.getFileSystem().getSeparator().equals("\\") && name.matches(SHORT_NAME)) {
            return null;
        }
        try {
            final Path real = root.resolve(name).toRealPath();
            return real.startsWith(root) ? real : null;
        } catch (final IOException | InvalidPathException e) {
            return null;
        }
    }
}
