package org.jzenith.test.database;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.jzenith.postgresql.embedded.PostgresqlServer;

/** The embedded PostgreSQL of a test run. Safe for use by many threads. */
public final class PostgresqlTestServer implements TestServer {

    private final AtomicInteger number = new AtomicInteger();
    private @Nullable PostgresqlServer started;

    /** Creates it; called by the ServiceLoader. */
    public PostgresqlTestServer() {
        // it starts with its first database
    }

    private synchronized PostgresqlServer server() {
        if (started == null) {
            started = PostgresqlServer.start();
        }
        return started;
    }

    @Override
    public String plugin() {
        return "postgresql";
    }

    @Override
    public TestDatabase newDatabase(final String plugin) {
        final String name = "template_" + number.incrementAndGet();
        server().createDatabase(name);
        return new PostgresqlTestDatabase(server(), name, plugin);
    }

    @Override
    public boolean isCopying() {
        return true;
    }

    @Override
    public TestDatabase copy(final TestDatabase template, final String plugin) {
        final String name = "test_" + number.incrementAndGet();
        server().createDatabaseFrom(name, ((PostgresqlTestDatabase) template).name());
        return new PostgresqlTestDatabase(server(), name, plugin);
    }

    @Override
    public synchronized void close() {
        if (started != null) {
            started.close();
        }
    }
}
