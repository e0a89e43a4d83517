package org.jzenith.test.internal.database;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jzenith.core.Plugin;
import org.jzenith.test.database.TestDatabase;
import org.jzenith.test.database.TestServer;

/** The servers of a test run, with migrated templates of the databases of each application. Safe for use by many threads. */
public final class TestServers implements AutoCloseable {

    private final List<TestServer> servers = ServiceLoader.load(TestServer.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList();

    private final Map<String, List<TestDatabase>> templates = new HashMap<>();
    private final IdentityHashMap<TestDatabase, TestDatabase> templateOf = new IdentityHashMap<>();

    /** A plugin and the server that it needs. */
    private record Need(TestServer server, String plugin) {

        TestDatabase newDatabase() {
            return server.newDatabase(plugin);
        }
    }

    /** Returns the names of the plugins that need a server, which are the prefixes of their settings. */
    public List<String> plugins() {
        return servers.stream().map(TestServer::plugin).toList();
    }

    /** Returns true if a plugin has a name, with or without a qualifier. */
    public static boolean isOfKind(final String kind, final Plugin plugin) {
        return plugin.name().equals(kind) || plugin.name().equals(kind + "." + plugin.qualifier());
    }

    /**
     * Creates a database for each plugin of an application that needs one.
     *
     * @param templateKey supplies the key on which the content of the templates depends
     * @param migrate fills the templates, called for the first databases of each key
     */
    public List<TestDatabase> newDatabases(
            final List<Plugin> plugins,
            final Supplier<String> templateKey,
            final Consumer<List<TestDatabase>> migrate) {
        final List<Need> needs = plugins.stream()
                .flatMap(plugin -> servers.stream()
                        .filter(server -> isOfKind(server.plugin(), plugin))
                        .map(server -> new Need(server, plugin.name())))
                .toList();
        if (needs.stream().noneMatch(need -> need.server().isCopying())) {
            return needs.stream().map(Need::newDatabase).toList();
        }
        final List<TestDatabase> sources = templates(templateKey.get(), needs, migrate);
        final List<TestDatabase> databases = new ArrayList<>();
        for (int i = 0; i < needs.size(); i++) {
            final TestDatabase copy =
                    needs.get(i).server().copy(sources.get(i), needs.get(i).plugin());
            databases.add(copy);
            synchronized (this) {
                templateOf.put(copy, sources.get(i));
            }
        }
        return databases;
    }

    /** Gives databases the content of their templates again. */
    public void restore(final List<TestDatabase> databases) {
        for (final TestDatabase database : databases) {
            final TestDatabase template;
            synchronized (this) {
                template = templateOf.get(database);
            }
            if (template != null) {
                database.restore(template);
            }
        }
    }

    private synchronized List<TestDatabase> templates(
            final String key, final List<Need> needs, final Consumer<List<TestDatabase>> migrate) {
        final List<TestDatabase> known = templates.get(key);
        if (known != null) {
            return known;
        }
        final List<TestDatabase> databases =
                needs.stream().map(Need::newDatabase).toList();
        try {
            migrate.accept(databases);
        } catch (final RuntimeException | Error e) {
            databases.forEach(TestDatabase::drop);
            throw e;
        }
        templates.put(key, databases);
        return databases;
    }

    @Override
    public void close() {
        servers.forEach(TestServer::close);
    }
}
