package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.http.HttpVersion;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A long body or response does not keep the other connections of its event loop waiting. */
@OverBothVersions
class EventLoopTurnsTest {

    /** The elements of a body and of a response: many times as many as an event loop takes or makes in 2 ms. */
    private static final int RECEIVED = 200_000;

    private static final int SENT = 1_000_000;

    /** The number of elements that take an event loop more than 2 ms. One of a body takes 20 us. */
    private static final int TURN_OF_RECEIVED = 5_000;

    private static final int TURN_OF_SENT = 200_000;

    /** The text whose compression takes two pieces. */
    private static final String LARGE = new Random(1)
            .ints(128 * 1024, 'a', 'q')
            .mapToObj(Character::toString)
            .collect(Collectors.joining());

    private static final int COMPRESSED = 40;

    private final HttpVersion version;

    EventLoopTurnsTest(final HttpVersion version) {
        this.version = version;
    }

    /** An element. */
    public static final class Empty {

        /** A column of CSV. */
        public @Nullable String a;
    }

    /** Element 1,000 waits on the event loop until the other client has sent its request. */
    private static final class Meeting {

        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch sent = new CountDownLatch(1);
        private int elements;
        private int seenByOther;
        private long cpuAtStart;
        private long cpuOfOther;
        private long cpuOfLast;

        /** Takes 20 us until the other client has its answer. */
        void slowElement() {
            element();
            final long end = System.nanoTime() + 20_000;
            while (seenByOther == 0 && System.nanoTime() - end < 0) {
                Thread.onSpinWait();
            }
        }

        void element() {
            elements++;
            if (elements == 1_000) {
                await();
            }
        }

        void await() {
            begun.countDown();
            try {
                assertThat(sent.await(20, TimeUnit.SECONDS)).isTrue();
            } catch (final InterruptedException e) {
                throw new IllegalStateException(e);
            }
            cpuAtStart = cpu();
        }

        private static long cpu() {
            return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        }
    }

    /** Takes and makes many elements. */
    @Path("/")
    public static final class Elements {

        private final Meeting meeting;

        @Inject
        Elements(final Meeting meeting) {
            this.meeting = meeting;
        }

        @POST
        @Consumes({"application/json", "application/x-ndjson", "text/csv"})
        @Produces("text/plain")
        public Single<String> count(final Flowable<Empty> body) {
            return body.doOnNext(each -> meeting.slowElement()).count().map(String::valueOf);
        }

        @GET
        @Path("at-hand")
        @Produces("application/x-ndjson")
        public Flowable<Integer> atHand() {
            return Flowable.range(0, SENT).map(this::made);
        }

        @GET
        @Path("requested")
        @Produces("application/x-ndjson")
        public Flowable<Integer> requested() {
            return Flowable.range(0, SENT).hide().map(this::made);
        }

        private int made(final int each) {
            meeting.element();
            return each % 10;
        }

        @GET
        @Path("other")
        @Produces("text/plain")
        public String other() {
            meeting.seenByOther = meeting.elements;
            meeting.cpuOfOther = Meeting.cpu() - meeting.cpuAtStart;
            return "other";
        }

        @GET
        @Path("wait")
        public void await() {
            meeting.await();
        }

        @GET
        @Path("large")
        @Produces("text/plain")
        public String large() {
            return LARGE;
        }

        @GET
        @Path("last")
        public void last() {
            meeting.cpuOfLast = Meeting.cpu() - meeting.cpuAtStart;
        }
    }

    private static RunningServer server(final Meeting meeting) {
        return RunningServer.of(
                RestPlugin.withResources(Elements.class),
                Map.of(
                        "jzenith.event-loops",
                        1,
                        "rest.instances",
                        1,
                        "rest.max-body-size",
                        "100 MB",
                        "rest.compression.enabled",
                        true),
                binder -> binder.bind(Meeting.class).toInstance(meeting));
    }

    /** The connections of both clients are open, because the event loop opens none while it waits. */
    private static void letOtherAsk(final Meeting meeting, final StreamingClient other, final int turn)
            throws Exception {
        assertThat(meeting.begun.await(20, TimeUnit.SECONDS)).isTrue();
        other.end();
        meeting.sent.countDown();
        assertThat(other.answer().body()).isEqualTo("other");
        assertThat(meeting.seenByOther).isBetween(1_000, turn);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/x-ndjson", "application/json", "text/csv"})
    void aBodyOfManyElementsLetsOthersHaveTheirTurn(final String type) throws Exception {
        final Meeting meeting = new Meeting();
        final String body = switch (type) {
            case "text/csv" -> "a\n" + "x\n".repeat(RECEIVED);
            case "application/json" -> "[{}" + ",{}".repeat(RECEIVED - 1) + "]";
            default -> "{}\n".repeat(RECEIVED);
        };
        try (RunningServer server = server(meeting);
                StreamingClient sender = StreamingClient.to(server, version);
                StreamingClient other = StreamingClient.to(server, version)) {
            other.prepare("GET", "/other");
            sender.send("POST", "/", body, "Content-Type", type);
            letOtherAsk(meeting, other, TURN_OF_RECEIVED);
            assertThat(sender.answer().body()).isEqualTo(String.valueOf(RECEIVED));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"at-hand", "requested"})
    void aResponseOfManyElementsLetsOthersHaveTheirTurn(final String path) throws Exception {
        final Meeting meeting = new Meeting();
        try (RunningServer server = server(meeting);
                StreamingClient reader = StreamingClient.to(server, version);
                StreamingClient other = StreamingClient.to(server, version)) {
            other.prepare("GET", "/other");
            reader.send("GET", "/" + path, null);
            letOtherAsk(meeting, other, TURN_OF_SENT);
            assertThat(reader.answer().body()).hasSize(2 * SENT);
        }
    }

    /** Of the time that all compressions take, only a small part passes until the other client is served. */
    @Test
    void compressedResponsesLetOthersHaveTheirTurn() throws Exception {
        final Meeting meeting = new Meeting();
        final List<StreamingClient> readers = new ArrayList<>();
        try (RunningServer server = server(meeting);
                StreamingClient waiting = StreamingClient.to(server, version);
                StreamingClient other = StreamingClient.to(server, version)) {
            for (int i = 0; i < COMPRESSED; i++) {
                readers.add(StreamingClient.to(server, version).prepare("GET", "/large", "Accept-Encoding", "gzip"));
            }
            other.prepare("GET", "/other");
            waiting.send("GET", "/wait", null);
            assertThat(meeting.begun.await(20, TimeUnit.SECONDS)).isTrue();
            for (final StreamingClient reader : readers) {
                reader.end();
            }
            other.end();
            meeting.sent.countDown();
            assertThat(other.answer().body()).isEqualTo("other");
            for (final StreamingClient reader : readers) {
                assertThat(reader.answer().headers().get("Content-Encoding")).isEqualTo("gzip");
            }
            assertThat(other.send("GET", "/last", null).answer().status()).isEqualTo(204);
            assertThat(meeting.cpuOfOther).isLessThan(meeting.cpuOfLast / 4);
        } finally {
            readers.forEach(StreamingClient::close);
        }
    }
}
