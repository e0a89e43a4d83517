package org.jzenith.benchmark.messages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.MeasuredServer;

/** Clients of server-sent events, which reconnect as browsers do. */
final class Watchers {

    private static final long OPEN_NANOS = 60_000_000_000L;
    private static final int SILENT_MILLIS = 5_000;
    private static final int RETRY_MILLIS = 200;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final List<Watcher> all = new ArrayList<>();

    /**
     * Connects.
     *
     * @param port of the address of all instances
     * @param count the number of clients
     */
    Watchers(final int port, final int count) {
        for (int i = 0; i < count; i++) {
            final Watcher watcher = new Watcher(port);
            all.add(watcher);
            Front.daemon(watcher::run);
        }
    }

    /** Waits until all are connected. */
    void awaitOpen() {
        final long begin = System.nanoTime();
        while (all.stream().anyMatch(watcher -> watcher.connections.get() == 0)) {
            if (System.nanoTime() - begin > OPEN_NANOS) {
                throw new BenchmarkException("Clients of server-sent events are not connected after 1 min.");
            }
            MeasuredServer.pause(RETRY_MILLIS);
        }
    }

    /** Returns the number of events, of those of all customers, that a client has not got, for all clients. */
    long missing(final Map<String, Long> ordered) {
        return all.stream().mapToLong(watcher -> watcher.missing(ordered)).sum();
    }

    /** Returns the number of first events that came after a later one of their customer. */
    long outOfOrder() {
        return all.stream().mapToLong(watcher -> watcher.outOfOrder.get()).sum();
    }

    /** Returns the number of times that a client was told that the log no longer has what it missed. */
    long resets() {
        return all.stream().mapToLong(watcher -> watcher.resets.get()).sum();
    }

    /** Returns the number of connections after the first one. */
    long reconnects() {
        return all.stream().mapToLong(watcher -> watcher.connections.get() - 1).sum();
    }

    private static final class Watcher {

        private final int port;
        private final Map<String, BitSet> seen = new HashMap<>();
        private final AtomicInteger connections = new AtomicInteger();
        private final AtomicInteger resets = new AtomicInteger();
        private final AtomicInteger outOfOrder = new AtomicInteger();
        private String last = "";

        Watcher(final int port) {
            this.port = port;
        }

        void run() {
            while (true) {
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    socket.setSoTimeout(SILENT_MILLIS);
                    socket.getOutputStream()
                            .write(Http.head(
                                    "GET /orders/events",
                                    "Accept: text/event-stream\r\n"
                                            + (last.isEmpty() ? "" : "Last-Event-ID: " + last + "\r\n")));
                    read(new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)));
                } catch (final IOException e) {
                    System.getLogger(Watchers.class.getName()).log(System.Logger.Level.DEBUG, "A stream ended.", e);
                }
                MeasuredServer.pause(RETRY_MILLIS);
            }
        }

        private void read(final BufferedReader reader) throws IOException {
            String event = "";
            String id = "";
            String data = "";
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith("HTTP/1.1 200")) {
                    connections.incrementAndGet();
                } else if (line.startsWith("event:")) {
                    event = line.substring(6).strip();
                } else if (line.startsWith("id:")) {
                    id = line.substring(3).strip();
                } else if (line.startsWith("data:")) {
                    data = line.substring(5).strip();
                } else if (line.isEmpty()) {
                    if (!id.isEmpty()) {
                        last = id;
                    }
                    if (event.equals("reset")) {
                        resets.incrementAndGet();
                    } else if (!data.isEmpty()) {
                        see(MAPPER.readTree(data));
                    }
                    event = "";
                    id = "";
                    data = "";
                }
            }
        }

        private synchronized void see(final JsonNode order) {
            final BitSet numbers = seen.computeIfAbsent(order.get("customer").asText(), name -> new BitSet());
            final int number = order.get("number").asInt();
            if (!numbers.get(number) && numbers.length() > number) {
                outOfOrder.incrementAndGet();
            }
            numbers.set(number);
        }

        synchronized long missing(final Map<String, Long> ordered) {
            return ordered.entrySet().stream()
                    .mapToLong(entry -> entry.getValue()
                            - seen.getOrDefault(entry.getKey(), new BitSet()).cardinality())
                    .sum();
        }
    }
}
