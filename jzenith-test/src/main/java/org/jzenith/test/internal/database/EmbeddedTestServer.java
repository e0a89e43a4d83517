package org.jzenith.test.internal.database;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jzenith.embedded.DatabaseServer;
import org.jzenith.test.database.TestDatabase;
import org.jzenith.test.database.TestServer;

/** The embedded database server of a test run. Safe for use by many threads. */
abstract sealed class EmbeddedTestServer implements TestServer permits MariadbTestServer, PostgresqlTestServer {

    private final String plugin;
    private final String scheme;
    private final Supplier<DatabaseServer> start;
    private final AtomicInteger number = new AtomicInteger();
    private @Nullable DatabaseServer started;

    /** @param start starts the server, for its first database */
    EmbeddedTestServer(final String plugin, final String scheme, final Supplier<DatabaseServer> start) {
        this.plugin = plugin;
        this.scheme = scheme;
        this.start = start;
    }

    private synchronized DatabaseServer server() {
        if (started == null) {
            started = start.get();
        }
        return started;
    }

    @Override
    public String plugin() {
        return plugin;
    }

    @Override
    public TestDatabase newDatabase(final String prefix) {
        final String name = "template_" + number.incrementAndGet();
        server().createDatabase(name);
        return new EmbeddedTestDatabase(server(), name, scheme, prefix);
    }

    @Override
    public boolean isCopying() {
        return true;
    }

    @Override
    public TestDatabase copy(final TestDatabase template, final String prefix) {
        final String name = "test_" + number.incrementAndGet();
        server().createDatabaseFrom(name, ((EmbeddedTestDatabase) template).name());
        return new EmbeddedTestDatabase(server(), name, scheme, prefix);
    }

    @Override
    public synchronized void close() {
        if (started != null) {
            started.close();
        }
    }
}
