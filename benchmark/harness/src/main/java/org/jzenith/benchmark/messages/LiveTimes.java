package org.jzenith.benchmark.messages;

import io.reactivex.Flowable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jzenith.benchmark.process.BenchmarkException;
import org.jzenith.benchmark.process.FigureTable;
import org.jzenith.benchmark.process.MeasuredServer;
import org.jzenith.benchmark.process.Spread;

/** The time from the commit of a message to a client of server-sent events of the other instance. */
final class LiveTimes {

    private static final int LIVE_MILLIS = 10;
    private static final int LIVE_WARM_UP = 500;
    private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final double NANOS_OF_A_MILLI = 1e6;

    private LiveTimes() {}

    static void measure(
            final MeasuredInstances instances, final int seconds, final double aim, final FigureTable table) {
        final long[] times = new long[seconds * 1_000 / LIVE_MILLIS];
        final Map<Long, Long> committed = new ConcurrentHashMap<>();
        final Map<Long, Long> received = new ConcurrentHashMap<>();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), instances.otherPort())) {
            socket.getOutputStream().write(Http.head("GET /orders/events", "Accept: text/event-stream\r\n"));
            final BufferedReader reader =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            reader.readLine();
            Front.daemon(() -> read(reader, received));
            Flowable.interval(LIVE_MILLIS, TimeUnit.MILLISECONDS)
                    .take(LIVE_WARM_UP + times.length)
                    .onBackpressureBuffer()
                    .flatMapCompletable(i -> {
                        final OrderPlaced order = instances.order();
                        return instances
                                .database()
                                .withTransactionCompletable(tx -> MeasuredInstances.insert(tx, order)
                                        .andThen(instances.outbox().publish(tx, OrderApplication.ORDERS, order)))
                                .doOnComplete(() -> {
                                    if (i >= LIVE_WARM_UP) {
                                        committed.put(order.number(), System.nanoTime());
                                    }
                                });
                    })
                    .blockingAwait();
            final long end = System.nanoTime();
            while (!received.keySet().containsAll(committed.keySet())) {
                if (System.nanoTime() - end > LIMIT_NANOS) {
                    throw new BenchmarkException("The client has not got all events after 1 min.");
                }
                MeasuredServer.pause(10);
            }
        } catch (final IOException e) {
            throw new BenchmarkException("The events cannot be read.", e);
        }
        int count = 0;
        for (final Map.Entry<Long, Long> each : committed.entrySet()) {
            times[count++] = Objects.requireNonNull(received.get(each.getKey())) - each.getValue();
        }
        Arrays.sort(times);
        final Spread median = new Spread();
        median.add(times[times.length / 2] / NANOS_OF_A_MILLI);
        final Spread p99 = new Spread();
        p99.add(times[times.length * 99 / 100] / NANOS_OF_A_MILLI);
        table.add("from commit to a client of the other instance, p50, ms", median, 1);
        table.atMost("from commit to a client of the other instance, p99, ms", p99, aim);
    }

    private static void read(final BufferedReader reader, final Map<Long, Long> received) throws IOException {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            if (line.startsWith("data:")) {
                received.put(Long.parseLong(line.replaceAll(".*\"number\":(\\d+).*", "$1")), System.nanoTime());
            }
        }
    }
}
