package org.jzenith.benchmark.messages;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.Child;
import org.jzenith.benchmark.process.Cleanup;

/** A network namespace of Linux for each instance, all on one bridge of this machine: instances can be cut off from each other only. */
final class Namespaces {

    /** RFC 2544 keeps these addresses for measurements. */
    private static final String NETWORK = "198.18." + ProcessHandle.current().pid() % 256 + ".";

    private static final String NAME = "jz" + ProcessHandle.current().pid();
    private static final String BRIDGE = NAME + "b";
    private static final int SECONDS = 2;

    private final Cleanup cleanup;
    private final int count;

    private Namespaces(final Cleanup cleanup, final int count) {
        this.cleanup = cleanup;
        this.count = count;
    }

    /** Returns null if this user or this machine cannot have namespaces. */
    static @Nullable Namespaces create(final Cleanup cleanup, final int count) {
        if (!succeeds("ip", "link", "add", BRIDGE, "type", "bridge")) {
            return null;
        }
        cleanup.add(BRIDGE, () -> run("ip", "link", "del", BRIDGE));
        run("ip", "addr", "add", address(-1) + "/24", "dev", BRIDGE);
        run("ip", "link", "set", BRIDGE, "up");
        final Namespaces all = new Namespaces(cleanup, count);
        for (int i = 0; i < count; i++) {
            if (!succeeds("ip", "netns", "add", name(i))) {
                return null;
            }
            all.open(i);
        }
        return all;
    }

    private void open(final int instance) {
        final String name = name(instance);
        cleanup.add(name, () -> run("ip", "netns", "del", name));
        final String end = NAME + "v" + instance;
        run("ip", "link", "add", end, "type", "veth", "peer", "name", "eth0", "netns", name);
        run("ip", "link", "set", end, "master", BRIDGE, "up");
        run("ip", "-n", name, "link", "set", "lo", "up");
        run("ip", "-n", name, "addr", "add", address(instance) + "/24", "dev", "eth0");
        run("ip", "-n", name, "link", "set", "eth0", "up");
    }

    private static String name(final int instance) {
        return NAME + "-" + instance;
    }

    /** Returns the address of an instance, or of this machine for -1. */
    private static String address(final int instance) {
        return NETWORK + (instance + 2);
    }

    /** Returns what to write before a command that runs in the namespace of an instance, counted from 0. */
    List<String> command(final int instance) {
        return List.of("ip", "netns", "exec", name(instance));
    }

    /**
     * Lets an instance reach ports of this machine's loopback address at its own, and this machine a port of the instance.
     *
     * @param ports of servers
     * @param own the port at which the instance listens on all addresses
     */
    void connect(final int instance, final List<Integer> ports, final int own, final Path logs) {
        Forwarder.start(cleanup, loopback(own), at(address(instance), own));
        final List<String> command = new ArrayList<>(command(instance));
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Forwarder.class.getName(),
                address(-1)));
        for (final int port : ports) {
            Forwarder.start(cleanup, at(address(-1), port), loopback(port));
            command.add(String.valueOf(port));
        }
        final Child forwarder = Child.start(
                "the forwarder " + instance, command, Map.of(), logs.resolve("forwarder-" + instance + ".log"));
        cleanup.add(forwarder, forwarder::close);
    }

    private static InetSocketAddress loopback(final int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private static InetSocketAddress at(final String address, final int port) {
        try {
            return new InetSocketAddress(InetAddress.getByName(address), port);
        } catch (final UnknownHostException e) {
            throw new BenchmarkException(address + " is not an address.", e);
        }
    }

    /** Returns how many of the other instances each instance reaches, in sum. */
    long reached(final List<Instance> instances) {
        return IntStream.range(0, count)
                .mapToLong(from -> IntStream.range(0, count)
                        .filter(to -> from != to
                                && reaches(from, to, instances.get(to).port()))
                        .count())
                .sum();
    }

    private static boolean reaches(final int from, final int to, final int port) {
        return succeeds(
                "ip",
                "netns",
                "exec",
                name(from),
                "timeout",
                String.valueOf(SECONDS),
                "bash",
                "-c",
                "exec 3<>/dev/tcp/" + address(to) + "/" + port);
    }

    /** Cuts all instances off from each other. */
    void cut() {
        routes("add");
    }

    /** Joins them again. */
    void join() {
        routes("del");
    }

    private void routes(final String action) {
        for (int from = 0; from < count; from++) {
            for (int to = 0; to < count; to++) {
                if (from != to) {
                    run("ip", "-n", name(from), "route", action, "blackhole", address(to) + "/32");
                }
            }
        }
    }

    private static boolean succeeds(final String... command) {
        return output(command) == null;
    }

    private static void run(final String... command) {
        final String failure = output(command);
        if (failure != null) {
            throw new BenchmarkException("'" + String.join(" ", command) + "' failed: " + failure);
        }
    }

    /** Returns null if the command succeeds, otherwise what it has written. */
    private static @Nullable String output(final String... command) {
        try {
            final Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            final String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? null : text;
        } catch (final IOException e) {
            return e.toString();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchmarkException("The measurement was interrupted.", e);
        }
    }
}
