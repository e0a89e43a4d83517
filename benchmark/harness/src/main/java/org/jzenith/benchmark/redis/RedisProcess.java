package org.jzenith.benchmark.redis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Child;
import org.jzenith.benchmark.process.Cleanup;
import org.jzenith.benchmark.process.MeasuredServer;

/** A Redis server or Sentinel as a process, until the clean-up. */
public final class RedisProcess {

    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long POLL_MILLIS = 5;

    private final Cleanup cleanup;
    private final Path log;
    private final int port;
    private final List<String> command;
    private Child process;

    private RedisProcess(final Cleanup cleanup, final Path log, final int port, final List<String> command) {
        this.cleanup = cleanup;
        this.log = log;
        this.port = port;
        this.command = command;
        this.process = run();
    }

    /**
     * Starts an empty server without a password, which writes nothing to the disk.
     *
     * @param cleanup ends it
     * @param more further settings
     * @return the server, which answers
     */
    public static RedisProcess server(final Cleanup cleanup, final String... more) {
        final Path folder = cleanup.temporaryFolder();
        final int port = Child.freePort();
        final List<String> command = new ArrayList<>(
                List.of("redis-server", "--port", String.valueOf(port), "--save", "", "--dir", folder.toString()));
        command.addAll(List.of(more));
        return new RedisProcess(cleanup, folder.resolve("server.log"), port, command);
    }

    /** Starts a Sentinel that makes a replica the master when the master is away for a second. */
    static RedisProcess sentinel(final Cleanup cleanup, final String name, final RedisProcess master) {
        final Path folder = cleanup.temporaryFolder();
        final Path settings = folder.resolve("sentinel.conf");
        final int port = Child.freePort();
        try {
            Files.write(
                    settings,
                    List.of(
                            "port " + port,
                            "dir " + folder,
                            "sentinel monitor " + name + " 127.0.0.1 " + master.port + " 1",
                            "sentinel down-after-milliseconds " + name + " 1000",
                            "sentinel failover-timeout " + name + " 5000"));
        } catch (final IOException e) {
            throw new BenchmarkException("The settings of the Sentinel cannot be written.", e);
        }
        return new RedisProcess(
                cleanup, folder.resolve("sentinel.log"), port, List.of("redis-sentinel", settings.toString()));
    }

    /** Starts the process again, on the same port, and returns when it answers. */
    public void restart() {
        process = run();
    }

    /** Starts the process again, on the same port, without the data that it has on the disk. */
    public void restartEmpty() {
        try (Stream<Path> files = Files.walk(log.resolveSibling("appendonlydir"))) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (final IOException e) {
            throw new BenchmarkException("The data of Redis cannot be deleted.", e);
        }
        restart();
    }

    private Child run() {
        final Child started = Child.start("Redis", command, Map.of(), log);
        cleanup.add("redis " + port, started::close);
        final long begin = System.nanoTime();
        while (!answers()) {
            if (!started.isAlive() || System.nanoTime() - begin > START_NANOS) {
                throw started.silence();
            }
            MeasuredServer.pause(POLL_MILLIS);
        }
        return started;
    }

    private boolean answers() {
        try {
            return send("PING").equals("+PONG");
        } catch (final IOException e) {
            return false;
        }
    }

    /**
     * Returns the port.
     *
     * @return on the loopback address
     */
    public int port() {
        return port;
    }

    /** Sends a command whose arguments have no spaces, on a connection of its own, and returns the first line of the reply. */
    String ask(final String line) {
        try {
            return send(line);
        } catch (final IOException e) {
            throw new BenchmarkException("Redis does not answer " + line + ".", e);
        }
    }

    private String send(final String line) throws IOException {
        try (Client client = new Client(port)) {
            return client.send(line);
        }
    }

    /** A connection that is kept. */
    static final class Client implements AutoCloseable {

        private final Socket socket;
        private final BufferedReader reader;

        Client(final int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        }

        /** Returns the first line of the reply, which must be the only one if there is a further command. */
        String send(final String line) throws IOException {
            socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
            return String.valueOf(reader.readLine());
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /** Leaves no place for other clients until the result runs. */
    Runnable refuseClients() {
        try {
            final Client only = new Client(port);
            only.send("CONFIG SET maxclients 1");
            only.send("CLIENT KILL TYPE normal SKIPME yes");
            return () -> {
                try (only) {
                    only.send("CONFIG SET maxclients 1000");
                } catch (final IOException e) {
                    throw new BenchmarkException("Redis does not accept clients again.", e);
                }
            };
        } catch (final IOException e) {
            throw new BenchmarkException("Redis does not refuse clients.", e);
        }
    }

    /** Waits until the log has a text. */
    void awaitLog(final String text) {
        try {
            final long begin = System.nanoTime();
            while (!Files.readString(log).contains(text)) {
                if (System.nanoTime() - begin > START_NANOS) {
                    throw process.silence();
                }
                MeasuredServer.pause(POLL_MILLIS);
            }
        } catch (final IOException e) {
            throw new BenchmarkException("The log of Redis cannot be read.", e);
        }
    }

    /** Waits until an answer has a text. */
    void await(final String line, final String text) {
        final long begin = System.nanoTime();
        while (!ask(line).contains(text)) {
            if (System.nanoTime() - begin > START_NANOS) {
                throw new BenchmarkException("Redis answers '" + ask(line) + "' to " + line + ", not " + text + ".");
            }
            MeasuredServer.pause(POLL_MILLIS);
        }
    }

    /** Ends the process as a loss of power does. */
    public void kill() {
        signal("KILL");
        while (process.isAlive()) {
            MeasuredServer.pause(POLL_MILLIS);
        }
    }

    /** Sends a signal. */
    void signal(final String name) {
        process.signal(name);
    }
}
