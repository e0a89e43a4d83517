package org.jzenith.test.database;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jzenith.postgresql.embedded.PostgresqlServer;

/** The database server of a test run, with one migrated template database for each application. Safe for use by many threads. */
public final class TestServer implements AutoCloseable {

    private final PostgresqlServer server = PostgresqlServer.start();
    private final Map<String, List<String>> templates = new HashMap<>();
    private final AtomicInteger number = new AtomicInteger();

    /**
     * Creates a database for each database plugin of an application, as copies of migrated templates.
     *
     * @param templateKey the key on which the content of the templates depends
     * @param plugins the names of the plugins
     * @param migrate fills the templates, called for the first databases of each key
     */
    public List<TestDatabase> newDatabases(
            final String templateKey, final List<String> plugins, final Consumer<List<TestDatabase>> migrate) {
        final List<String> sources = templates(templateKey, plugins, migrate);
        final List<TestDatabase> databases = new ArrayList<>();
        for (int i = 0; i < plugins.size(); i++) {
            final String name = "test_" + number.incrementAndGet();
            server.createDatabaseFrom(name, sources.get(i));
            databases.add(new TestDatabase(server, name, plugins.get(i)));
        }
        return databases;
    }

    private synchronized List<String> templates(
            final String key, final List<String> plugins, final Consumer<List<TestDatabase>> migrate) {
        final List<String> known = templates.get(key);
        if (known != null) {
            return known;
        }
        final List<String> names = new ArrayList<>();
        final List<TestDatabase> databases = new ArrayList<>();
        for (final String plugin : plugins) {
            final String name = "template_" + number.incrementAndGet();
            server.createDatabase(name);
            names.add(name);
            databases.add(new TestDatabase(server, name, plugin));
        }
        try {
            migrate.accept(databases);
        } catch (final RuntimeException | Error e) {
            databases.forEach(TestDatabase::drop);
            throw e;
        }
        templates.put(key, names);
        return names;
    }

    @Override
    public void close() {
        server.close();
    }
}
