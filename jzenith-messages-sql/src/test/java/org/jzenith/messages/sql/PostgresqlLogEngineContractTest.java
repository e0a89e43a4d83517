package org.jzenith.messages.sql;

import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.test.LogEngineContract;

/** The contract of engines over PostgreSQL. */
final class PostgresqlLogEngineContractTest extends LogEngineContract {

    private static PostgresqlInstances instances;

    @BeforeAll
    static void start() {
        instances = new PostgresqlInstances();
    }

    @AfterAll
    static void stop() {
        instances.close();
    }

    @Override
    protected LogStore one() {
        return instances.one();
    }

    @Override
    protected LogStore other() {
        return instances.other();
    }

    @Override
    protected Vertx vertx() {
        return instances.first().get(Vertx.class);
    }
}
