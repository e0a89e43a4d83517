package org.jzenith.benchmark.redis;

import io.reactivex.Single;
import io.reactivex.SingleEmitter;
import io.vertx.core.AsyncResult;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import jakarta.inject.Inject;
import java.util.List;
import org.jzenith.redis.embedded.RedisServer;

/** The commands by {@code vertx-redis-client}, on one connection for the only event loop. They have no time limit. */
final class ByHand {

    private static final String TAKE = """
            local now = redis.call('TIME')
            local known = redis.call('GET', KEYS[1])
            redis.call('SET', KEYS[1], now[1], 'PX', 1000)
            return {now[1], known or '', ARGV[1]}
            """;

    private final RedisConnection connection;
    private final String script;

    @Inject
    ByHand(final Vertx vertx, final RedisServer server) {
        connection = Redis.createClient(
                        vertx,
                        new RedisOptions()
                                .setConnectionString("redis://127.0.0.1:" + server.port())
                                .setPassword(server.password())
                                .setMaxWaitingHandlers(1 << 16))
                .connect()
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        script = connection
                .send(Request.cmd(Command.SCRIPT, "LOAD", TAKE))
                .toCompletionStage()
                .toCompletableFuture()
                .join()
                .toString();
    }

    Single<String> get(final String key) {
        return Single.create(
                emitter -> connection.send(Request.cmd(Command.GET, key)).onComplete(result -> pass(result, emitter)));
    }

    Single<Integer> lengths(final List<String> keys) {
        return Single.create(emitter -> connection
                .batch(keys.stream().map(key -> Request.cmd(Command.GET, key)).toList())
                .onSuccess(values -> emitter.onSuccess(values.stream()
                        .mapToInt(value -> value.toString().length())
                        .sum()))
                .onFailure(emitter::onError));
    }

    Single<String> runScript() {
        return Single.create(emitter -> connection
                .send(Request.cmd(Command.EVALSHA, script, 1, "by-hand:127.0.0.1", 1))
                .onComplete(result -> pass(result, emitter)));
    }

    private static void pass(final AsyncResult<Response> result, final SingleEmitter<String> emitter) {
        if (result.succeeded()) {
            emitter.onSuccess(result.result().toString());
        } else {
            emitter.onError(result.cause());
        }
    }
}
