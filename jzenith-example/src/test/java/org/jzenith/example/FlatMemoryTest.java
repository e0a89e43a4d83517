package org.jzenith.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.internal.PlatformDependent;
import io.reactivex.Flowable;
import io.smallrye.common.annotation.Blocking;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.postgresql.embedded.PostgresqlServer;
import org.jzenith.rest.RestPlugin;
import org.jzenith.sql.Database;

/** Clients that read 2 MB a second of a billion rows each keep the memory of a small process flat. */
final class FlatMemoryTest {

    private static final int ROUNDS = 9;
    private static final int PIECES = 10;
    private static final int PIECE_MILLIS = 50;
    private static final int PIECE = 100_000;

    /** Bytes after a full collection that differ for other reasons, such as compiled methods and pooled buffers. */
    private static final long ALIKE = 3_000_000;

    /** Rows of 1,000 bytes, which three connections of the kernel hold at most; a source that did not wait reads a million. */
    private static final long MOST_AHEAD = 40_000;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Bytes that are in use, and rows that have been read. */
    private record Figures(long heap, long direct, long rows) {}

    @Tag("full")
    @Test
    void slowReadersOfABillionRowsTakeNoMoreMemoryInTheEndThanInTheBeginning() throws Exception {
        try (PostgresqlServer database = PostgresqlServer.start();
                ChildApplication server =
                        ChildApplication.start(Main.class, database, "-Xmx64m", "-XX:MaxDirectMemorySize=48m")) {
            final List<Figures> seen = new ArrayList<>();
            long taken = 0;
            try (Socket array = open(server, "application/json");
                    Socket lines = open(server, "application/x-ndjson");
                    Socket table = open(server, "text/csv")) {
                final List<InputStream> readers =
                        List.of(array.getInputStream(), lines.getInputStream(), table.getInputStream());
                for (int round = 0; round < ROUNDS; round++) {
                    for (int piece = 0; piece < PIECES; piece++) {
                        final long begin = System.nanoTime();
                        for (final InputStream reader : readers) {
                            assertThat(reader.readNBytes(PIECE)).hasSize(PIECE);
                            taken += PIECE;
                        }
                        TimeUnit.NANOSECONDS.sleep(
                                TimeUnit.MILLISECONDS.toNanos(PIECE_MILLIS) - (System.nanoTime() - begin));
                    }
                    final Figures figures = figures(server);
                    seen.add(figures);
                    assertThat(figures.rows() - taken / 1000)
                            .as("rows beyond what %s bytes hold", taken)
                            .isBetween(-3L, MOST_AHEAD);
                }
            }
            final List<Figures> begin = seen.subList(0, ROUNDS / 3);
            final List<Figures> end = seen.subList(ROUNDS - ROUNDS / 3, ROUNDS);
            assertThat(most(end.stream().map(Figures::heap)))
                    .as("live heap, %s", seen)
                    .isLessThan(most(begin.stream().map(Figures::heap)) + ALIKE);
            assertThat(most(end.stream().map(Figures::direct)))
                    .as("memory outside of the heap, %s", seen)
                    .isLessThan(most(begin.stream().map(Figures::direct)) + ALIKE);
        }
    }

    private static long most(final Stream<Long> figures) {
        return figures.mapToLong(Long::longValue).max().orElseThrow();
    }

    private static Socket open(final ChildApplication server, final String type) throws IOException {
        final URI uri = URI.create(server.address());
        final Socket socket = new Socket(uri.getHost(), uri.getPort());
        socket.getOutputStream()
                .write(("GET /rows HTTP/1.1\r\nHost: localhost\r\nAccept: " + type + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private Figures figures(final ChildApplication server) throws Exception {
        final String[] fields = http.send(server.get("/rows/memory"), BodyHandlers.ofString())
                .body()
                .split(" ", -1);
        return new Figures(Long.parseLong(fields[0]), Long.parseLong(fields[1]), Long.parseLong(fields[2]));
    }

    /** The program under test. */
    static final class Main {

        private Main() {}

        public static void main(final String... arguments) {
            JZenith.application(arguments)
                    .withPlugins(RestPlugin.withResources(Rows.class), PostgresqlPlugin.create())
                    .withConfiguration("postgresql.migrations.enabled", false)
                    .run();
        }
    }

    @Path("/rows")
    public static final class Rows {

        public record Line(int id, String text) {}

        private static final AtomicLong READ = new AtomicLong();

        private final Database database;

        @Inject
        Rows(final Database database) {
            this.database = database;
        }

        @GET
        @Produces({MediaType.APPLICATION_JSON, "application/x-ndjson", "text/csv"})
        public Flowable<Line> all() {
            return database
                    .query("SELECT generate_series(1, 1000000000), repeat('x', 1000)")
                    .map(row -> {
                        READ.incrementAndGet();
                        return new Line(row.getInteger(0), row.getString(1));
                    })
                    .stream();
        }

        @GET
        @Path("memory")
        @Blocking
        public String memory() {
            System.gc();
            final long direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                    .mapToLong(BufferPoolMXBean::getMemoryUsed)
                    .sum();
            return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed()
                    + " "
                    + Math.max(direct, PlatformDependent.usedDirectMemory())
                    + " "
                    + READ.get();
        }
    }
}
