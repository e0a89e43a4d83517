package org.jzenith.http.file;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Module;
import io.reactivex.Completable;
import java.nio.file.FileSystems;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.http.exchange.HttpMount;

/**
 * Answers requests with the files of a folder or of the class path, on the listener of {@code RestPlugin}:
 *
 * <pre>{@code
 * StaticFiles.at("/", "classpath:web")
 *            .withFallback("index.html")
 *            .withImmutable("assets/**")
 * }</pre>
 *
 * <p>{@code index.html} stands for its folder. Files have {@code ETag} and {@code Last-Modified}, ranges, and a compressed
 * file beside them ({@code app.js.br}, {@code app.js.zst}, {@code app.js.gz}) for clients that take it. Nothing outside of the
 * folder is sent, no list of a folder, and no file whose name begins with a dot, but for {@code .well-known}.
 *
 * <p>Immutable: every method returns a plugin with the addition.
 */
public final class StaticFiles implements Plugin {

    private final String qualifier;
    private final HttpMountPath at;
    private final String source;
    private final @Nullable String fallback;
    private final List<String> immutable;

    /** Where the files appear. */
    private record HttpMountPath(String path, String listener) {}

    private StaticFiles(
            final String qualifier,
            final HttpMountPath at,
            final String source,
            final @Nullable String fallback,
            final List<String> immutable) {
        this.qualifier = qualifier;
        this.at = at;
        this.source = source;
        this.fallback = fallback;
        this.immutable = immutable;
    }

    /**
     * Begins a plugin.
     *
     * @param path of the URLs, begins with a slash. At the path of the resources, those are asked first
     * @param source a folder, or {@code classpath:} and a folder of the class path; the setting {@code static-files.source}
     *     replaces it
     * @return a plugin with these files
     * @throws IllegalArgumentException if the path is no path of a URL
     */
    public static StaticFiles at(final String path, final String source) {
        return named("", path, source);
    }

    /**
     * Begins a plugin for a further folder of the same application. Its settings are {@code static-files.docs.source} and so on.
     *
     * @param qualifier lower-case letters, digits and hyphens, for example {@code docs}
     * @param path of the URLs, begins with a slash
     * @param source a folder, or {@code classpath:} and a folder of the class path
     * @return a plugin with these files
     * @throws IllegalArgumentException if the path is no path of a URL
     */
    public static StaticFiles named(final String qualifier, final String path, final String source) {
        HttpMount.at(path, "static-files", exchange -> () -> {}); // fails here rather than at the start
        return new StaticFiles(
                Objects.requireNonNull(qualifier, "qualifier"),
                new HttpMountPath(path, "rest"),
                Objects.requireNonNull(source, "source"),
                null,
                List.of());
    }

    /**
     * Answers paths without a file with one file, for front ends that have paths of their own: a {@code GET} or {@code HEAD} of a
     * browser that opens a page ({@code Accept} names {@code text/html}), for a path whose last segment has no dot.
     *
     * @param file in the folder, for example {@code index.html}; the start fails if it is not there
     * @return a plugin with this fallback
     */
    public StaticFiles withFallback(final String file) {
        return new StaticFiles(qualifier, at, source, Objects.requireNonNull(file, "file"), immutable);
    }

    /**
     * Lets clients keep files for a year without asking again: files whose names change with their content.
     *
     * @param globs of paths in the folder, for example {@code assets/**}, as in {@link FileSystems} of the JDK
     * @return a plugin with these patterns too
     * @throws java.util.regex.PatternSyntaxException if one is malformed
     */
    public StaticFiles withImmutable(final String... globs) {
        final List<String> all = new ArrayList<>(immutable);
        for (final String glob : globs) {
            FileSystems.getDefault().getPathMatcher("glob:" + glob);
            all.add(glob);
        }
        return new StaticFiles(qualifier, at, source, fallback, List.copyOf(all));
    }

    /**
     * Serves the files on the listener of another plugin.
     *
     * @param plugin its name, for example {@code rest.admin}
     * @return a plugin for that listener
     */
    public StaticFiles onListenerOf(final String plugin) {
        return new StaticFiles(
                qualifier,
                new HttpMountPath(at.path(), Objects.requireNonNull(plugin, "plugin")),
                source,
                fallback,
                immutable);
    }

    @Override
    public String name() {
        return qualifier.isEmpty() ? "static-files" : "static-files." + qualifier;
    }

    @Override
    public String qualifier() {
        return qualifier;
    }

    @Override
    public Set<String> requires() {
        return Set.of(at.listener());
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(StaticFilesConfiguration.class);
    }

    @Override
    public List<Module> modules() {
        return List.of(new AbstractModule() {
            @Override
            protected void configure() {
                final StaticSite site = new StaticSite(source, fallback, immutable);
                bind(StaticSite.class).toInstance(site);
                HttpMount.binder(binder())
                        .addBinding()
                        .toInstance(HttpMount.at(at.path(), name(), site).onListenerOf(at.listener()));
            }
        });
    }

    /** Finds the files; those of a jar are read. */
    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> injector.getInstance(StaticSite.class)
                .open(injector.getInstance(StaticFilesConfiguration.class), injector.getInstance(Configuration.class)));
    }
}
