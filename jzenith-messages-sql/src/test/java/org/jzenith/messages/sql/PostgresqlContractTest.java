package org.jzenith.messages.sql;

import org.jzenith.core.JZenith;
import org.jzenith.messages.test.MessagesContract;

/** The contract of applications over PostgreSQL. */
final class PostgresqlContractTest extends MessagesContract {

    private final String database = TestDatabase.POSTGRESQL.create();

    @Override
    protected String engine() {
        return "postgresql";
    }

    @Override
    protected JZenith with(final JZenith application) {
        return TestDatabase.POSTGRESQL.with(application, database).withPlugins(SqlMessagesPlugin.create());
    }
}
