package org.jzenith.core.internal.start;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import org.jzenith.core.problem.StartProblem;

/**
 * The addresses that the listeners of an application claim while plugins check it. Vert.x lets servers share a host and a
 * port and divides the connections, so a listener with TLS could be passed by. Safe for use by many threads.
 */
public final class ClaimedAddresses {

    private final List<ClaimedPort> ports = new ArrayList<>();
    private final List<ClaimedSocket> sockets = new ArrayList<>();
    private final List<BiFunction<String, String, StartProblem>> local = new ArrayList<>();

    /** Creates it for an application. */
    public ClaimedAddresses() {}

    private record ClaimedPort(String prefix, String host, int port, String origin) {

        String key() {
            return prefix + ".port";
        }

        String hostKey() {
            return prefix + ".host";
        }

        boolean overlaps(final ClaimedPort other) {
            return port != 0
                    && port == other.port
                    && (host.equalsIgnoreCase(other.host) || haveCommonAddress(host, other.host));
        }
    }

    private record ClaimedSocket(String key, Path path, String origin) {}

    /**
     * Claims a port. Port 0 is a free one for each listener, and claims nothing.
     *
     * @param prefix the prefix of the keys {@code host} and {@code port}, with the qualifier of the plugin
     * @param host a host name or IP address
     * @param port 0 to 65535
     * @param origin the source of the port
     */
    public synchronized void claimPort(final String prefix, final String host, final int port, final String origin) {
        ports.add(new ClaimedPort(prefix, host, port, origin));
    }

    /**
     * Refuses listeners that other machines can reach.
     *
     * @param refusal creates the problem of a listener, from the key of its host and the host
     */
    public synchronized void requireLoopback(final BiFunction<String, String, StartProblem> refusal) {
        local.add(refusal);
    }

    /**
     * Claims a Unix socket.
     *
     * @param key the key of the path, with the qualifier of the plugin
     * @param path the path of the socket
     * @param origin the source of the path
     */
    public synchronized void claimSocket(final String key, final Path path, final String origin) {
        sockets.add(new ClaimedSocket(key, path.toAbsolutePath().normalize(), origin));
    }

    /**
     * The listeners that claim an address of another one, or that other machines can reach against {@link #requireLoopback}. Looks up the
     * names of hosts where ports are the same.
     *
     * @return a problem for each of these listeners
     */
    public synchronized List<StartProblem> conflicts() {
        final List<StartProblem> problems = new ArrayList<>();
        // Plugins claim concurrently; a report has always the same order.
        ports.sort(Comparator.comparingInt((ClaimedPort port) -> port.key().length())
                .thenComparing(ClaimedPort::key));
        sockets.sort(
                Comparator.comparingInt((ClaimedSocket socket) -> socket.key().length())
                        .thenComparing(ClaimedSocket::key));
        for (int i = 1; i < ports.size(); i++) {
            final ClaimedPort second = ports.get(i);
            ports.subList(0, i).stream()
                    .filter(second::overlaps)
                    .findFirst()
                    .ifPresent(first -> problems.add(samePort(first, second)));
        }
        for (int i = 1; i < sockets.size(); i++) {
            final ClaimedSocket second = sockets.get(i);
            sockets.subList(0, i).stream()
                    .filter(first -> first.path().equals(second.path()))
                    .findFirst()
                    .ifPresent(first -> problems.add(sameSocket(first, second)));
        }
        for (final BiFunction<String, String, StartProblem> refusal : local) {
            ports.stream()
                    .filter(each -> !Authority.isLoopback(each.host()))
                    .forEach(each -> problems.add(refusal.apply(each.hostKey(), each.host())));
        }
        return problems;
    }

    private static StartProblem samePort(final ClaimedPort first, final ClaimedPort second) {
        return StartProblem.of("Two listeners have the same port, " + first.port() + ": " + first.key() + " with "
                        + first.hostKey() + "=" + first.host() + ", and " + second.key() + " with " + second.hostKey()
                        + "=" + second.host() + ". A connection could reach either listener.")
                .from(both(first.origin(), second.origin()))
                .remedy("Set " + first.key() + " or " + second.key() + " to another port, or set " + first.hostKey()
                        + " and " + second.hostKey()
                        + " to different addresses other than 0.0.0.0 and ::.");
    }

    private static StartProblem sameSocket(final ClaimedSocket first, final ClaimedSocket second) {
        return StartProblem.of("Two listeners have the same Unix socket, " + second.path() + ": " + first.key()
                        + " and " + second.key() + ".")
                .from(both(first.origin(), second.origin()))
                .remedy("Set " + first.key() + " or " + second.key() + " to another path.");
    }

    private static String both(final String first, final String second) {
        return first.equals(second) ? first : first + " and " + second;
    }

    private static boolean haveCommonAddress(final String host, final String other) {
        final List<InetAddress> addresses = addresses(host);
        final List<InetAddress> others = addresses(other);
        return addresses.stream().anyMatch(InetAddress::isAnyLocalAddress)
                || others.stream().anyMatch(InetAddress::isAnyLocalAddress)
                || addresses.stream().anyMatch(others::contains);
    }

    private static List<InetAddress> addresses(final String host) {
        try {
            return Arrays.asList(InetAddress.getAllByName(host));
        } catch (final UnknownHostException e) {
            return List.of(); // the listener cannot open there and says so
        }
    }
}
