package org.jzenith.http.file;

import com.google.inject.AbstractModule;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.Module;
import com.google.inject.TypeLiteral;
import com.google.inject.multibindings.Multibinder;
import io.reactivex.Completable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jzenith.core.Plugin;
import org.jzenith.core.configuration.Configuration;
import org.jzenith.core.plugin.ConfigurationChecker;
import org.jzenith.core.problem.StartException;
import org.jzenith.core.problem.StartProblem;
import org.jzenith.http.handler.HttpMount;
import org.jzenith.http.handler.ListenerName;
import org.jzenith.http.internal.configuration.StaticFilesConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The plugin that is described by a {@code ServedFolders}. */
final class StaticFilesPhases implements Plugin, ConfigurationChecker {

    private static final Key<List<StaticSite>> SITES = Key.get(new TypeLiteral<List<StaticSite>>() {});

    private static final Logger LOGGER = LoggerFactory.getLogger(StaticFiles.class);

    private final String line;
    private final String qualifier;
    private final ListenerName listener;
    private final List<ServedFolder> folders;

    /** @param line the line of code that created the plugin */
    StaticFilesPhases(
            final String line, final String qualifier, final ListenerName listener, final List<ServedFolder> folders) {
        this.line = line;
        this.qualifier = qualifier;
        this.listener = listener;
        this.folders = folders;
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
        return Set.of(listener.plugin());
    }

    @Override
    public List<Class<?>> configurations() {
        return List.of(StaticFilesConfiguration.class);
    }

    /** Refuses the setting {@code static-files.source} if the plugin has several folders. */
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
                            .remedy("Use one plugin for each folder: StaticFiles.named(\"docs\").withFolders(..)"
                                    + " has the setting static-files.docs.source."));
                }));
    }

    @Override
    public List<Module> modules() {
        return List.of(new AbstractModule() {
            @Override
            protected void configure() {
                final List<StaticSite> sites = new ArrayList<>();
                final Multibinder<HttpMount> mounts = HttpMount.binder(binder());
                for (final ServedFolder folder : folders) {
                    final StaticSite site = folder.site();
                    sites.add(site);
                    mounts.addBinding()
                            .toInstance(
                                    HttpMount.at(folder.path(), name(), site).onListener(listener));
                }
                bind(SITES).toInstance(List.copyOf(sites));
            }
        });
    }

    /**
     * Finds the files, and reads those in jars. A plugin without folders only causes a warning, because an application may add
     * folders conditionally.
     */
    @Override
    public Completable check(final Injector injector) {
        return Completable.fromAction(() -> {
            if (folders.isEmpty()) {
                LOGGER.warn(
                        "The plugin '{}' has no folder, so it does nothing. It comes from {}. Add a folder with"
                                + " withFolders(StaticFiles.at(..)), or remove the plugin.",
                        name(),
                        line);
            }
            final StaticFilesConfiguration settings = injector.getInstance(StaticFilesConfiguration.class);
            final Configuration configuration = injector.getInstance(Configuration.class);
            injector.getInstance(SITES).forEach(site -> site.open(settings, configuration));
        });
    }
}
