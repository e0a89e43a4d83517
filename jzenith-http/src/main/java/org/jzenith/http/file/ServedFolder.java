package org.jzenith.http.file;

import com.google.errorprone.annotations.CheckReturnValue;
import java.nio.file.FileSystems;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jzenith.http.handler.HttpMount;

/**
 * A folder of static files, created by {@link StaticFiles#at}.
 *
 * <p>Immutable: every method returns a folder with the change.
 */
@CheckReturnValue
public final class ServedFolder {

    private final String path;
    private final String source;
    private final @Nullable String fallback;
    private final List<String> immutable;

    ServedFolder(final String path, final String source) {
        this(path, Objects.requireNonNull(source, "source"), null, List.of());
        HttpMount.at(path, "static-files", exchange -> () -> {}); // fails here rather than at the start
    }

    private ServedFolder(
            final String path, final String source, final @Nullable String fallback, final List<String> immutable) {
        this.path = path;
        this.source = source;
        this.fallback = fallback;
        this.immutable = immutable;
    }

    /**
     * Serves one file for paths without a file, for front ends with client-side routing. It applies when a browser opens a
     * page ({@code GET} or {@code HEAD} with {@code text/html} in {@code Accept}) and the last segment of the path has no
     * dot.
     *
     * @param file a file in the folder, for example {@code index.html}; startup fails if it does not exist
     * @return a folder with this fallback
     */
    public ServedFolder withFallback(final String file) {
        return new ServedFolder(path, source, Objects.requireNonNull(file, "file"), immutable);
    }

    /**
     * Lets clients cache some files for a year without revalidation. Use it for files whose names change with their
     * content.
     *
     * @param globs patterns of paths in the folder, for example {@code assets/**}, as in the JDK's {@link FileSystems}
     * @return a folder with these patterns too
     * @throws java.util.regex.PatternSyntaxException if a pattern is malformed
     */
    public ServedFolder withImmutable(final String... globs) {
        final List<String> all = new ArrayList<>(immutable);
        for (final String glob : globs) {
            FileSystems.getDefault().getPathMatcher("glob:" + glob);
            all.add(glob);
        }
        return new ServedFolder(path, source, fallback, List.copyOf(all));
    }

    String path() {
        return path;
    }

    StaticSite site() {
        return new StaticSite(source, fallback, immutable);
    }
}
