package org.jzenith.http.file;

import com.google.errorprone.annotations.CheckReturnValue;
import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Module;
import com.google.inject.TypeLiteral;
import com.google.inject.multibindings.Multibinder;
import io.reactivex.Completable;
import java.nio.file.FileSystems;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.core.start.CallerLine;
import org.jzenith.http.handler.HttpMount;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plugin that answers requests with the files of a folder or of the class path, on the listener of {@code RestPlugin}. {@link
 * StaticFiles} makes it:
 *
 * <pre>{@code
 * StaticFiles.at("/", "classpath:web")
 *            .withFallback("index.html")
 *            .withImmutable("assets/**")
 * }</pre>
 *
 * <p>{@code index.html} stands for its folder. Files have {@code ETag} and {@code Last-Modified}, ranges, and a compressed
 * file beside them ({@code app.js.br}, {@code app.js.zst}, {@code app.js.gz}) for clients that take it. Nothing outside of the
 * folder is sent, no list of a folder, and no file whose name begins with a dot, except {@code .well-known}.
 *
 * <p>Immutable: every method returns a plugin with the addition. The methods that begin with {@code with} change the folder that
 * was added last, and throw an {@link IllegalStateException} if there is none.
 */
@CheckReturnValue
public final class StaticFilesPlugin implements Plugin, ConfigurationChecker {

    private static final Key<List<StaticSite>> SITES = Key.get(new TypeLiteral<List<StaticSite>>() {});

    private static final Logger LOGGER = LoggerFactory.getLogger(StaticFilesPlugin.class);

    private final String line;
    private final String qualifier;
    private final String listener;
    private final List<Folder> folders;

    /** A folder and the path at which its files appear. */
    private record Folder(
            String path, String source, @Nullable String fallback, List<String> immutable) {}

    StaticFilesPlugin(final String qualifier) {
        this(
                CallerLine.of(StaticFiles.class, StaticFilesPlugin.class),
                Objects.requireNonNull(qualifier, "qualifier"),
                "rest",
                List.of());
    }

    /** @param line the line of code that created the plugin */
    private StaticFilesPlugin(
            final String line, final String qualifier, final String listener, final List<Folder> folders) {
        this.line = line;
        this.qualifier = qualifier;
        this.listener = listener;
        this.folders = List.copyOf(folders);
    }

    /**
     * Adds a folder.
     *
     * @param path of the URLs, begins with a slash. At the path of the resources, those are asked first
     * @param source a folder, or {@code classpath:} and a folder of the class path. The setting {@code static-files.source}
     *     replaces it where the plugin has one folder, and fails the start where it has several
     * @return a plugin with these files too
     * @throws IllegalArgumentException if the path is no path of a URL
     */
    public StaticFilesPlugin at(final String path, final String source) {
        HttpMount.at(path, "static-files", exchange -> () -> {}); // fails here rather than at the start
        final List<Folder> all = new ArrayList<>(folders);
        all.add(new Folder(path, Objects.requireNonNull(source, "source"), null, List.of()));
        return new StaticFilesPlugin(line, qualifier, listener, all);
    }

    /**
     * Answers paths without a file with one file, for front ends that have paths of their own: a {@code GET} or {@code HEAD} of a
     * browser that opens a page ({@code Accept} names {@code text/html}), for a path whose last segment has no dot.
     *
     * @param file in the folder, for example {@code index.html}; the start fails if it is not there
     * @return a plugin with this fallback
     */
    public StaticFilesPlugin withFallback(final String file) {
        Objects.requireNonNull(file, "file");
        return change(last -> new Folder(last.path, last.source, file, last.immutable));
    }

    /**
     * Lets clients keep files for a year without asking again: files whose names change with their content.
     *
     * @param globs of paths in the folder, for example {@code assets/**}, as in {@link FileSystems} of the JDK
     * @return a plugin with these patterns too
     * @throws java.util.regex.PatternSyntaxException if one is malformed
     */
    public StaticFilesPlugin withImmutable(final String... globs) {
        return change(last -> {
            final List<String> all = new ArrayList<>(last.immutable);
            for (final String glob : globs) {
                FileSystems.getDefault().getPathMatcher("glob:" + glob);
                all.add(glob);
            }
            return new Folder(last.path, last.source, last.fallback, List.copyOf(all));
        });
    }

    private StaticFilesPlugin change(final UnaryOperator<Folder> change) {
        if (folders.isEmpty()) {
            throw new IllegalStateException("There is no folder to change yet. Call at(..) first.");
        }
        final List<Folder> all = new ArrayList<>(folders);
        all.set(all.size() - 1, change.apply(all.get(all.size() - 1)));
        return new StaticFilesPlugin(line, qualifier, listener, all);
    }

    /**
     * Serves the files of all folders on the listener of another plugin.
     *
     * @param plugin its name, for example {@code rest.admin}
     * @return a plugin for that listener
     */
    public StaticFilesPlugin onListenerOf(final String plugin) {
        return new StaticFilesPlugin(line, qualifier, Objects.requireNonNull(plugin, "plugin"), folders);
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
        return Set.of(listener);
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(StaticFilesConfiguration.class);
    }

    /** Refuses one source for several folders. */
    @Override
    public Completable checkConfiguration(final Configuration configuration) {
        return Completable.fromAction(() -> configuration
                .get(StaticFilesConfiguration.class)
                .source()
                .filter(source -> folders.size() > 1)
                .ifPresent(source -> {
                    final String key = configuration.key("static-files.source");
                    throw new StartException(StartProblem.of(key + " is '" + source + "', and the plugin '" + name()
                                    + "' has " + folders.size() + " folders.")
                            .from(configuration.origin("static-files.source").orElse(key))
                            .remedy("Give each folder a plugin of its own: StaticFiles.named(\"docs\").at(..) has the"
                                    + " setting static-files.docs.source."));
                }));
    }

    @Override
    public List<Module> modules() {
        return List.of(new AbstractModule() {
            @Override
            protected void configure() {
                final List<StaticSite> sites = new ArrayList<>();
                final Multibinder<HttpMount> mounts = HttpMount.binder(binder());
                for (final Folder folder : folders) {
                    final StaticSite site = new StaticSite(folder.source, folder.fallback, folder.immutable);
                    sites.add(site);
                    mounts.addBinding()
                            .toInstance(HttpMount.at(folder.path, name(), site).onListenerOf(listener));
                }
                bind(SITES).toInstance(List.copyOf(sites));
            }
        });
    }

    /**
     * Finds the files; those of a jar are read. Warns of a plugin without folders. It is no mistake, because an application may
     * add them under a condition.
     */
    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> {
            if (folders.isEmpty()) {
                LOGGER.warn(
                        "The plugin '{}' has no folder, so it does nothing. It comes from {}. Add a folder with at(..), or"
                                + " remove the plugin.",
                        name(),
                        line);
            }
            final StaticFilesConfiguration settings = injector.getInstance(StaticFilesConfiguration.class);
            final Configuration configuration = injector.getInstance(Configuration.class);
            injector.getInstance(SITES).forEach(site -> site.open(settings, configuration));
        });
    }
}
