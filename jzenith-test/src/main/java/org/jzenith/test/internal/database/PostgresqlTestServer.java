package org.jzenith.test.internal.database;

import org.jzenith.postgresql.embedded.PostgresqlServer;

/** The embedded PostgreSQL of a test run. Safe for use by many threads. */
public final class PostgresqlTestServer extends EmbeddedTestServer {

    /** Creates it; called by the ServiceLoader. */
    public PostgresqlTestServer() {
        super("postgresql", "postgresql", PostgresqlServer::start);
    }
}
