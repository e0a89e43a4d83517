package org.jzenith.test;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jzenith.postgresql.embedded.PostgresqlServer;

/** The database server of a test run, with one migrated template database for each application. Safe for use by many threads. */
final class TestServer implements AutoCloseable {

    private final PostgresqlServer server = PostgresqlServer.start();
    private final Map<String, String> templates = new HashMap<>();
    private final AtomicInteger number = new AtomicInteger();

    /**
     * Creates a database as a copy of a migrated template.
     *
     * @param templateKey what the content of the template depends on
     * @param migrate fills the template, called for the first database of each key
     */
    TestDatabase newDatabase(final String templateKey, final Consumer<TestDatabase> migrate) {
        final String template = template(templateKey, migrate);
        final String name = "test_" + number.incrementAndGet();
        server.createDatabaseFrom(name, template);
        return new TestDatabase(server, name);
    }

    private synchronized String template(final String key, final Consumer<TestDatabase> migrate) {
        final String known = templates.get(key);
        if (known != null) {
            return known;
        }
        final String name = "template_" + number.incrementAndGet();
        server.createDatabase(name);
        final TestDatabase database = new TestDatabase(server, name);
        try {
            migrate.accept(database);
        } catch (final RuntimeException | Error e) {
            database.drop();
            throw e;
        }
        templates.put(key, name);
        return name;
    }

    @Override
    public void close() {
        server.close();
    }
}
