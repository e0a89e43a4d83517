package org.jzenith.benchmark.redis;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.LoadOptions;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.health.HealthChecks;
import org.jzenith.redis.RedisClient;
import org.jzenith.redis.RedisPlugin;
import org.jzenith.test.internal.fault.UnreliableProxy;

/** Redis goes away in several ways under load: {@code benchmark/redis-faults --help} tells how. */
public final class RedisFaults {

    private static final String HELP = """
            Sends a command each millisecond to a Redis that goes away in several ways, and prints for each: the
            commands, their errors by kind, those whose result came later than redis.command-timeout (1 s) and 200 ms,
            the longest time until a result, how late the event loops were, the health during the fault, the time from
            its end to the first write that succeeds, the connections that are left, and by how much the heap grew.
            Needs the programs redis-server and redis-sentinel, 7.0 or newer, and Linux.

            Fails if a command hung, if the first write came later than a second (5 s after the loss of a master), if
            connections are left, or if the heap grew by more than 16 MiB.

                benchmark/redis-faults [--skip-build] [options]

              --only NAMES         some of kill,freeze,cut,script,memory,clients,replica,sentinel,stop
              --help               this text
            """;

    private static final String ALL = "kill,freeze,cut,script,memory,clients,replica,sentinel,stop";
    private static final String MASTER = "shop";
    private static final String SCRIPT = """
            local function now() local time = redis.call('TIME') return time[1] * 1000000 + time[2] end
            local start = now()
            while now() - start < 2000000 do end
            return 0
            """;
    private static final long HUNG_MILLIS = 1_200;
    private static final long BACK_MILLIS = 1_000;
    private static final long SENTINEL_MILLIS = 5_000;
    private static final double HEAP_MEBIBYTES = 16;
    private static final long BEFORE_MILLIS = 3_000;
    private static final long AFTER_MILLIS = 1_000;
    private static final long END_MILLIS = 20_000;
    private static final long POLL_MILLIS = 10;
    private static final int COLLECTIONS = 3;

    private final Cleanup cleanup;
    private boolean met = true;

    private RedisFaults(final Cleanup cleanup) {
        this.cleanup = cleanup;
    }

    /**
     * A fault.
     *
     * @param title for the table
     * @param millis how long it lasts
     * @param begin makes it, and returns its end, which returns when the server would answer
     */
    private record Fault(String title, long millis, Supplier<Runnable> begin) {}

