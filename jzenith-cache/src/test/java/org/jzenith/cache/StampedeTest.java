package org.jzenith.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.Gauges;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.redis.RedisReply;
import org.jzenith.redis.embedded.RedisServer;

/** Three processes ask for the same value, each thousands of times, and it is loaded once. */
final class StampedeTest {

    private static final int CALLERS = 2_000;

    /** One process. Its load waits until the test opens the gate. */
    public static final class Instance {

        private Instance() {}

        /** Prints when all callers have asked, and how many have got the value. */
        public static void main(final String... args) {
            try (RunningApplication application = JZenith.application(args)
                    .withPlugins(RedisPlugin.create(), CachePlugin.create())
                    .withConfiguration("cache.load-timeout", "60s")
                    .run()) {
                final RedisClient redis = application.get(RedisClient.class);
                final Cache<String> products = application.get(Caches.class).of("products", String.class);
                final Single<Long> answered = Flowable.merge(
                                IntStream.range(0, CALLERS)
                                        .mapToObj(i -> products.get("a", () -> load(redis))
                                                .toFlowable())
                                        .toList(),
                                CALLERS)
                        .filter("the value"::equals)
                        .count()
                        .cache();
                answered.subscribe().isDisposed();
                System.out.println("All have asked.");
                final long count = answered.blockingGet();
                application.get(Gauges.class).all().stream()
                        .filter(gauge -> gauge.name().startsWith("cache."))
                        .forEach(gauge -> System.out.println(gauge.name() + " " + gauge.used()));
                System.out.println("Answered: " + count);
            }
        }

        private static Maybe<String> load(final RedisClient redis) {
            return redis.increment("loads", 1)
                    .flatMap(count -> redis.command("BLPOP", "gate", 60))
                    .map(RedisReply::list)
                    .map(gate -> "the value")
                    .toMaybe();
        }
    }

    private static Process start(final RedisServer server) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Instance.class.getName(),
                        "--redis.command-timeout=20s", // for a machine that is busy
                        "--redis.port=" + server.port(),
                        "--redis.password=" + server.password())
                .redirectErrorStream(true)
                .start();
    }

    private static String until(final BufferedReader reader, final String text) throws IOException {
        final StringBuilder read = new StringBuilder();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            read.append(line).append('\n');
            if (line.contains(text)) {
                break;
            }
        }
        return read.toString();
    }

    @Test
    void threeProcessesLoadOnce() throws Exception {
        final List<Process> processes = new ArrayList<>();
        try (RedisServer server = RedisServer.start();
                RunningApplication application = SharedCacheTest.instance(server)) {
            final List<BufferedReader> outputs = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                final Process process = start(server);
                processes.add(process);
                outputs.add(
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
            }
            for (final BufferedReader output : outputs) {
                assertThat(until(output, "All have asked.")).contains("All have asked.");
            }
            final RedisClient redis = application.get(RedisClient.class);
            redis.command("RPUSH", "gate", "open", "open", "open")
                    .ignoreElement()
                    .blockingAwait();
            final StringBuilder printed = new StringBuilder();
            for (final BufferedReader output : outputs) {
                printed.append(until(output, "Answered: "));
            }
            assertThat(printed.toString().split("Answered: " + CALLERS, -1))
                    .as("%s", printed)
                    .hasSize(4);
            assertThat(redis.get("loads").blockingGet()).as("%s", printed).isEqualTo("1");
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
    }
}
