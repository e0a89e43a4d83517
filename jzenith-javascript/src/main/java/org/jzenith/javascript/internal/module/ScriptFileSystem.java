package org.jzenith.javascript.internal.module;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.graalvm.polyglot.io.FileSystem;
import org.jspecify.annotations.Nullable;
import org.jzenith.javascript.internal.realm.ScriptEngine;

/**
 * The files of one folder for GraalJS, read-only. Nothing outside the folder exists, also not through links. A file that has been read
 * keeps its content. Safe for use by many threads.
 */
public final class ScriptFileSystem implements FileSystem {

    private static final ObjectMapper JSON = JsonMapper.builder().build();

    private static final String PACKAGE = "package.json";

    private final Path root;

    /** The content of the files that GraalJS sees in another form than they are, or that are not on the disk. */
    private final Map<Path, byte[]> own;

    /** The real paths of the files that were found, and the content of those that were read. */
    private final Map<Path, Path> found = new ConcurrentHashMap<>();

    private final Map<Path, byte[]> contents = new ConcurrentHashMap<>();

    /**
     * Creates the file system of a folder.
     *
     * @param folder contains the files
     */
    public ScriptFileSystem(final ScriptFolder folder) {
        this.root = folder.root();
        this.own = Map.of(
                root.resolve(ScriptEngine.JZENITH),
                "module.exports = globalThis[Symbol.for('jzenith')]\n".getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Tells if a file is a CommonJS module.
     *
     * @param file an entry
     * @return true for {@code .cjs}, and for {@code .js} if {@code package.json} says so
     * @throws IOException if {@code package.json} cannot be read, or is not JSON
     */
    public boolean isCommonJs(final Path file) throws IOException {
        return file.toString().endsWith(".cjs")
                || (file.toString().endsWith(".js")
                        && JSON.readTree(rootPackage(root.resolve(PACKAGE)))
                                .path("type")
                                .asText()
                                .equals("commonjs"));
    }

    @Override
    public Path parsePath(final URI uri) {
        if (!"file".equals(uri.getScheme())) {
            throw new IllegalArgumentException("Only files can be imported, not " + uri);
        }
        return Path.of(uri);
    }

    @Override
    public Path parsePath(final String path) {
        return Path.of(path);
    }

    @Override
    public void checkAccess(final Path path, final Set<? extends AccessMode> modes, final LinkOption... options)
            throws IOException {
        if (modes.contains(AccessMode.WRITE) || modes.contains(AccessMode.EXECUTE)) {
            throw new AccessDeniedException(path.toString());
        }
        if (content(path) == null) {
            existing(path);
        }
    }

    @Override
    public void createDirectory(final Path directory, final FileAttribute<?>... attributes) throws IOException {
        throw new AccessDeniedException(directory.toString());
    }

    @Override
    public void delete(final Path path) throws IOException {
        throw new AccessDeniedException(path.toString());
    }

    @Override
    public SeekableByteChannel newByteChannel(
            final Path path, final Set<? extends OpenOption> options, final FileAttribute<?>... attributes)
            throws IOException {
        if (options.stream().anyMatch(option -> option != StandardOpenOption.READ)) {
            throw new AccessDeniedException(path.toString());
        }
        final byte[] content = content(path);
        return new ContentChannel(content == null ? read(path) : content);
    }

    /**
     * Reads a file.
     *
     * @param path a file in the folder
     * @return its content when it was read for the first time
     * @throws IOException if it cannot be read
     */
    public byte[] read(final Path path) throws IOException {
        final Path file = existing(path);
        byte[] content = contents.get(file);
        if (content == null) {
            content = Files.readAllBytes(file);
            contents.put(file, content);
        }
        return content;
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(
            final Path directory, final DirectoryStream.Filter<? super Path> filter) throws IOException {
        throw new AccessDeniedException(directory.toString());
    }

    @Override
    public Path toAbsolutePath(final Path path) {
        return root.resolve(path);
    }

    @Override
    public Path toRealPath(final Path path, final LinkOption... options) throws IOException {
        final Path absolute = toAbsolutePath(path).normalize();
        return own.containsKey(absolute) ? absolute : existing(path);
    }

    @Override
    public Map<String, Object> readAttributes(final Path path, final String attributes, final LinkOption... options)
            throws IOException {
        final Path absolute = toAbsolutePath(path).normalize();
        final byte[] content = content(path);
        if (!Files.exists(absolute) && content != null) {
            final BasicFileAttributes present = Files.readAttributes(root, BasicFileAttributes.class);
            return Map.of(
                    "isRegularFile",
                    true,
                    "isDirectory",
                    false,
                    "isSymbolicLink",
                    false,
                    "isOther",
                    false,
                    "size",
                    (long) content.length,
                    "lastModifiedTime",
                    present.lastModifiedTime(),
                    "creationTime",
                    present.creationTime(),
                    "lastAccessTime",
                    present.lastAccessTime());
        }
        return Files.readAttributes(existing(path), attributes);
    }

    /** Returns the real path of a file in the folder. */
    private Path existing(final Path path) throws IOException {
        final Path absolute = toAbsolutePath(path).normalize();
        final Path known = found.get(absolute);
        if (known != null) {
            return known;
        }
        if (!absolute.startsWith(root)) {
            throw new NoSuchFileException(path.toString(), null, "The file is outside the folder of the handlers.");
        }
        final Path real = absolute.toRealPath();
        if (!real.startsWith(root)) {
            throw new NoSuchFileException(
                    path.toString(), null, "The file is a link to a target outside the folder " + "of the handlers.");
        }
        found.put(absolute, real);
        return real;
    }

    /** Returns the content of a file that is not as it is on the disk; null for all others. */
    private byte @Nullable [] content(final Path path) throws IOException {
        final Path absolute = toAbsolutePath(path).normalize();
        final byte[] known = own.get(absolute);
        final Path folder = absolute.getParent();
        if (known != null || folder == null || !absolute.startsWith(root)) {
            return known;
        }
        if (absolute.endsWith(PACKAGE)) {
            return folder.equals(root)
                    ? rootPackage(absolute)
                    : NpmPackage.isAt(folder) ? description(folder).description() : null;
        }
        return absolute.endsWith("index.js") && NpmPackage.isAt(folder)
                ? description(folder).index()
                : null;
    }

    private NpmPackage description(final Path folder) throws IOException {
        final Path file = folder.resolve(PACKAGE);
        return NpmPackage.of(Files.exists(file) ? read(file) : new byte[0]);
    }

    /** Files that end with {@code .js} are ES modules where the application's {@code package.json} does not say otherwise. */
    private byte[] rootPackage(final Path file) throws IOException {
        final ObjectNode content = JSON.createObjectNode();
        if (Files.exists(file) && JSON.readTree(read(file)) instanceof final ObjectNode read) {
            content.setAll(read);
        }
        if (!content.has("type")) {
            content.put("type", "module");
        }
        return JSON.writeValueAsBytes(content);
    }
}
