package org.jzenith.messages.redis;

import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.jzenith.messages.engine.LogStore;
import org.jzenith.messages.test.LogEngineContract;

/** The contract over Redis. */
@Tag("full")
final class RedisLogEngineContractTest extends LogEngineContract {

    private static TwoInstances instances;

    private final LogStore one = instances.one();
    private final LogStore other = instances.other();

    @BeforeAll
    static void start() {
        instances = new TwoInstances();
    }

    @AfterAll
    static void stop() {
        instances.close();
    }

    @Override
    protected LogStore one() {
        return one;
    }

    @Override
    protected LogStore other() {
        return other;
    }

    @Override
    protected Vertx vertx() {
        return instances.vertx();
    }
}
