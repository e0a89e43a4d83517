package org.jzenith.core.internal.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of files, all read at one time. A change is seen by comparing bytes, because a file may be replaced by one with
 * the same time and size, or by a symbolic link. Immutable.
 */
public final class FileContents {

    /** The size limit for a file of certificates. */
    private static final int MAX_BYTES = 4 * 1024 * 1024;

    private final Map<Path, Content> files;

    /** The bytes of a file, or why there are none. */
    @SuppressWarnings("ArrayRecordComponent") // compared by isSame()
    private record Content(byte[] bytes, @Nullable IOException error) {

        static Content of(final Path file) {
            try (InputStream in = Files.newInputStream(file)) {
                return new Content(in.readNBytes(MAX_BYTES), null);
            } catch (final IOException e) {
                return new Content(new byte[0], e);
            }
        }

        byte[] read() throws IOException {
            if (error != null) {
                throw error;
            }
            return bytes;
        }

        boolean isSame(final Content other) {
            return Arrays.equals(bytes, other.bytes) && name(error).equals(name(other.error));
        }

        private static Optional<Class<?>> name(final @Nullable IOException error) {
            return Optional.ofNullable(error).map(IOException::getClass);
        }
    }

    private FileContents(final Map<Path, Content> files) {
        this.files = files;
    }

    /**
     * Reads files; blocks.
     *
     * @param paths the files, which may be missing
     * @return their contents
     */
    public static FileContents read(final Collection<Path> paths) {
        final Map<Path, Content> files = new HashMap<>();
        paths.forEach(path -> files.put(path, Content.of(path)));
        return new FileContents(files);
    }

    byte[] of(final Path file) throws IOException {
        final Content content = files.get(file);
        if (content == null) {
            throw new IllegalArgumentException(file + " was not read.");
        }
        return content.read();
    }

    /**
     * Compares contents.
     *
     * @param other contents of another time
     * @return true if the same files have the same bytes, or are missing for the same reason
     */
    public boolean isSame(final @Nullable FileContents other) {
        return other != null
                && files.keySet().equals(other.files.keySet())
                && files.entrySet().stream().allMatch(file -> {
                    final Content before = other.files.get(file.getKey());
                    return before != null && file.getValue().isSame(before);
                });
    }
}
