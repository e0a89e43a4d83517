package org.jzenith.benchmark.redis;

import com.google.inject.Scopes;
import com.sun.management.ThreadMXBean;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jzenith.benchmark.harness.LoadLoop;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.Spread;
import org.jzenith.cache.CachePlugin;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.vertx.EventLoopContext;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.embedded.RedisServer;
import org.jzenith.rest.RestPlugin;

/** CPU time of requests that use Redis: {@code benchmark/redis-costs --help} tells how. */
public final class RedisCosts {

    private static final String HELP = """
            Measures the CPU time of an event loop for requests that use Redis, each beside a resource that does the
            same by hand with vertx-redis-client; both take turns:

              get          GET of 100 bytes
              gets         20 of them in one request, beside a batch
              cache        a value in the memory of the cache, beside a value without a cache
              limit        @RateLimit that counts in Redis, beside the limit in memory and an EVALSHA by hand

                benchmark/redis-costs [--skip-build] [options]

              --rounds N           how often, after three that do not count (default 15)
              --seconds N          length of each load (default 2)
              --connections N      connections of the load (default 32)
              --only NAMES         some of get,gets,cache,limit
              --help               this text
            """;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 3;

    private final int rounds;
    private final int seconds;
    private final int connections;

    private RedisCosts(final LoadOptions options) {
        rounds = options.number("--rounds", 15);
        seconds = options.number("--seconds", 2);
        connections = options.number("--connections", 32);
    }

    /**
     * The program. Its exit code is 0 if all went well, 1 if the measurement failed.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        try (Cleanup cleanup = new Cleanup()) {
            Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "clean-up"));
            final LoadOptions options =
                    LoadOptions.parse(List.of("--rounds", "--seconds", "--connections", "--only"), arguments);
            if (options.help()) {
                System.out.print(HELP);
                return;
            }
            final List<String> only =
                    List.of(options.text("--only", "get,gets,cache,limit").split(",", -1));
            final RedisServer server = RedisServer.start();
            cleanup.add("redis", server::close);
            final RunningApplication shared = start(cleanup, server, "redis");
            final RunningApplication alone = start(cleanup, server, "memory");
            CostResource.KEYS.forEach(key ->
                    shared.get(RedisClient.class).set(key, CostResource.VALUE).blockingAwait());
            final RedisCosts costs = new RedisCosts(options);
            System.out.println(
                    "| a request | by hand, µs | jZenith, µs | x by hand | x allocated bytes |\n|---|--:|--:|--:|--:|");
            if (only.contains("get")) {
                costs.row("`GET` of 100 bytes", "get", alone, alone);
            }
            if (only.contains("gets")) {
                costs.row("20 of them in one request", "gets", alone, alone);
            }
            if (only.contains("cache")) {
                costs.row("a value in the memory of the cache", "cached", alone, alone);
            }
            if (only.contains("limit")) {
                costs.row("`@RateLimit` that all instances share", "limited", alone, shared);
            }
        } catch (final BenchmarkException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static RunningApplication start(final Cleanup cleanup, final RedisServer server, final String store) {
        final RunningApplication application = JZenith.application()
                .withPlugins(RestPlugin.withResources(CostResource.class), RedisPlugin.create(), CachePlugin.create())
                .withModules(binder -> {
                    binder.bind(RedisServer.class).toInstance(server);
                    binder.bind(ByHand.class).in(Scopes.SINGLETON);
                })
                .withConfiguration("rest.port", 0)
                .withConfiguration("jzenith.event-loops", 1)
                .withConfiguration("redis.port", server.port())
                .withConfiguration("redis.password", server.password())
                .withConfiguration("rest.rate-limit.store", store)
                .run();
        cleanup.add(application, application::stop);
        return application;
    }

    private void row(
            final String text, final String path, final RunningApplication byHand, final RunningApplication ours) {
        final Spread handMicros = new Spread();
        final Spread ourMicros = new Spread();
        final Spread ratio = new Spread();
        final Spread ratioOfBytes = new Spread();
        for (int round = -WARM_UP; round < rounds; round++) {
            final Cost hand = run(byHand, "by-hand/" + path);
            final Cost our = run(ours, path);
            if (round >= 0) {
                handMicros.add(hand.micros);
                ourMicros.add(our.micros);
                ratio.add(our.micros / hand.micros);
                ratioOfBytes.add(our.bytes / hand.bytes);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %s | %s | %.2f |%n",
                text,
                handMicros.text(1),
                ourMicros.text(1),
                ratio.text(2),
                ratioOfBytes.median());
    }

    /** The cost of a request on the event loop. */
    private record Cost(double micros, double bytes) {}

    private Cost run(final RunningApplication application, final String path) {
        final long thread = Single.<Long>create(emitter -> EventLoopContext.onEach(application.get(Vertx.class))
                        .get(0)
                        .runLater(() -> emitter.onSuccess(Thread.currentThread().getId())))
                .blockingGet();
        final long nanos = THREADS.getThreadCpuTime(thread);
        final long bytes = THREADS.getThreadAllocatedBytes(thread);
        final LoadLoop.Found found = new LoadLoop(URI.create("http://127.0.0.1:" + application.port() + "/" + path))
                .run(connections, seconds);
        final int requests = found.nanos().length;
        if (requests == 0 || found.errors() > 0 || !found.statuses().keySet().equals(Set.of(200))) {
            throw new BenchmarkException(
                    path + " was answered with " + found.statuses() + ", and " + found.errors() + " requests failed.");
        }
        return new Cost(
                (THREADS.getThreadCpuTime(thread) - nanos) / 1e3 / requests,
                (double) (THREADS.getThreadAllocatedBytes(thread) - bytes) / requests);
    }
}
