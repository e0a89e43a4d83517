package org.jzenith.benchmark.messages;

import java.util.List;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.redis.RedisProcess;

/** A Redis that loses no write that it has acknowledged. */
final class DurableRedis implements EngineServer.Program {

    private final RedisProcess process;

    DurableRedis(final Cleanup cleanup) {
        this.process = RedisProcess.server(cleanup, "--appendonly", "yes", "--appendfsync", "always");
    }

    @Override
    public void open(final List<Integer> ways) {
        // It was started by the constructor.
    }

    @Override
    public int port(final int way) {
        return process.port();
    }

    @Override
    public void kill() {
        process.kill();
    }

    @Override
    public void restart() {
        process.restart();
    }

    @Override
    public void restartEmpty() {
        process.restartEmpty();
    }
}
