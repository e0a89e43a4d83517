package org.jzenith.rest;

import io.reactivex.Flowable;
import io.reactivex.processors.UnicastProcessor;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The memory of streams whose clients have read everything, and wait for more. */
@Tag("full")
final class IdleStreamsTest {

    private static final int CLIENTS = 200;
    private static final int BACKLOG = 100;
    private static final String ELEMENT = "x".repeat(1000);

    @Path("/")
    public static final class Sources {

        static volatile List<UnicastProcessor<String>> all = List.of();

        @GET
        @Path("{number}")
        @Produces({"text/event-stream", "application/x-ndjson", "text/plain"})
        public Flowable<String> source(@PathParam("number") final int number) {
            return all.get(number);
        }
    }

    /** The last piece of a backlog is full if its last element is long, and smaller otherwise. */
    @ParameterizedTest
    @CsvSource({
        "text/event-stream, last",
        "text/event-stream, long",
        "application/x-ndjson, last",
        "text/plain, long",
    })
    void aStreamTakesNoMoreMemoryAfterABacklogThanBefore(final String type, final String last) throws Exception {
        final String end = last.equals("long") ? last.repeat(5000) : last;
        Sources.all =
                Stream.generate(UnicastProcessor::<String>create).limit(CLIENTS).toList();
        final List<RawClient> clients = new ArrayList<>();
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(Sources.class))) {
            try {
                for (int i = 0; i < CLIENTS; i++) {
                    clients.add(RawClient.to(server)
                            .send("GET /" + i + " HTTP/1.1\r\nHost: a\r\nAccept: " + type + "\r\n\r\n"));
                }
                emitAndRead(1, "first", clients);
                emitAndRead(BACKLOG, end, clients.subList(0, 1)); // loads all classes
                final long before = Heap.used();
                emitAndRead(BACKLOG, end, clients);
                Await.until(
                        "a stream takes less than 2 KiB more than before",
                        () -> (Heap.used() - before) / CLIENTS < 2048);
            } finally { // or the stop waits for their streams
                for (final RawClient client : clients) {
                    client.close();
                }
            }
        }
    }

    private static void emitAndRead(final int count, final String last, final List<RawClient> clients)
            throws Exception {
        for (final UnicastProcessor<String> source : Sources.all.subList(0, clients.size())) {
            for (int i = 0; i < count; i++) {
                source.onNext(ELEMENT);
            }
            source.onNext(last);
        }
        for (final RawClient client : clients) {
            while (!client.line().contains(last)) {
                // an element, or the length of a chunk
            }
        }
    }
}