    /**
     * The program. Its exit code is 0 if all went well, 1 if the measurement failed or a figure misses its aim.
     *
     * @param arguments the options
     */
    public static void main(final String... arguments) {
        try (Cleanup cleanup = new Cleanup()) {
            Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close, "clean-up"));
            final LoadOptions options = LoadOptions.parse(List.of("--only"), arguments);
            if (options.help()) {
                System.out.print(HELP);
                return;
            }
            System.out.println("| fault | commands | errors | hung | longest, ms | event loop late, ms | health"
                    + " | first write after it, ms | connections left | heap, MiB |\n"
                    + "|---|--:|---|--:|--:|--:|---|--:|--:|--:|");
            final RedisFaults faults = new RedisFaults(cleanup);
            for (final String name : options.text("--only", ALL).split(",", -1)) {
                final Cleanup part = cleanup.part();
                new RedisFaults(part).run(name, faults);
                part.close();
            }
            if (!faults.met) {
                throw new BenchmarkException("A figure misses its aim.");
            }
        } catch (final BenchmarkException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private void run(final String name, final RedisFaults all) {
        all.met &= name.equals("sentinel") ? sentinel() : name.equals("stop") ? stop() : fault(name);
    }

    private boolean fault(final String name) {
        final RedisProcess server = RedisProcess.server(cleanup);
        final UnreliableProxy proxy = new UnreliableProxy(server.port());
        cleanup.add("proxy", proxy::close);
        final boolean cut = name.equals("cut");
        final int port = cut ? proxy.port() : server.port();
        final RunningApplication application = start(Map.of("redis.port", port));
        final RedisClient redis = application.get(RedisClient.class);
        final Fault fault = switch (name) {
            case "kill" ->
                new Fault("killed, restarted empty", 3_000, () -> {
                    server.kill();
                    return server::restart;
                });
            case "freeze" ->
                new Fault("frozen for 10 s", 10_000, () -> {
                    server.signal("STOP");
                    return () -> server.signal("CONT");
                });
            case "cut" ->
                new Fault("cut off for 10 s", 10_000, () -> {
                    proxy.freeze();
                    return proxy::thaw;
                });
            case "script" ->
                new Fault("script of 2 s", 0, () -> {
                    runScript(redis);
                    return () -> server.await("PING", "PONG");
                });
            case "memory" ->
                new Fault("memory full", 3_000, () -> {
                    server.ask("CONFIG SET maxmemory-policy noeviction");
                    server.ask("CONFIG SET maxmemory 1");
                    return () -> server.ask("CONFIG SET maxmemory 0");
                });
            case "clients" -> new Fault("clients full", 3_000, server::refuseClients);
            case "replica" ->
                new Fault("replica instead of master", 3_000, () -> {
                    server.ask("REPLICAOF 127.0.0.1 1");
                    return () -> server.ask("REPLICAOF NO ONE");
                });
            default -> throw new BenchmarkException("There is no fault '" + name + "'. There are: " + ALL + ".");
        };
        return measure(application, port, fault, BACK_MILLIS);
    }

    /** Runs a script, whose own result does not matter, with the commands of the load. */
    private static void runScript(final RedisClient redis) {
        final var running = redis.command("EVAL", SCRIPT, 0)
                .ignoreElement()
                .onErrorComplete()
                .subscribe();
        running.isDisposed();
        MeasuredServer.pause(100);
    }

    private boolean sentinel() {
        final RedisProcess master = RedisProcess.server(cleanup);
        final RedisProcess replica = RedisProcess.server(cleanup, "--replicaof", "127.0.0.1 " + master.port());
        final RedisProcess sentinel = RedisProcess.sentinel(cleanup, MASTER, master);
        sentinel.awaitLog("127.0.0.1:" + replica.port());
        final RunningApplication application = start(
                Map.of("redis.sentinel.servers", "127.0.0.1:" + sentinel.port(), "redis.sentinel.master", MASTER));
        return measure(
                application,
                replica.port(),
                new Fault("Sentinel moves the master", 0, () -> {
                    master.kill();
                    return () -> {};
                }),
                SENTINEL_MILLIS);
    }

    private boolean stop() {
        final RedisProcess server = RedisProcess.server(cleanup);
        final RunningApplication application = start(Map.of("redis.port", server.port()));
        final CommandLoad load = new CommandLoad(application, HUNG_MILLIS);
        MeasuredServer.pause(BEFORE_MILLIS);
        load.close();
        application.stop();
        await(load::isComplete);
        final int left = connections(server.port());
        System.out.printf(
                "| application stops | %d | %s | %d | %d | %d | | | %d | |%n",
                load.sent(), load.errors(), load.hung(), load.longestMillis(), load.lateMillis(), left);
        return load.hung() == 0 && left == 0;
    }

    private RunningApplication start(final Map<String, ?> settings) {
        JZenith application = JZenith.application().withPlugins(RedisPlugin.create());
        for (final Map.Entry<String, ?> setting : new HashMap<>(settings).entrySet()) {
            application = application.withConfiguration(setting.getKey(), setting.getValue());
        }
        final RunningApplication running = application.run();
        cleanup.add(running, running::stop);
        return running;
    }

    /** Returns true if all figures meet their aims. */
    private static boolean measure(
            final RunningApplication application, final int port, final Fault fault, final long limitMillis) {
        final CommandLoad load = new CommandLoad(application, HUNG_MILLIS);
        MeasuredServer.pause(BEFORE_MILLIS);
        final double heap = heapMebibytes();
        final int before = connections(port);
        final Runnable end = fault.begin.get();
        MeasuredServer.pause(fault.millis * 2 / 3);
        final CompletableFuture<String> health = CompletableFuture.supplyAsync(() -> health(application));
        MeasuredServer.pause(fault.millis / 3);
        final double grown = heapMebibytes() - heap;
        end.run();
        load.awaitWrite();
        await(load::hasWritten);
        MeasuredServer.pause(AFTER_MILLIS);
        load.close();
        await(load::isComplete);
        final int left = Math.max(0, connections(port) - Math.max(before, 2));
        System.out.printf(
                "| %s | %d | %s | %d | %d | %d | %s | %d | %d | %+.1f |%n",
                fault.title,
                load.sent(),
                load.errors(),
                load.hung(),
                load.longestMillis(),
                load.lateMillis(),
                health.join(),
                load.millisUntilWrite(),
                left,
                grown);
        return load.hung() == 0
                && load.hasWritten()
                && load.millisUntilWrite() <= limitMillis
                && left == 0
                && grown <= HEAP_MEBIBYTES;
    }

    private static String health(final RunningApplication application) {
        final String reason = application
                .get(HealthChecks.class)
                .run()
                .blockingGet()
                .get(0)
                .health()
                .reason();
        return reason == null ? "up" : reason.replaceAll(":\\d+", "");
    }

    private static void await(final BooleanSupplier condition) {
        final long begin = System.nanoTime();
        while (!condition.getAsBoolean() && System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(END_MILLIS)) {
            MeasuredServer.pause(POLL_MILLIS);
        }
    }

    private static double heapMebibytes() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        final Runtime runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) / (double) (1 << 20);
    }

    /** Returns the number of sockets of this process that are connected, or are connecting, to a port. */
    private static int connections(final int port) {
        final String suffix = String.format(":%04X", port);
        int count = 0;
        try {
            final Set<String> own = sockets();
            for (final String file : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
                for (final String line : Files.readAllLines(Path.of(file))) {
                    final String[] words = line.strip().split(" +", -1);
                    if (words[2].endsWith(suffix) && own.contains("socket:[" + words[9] + "]")) {
                        count++;
                    }
                }
            }
        } catch (final IOException e) {
            throw new BenchmarkException("The connections cannot be counted. This needs Linux.", e);
        }
        return count;
    }

    private static Set<String> sockets() throws IOException {
        final Set<String> sockets = new HashSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (final Path file : files) {
                sockets.add(target(file));
            }
        }
        return sockets;
    }

    private static String target(final Path link) throws IOException {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (final NoSuchFileException closed) {
            return "";
        }
    }
}
