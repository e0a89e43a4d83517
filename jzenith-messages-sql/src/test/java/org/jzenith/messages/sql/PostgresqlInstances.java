package org.jzenith.messages.sql;

import org.jzenith.core.RunningApplication;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.plugin.MessagesPlugin;
import org.jzenith.messages.sql.internal.log.PostgresqlLogStore;

/** Two applications with one database. */
final class PostgresqlInstances implements AutoCloseable {

    private final String database = TestDatabase.POSTGRESQL.create();
    private final RunningApplication first = run();
    private final RunningApplication second = run();

    private RunningApplication run() {
        return TestDatabase.POSTGRESQL
                .application(database)
                .withPlugins(MessagesPlugin.create(), SqlMessagesPlugin.create())
                .run();
    }

    RunningApplication first() {
        return first;
    }

    LogStore one() {
        return first.get(PostgresqlLogStore.class);
    }

    LogStore other() {
        return second.get(PostgresqlLogStore.class);
    }

    @Override
    public void close() {
        first.close();
        second.close();
    }
}
