package org.jzenith.http.file;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.write.FileContent;

/** The files of a folder in a jar, kept in memory. Their entity tags are hashes of their bytes. */
final class StaticResources implements StaticSource {

    private static final int TAG_BYTES = 12;

    private final Map<String, Resource> all = new HashMap<>();
    private final long limit;
    private long size;

    private record Resource(FileContent content, String tag) {}

    StaticResources(final long limit) {
        this.limit = limit;
    }

    /**
     * Adds the files of a folder, except those with the path of an earlier file.
     *
     * @param found the URL of the folder or of its index file, in a jar
     */
    void add(final URL found) throws IOException {
        final JarURLConnection connection = (JarURLConnection) found.openConnection();
        connection.setUseCaches(false);
        try (JarFile jar = connection.getJarFile()) {
            final String entry = connection.getEntryName();
            final String prefix = entry.endsWith("/" + StaticSite.INDEX)
                    ? entry.substring(0, entry.length() - StaticSite.INDEX.length())
                    : entry.endsWith("/") ? entry : entry + "/";
            for (final JarEntry each : (Iterable<JarEntry>) jar.stream()::iterator) {
                if (!each.isDirectory() && each.getName().startsWith(prefix)) {
                    add(each.getName().substring(prefix.length()), jar, each);
                }
            }
        }
    }

    private void add(final String name, final JarFile jar, final JarEntry entry) throws IOException {
        if (isTooLarge() || all.containsKey(name)) {
            return;
        }
        final byte[] bytes;
        try (InputStream content = jar.getInputStream(entry)) {
            bytes = content.readNBytes((int) Math.min(limit - size + 1, Integer.MAX_VALUE - 8));
        }
        size += bytes.length;
        final Instant time = entry.getLastModifiedTime() == null
                ? Instant.EPOCH
                : entry.getLastModifiedTime().toInstant();
        all.put(name, new Resource(FileContent.of(Buffer.buffer(bytes), time), tag(bytes)));
    }

    private static String tag(final byte[] bytes) {
        try {
            final byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return "\"" + HexFormat.of().formatHex(hash, 0, TAG_BYTES) + "\"";
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // each JVM has it
        }
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Returns true if the files need more memory than allowed. Some of them are then missing here. */
    boolean isTooLarge() {
        return size > limit;
    }

    @Override
    public boolean blocks() {
        return false;
    }

    @Override
    public boolean has(final String name) {
        return all.containsKey(name);
    }

    @Override
    public @Nullable StaticFile open(final String name, final List<FileCoding> accepted) {
        final Resource plain = all.get(name);
        if (plain == null) {
            return null;
        }
        for (final FileCoding coding : accepted) {
            final Resource coded = all.get(name + coding.extension());
            if (coded != null) {
                return new StaticFile(coded.content(), coded.tag(), coding, true);
            }
        }
        final boolean varies = FileCoding.ALL.stream().anyMatch(each -> all.containsKey(name + each.extension()));
        return new StaticFile(plain.content(), plain.tag(), null, varies);
    }
}
