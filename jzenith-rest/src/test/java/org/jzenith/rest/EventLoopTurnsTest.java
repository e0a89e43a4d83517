package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A long body or response does not keep the other connections of its event loop waiting. */
class EventLoopTurnsTest {

    private static final int ELEMENTS = 2_000_000;

    /** The number of elements that take an event loop more than 2 ms, whether they take no time or 20 us. */
    private static final int TURN = 200_000;

    private static final int TURN_OF_SLOW = 5_000;

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
                begun.countDown();
                try {
                    assertThat(sent.await(20, TimeUnit.SECONDS)).isTrue();
                } catch (final InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
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
            return Flowable.range(0, ELEMENTS).map(this::made);
        }

        @GET
        @Path("requested")
        @Produces("application/x-ndjson")
        public Flowable<Integer> requested() {
            return Flowable.range(0, ELEMENTS).hide().map(this::made);
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
            return "other";
        }
    }

    private static RunningServer server(final Meeting meeting) {
        return RunningServer.of(
                RestPlugin.withResources(Elements.class),
                Map.of("jzenith.event-loops", 1, "rest.instances", 1, "rest.max-body-size", "100 MB"),
                binder -> binder.bind(Meeting.class).toInstance(meeting));
    }

    private static void letOtherAsk(final Meeting meeting, final RawClient other, final int turn) throws Exception {
        assertThat(meeting.begun.await(20, TimeUnit.SECONDS)).isTrue();
        other.send("GET /other HTTP/1.1\r\nHost: a\r\n\r\n");
        meeting.sent.countDown();
        assertThat(other.answer()).endsWith("other");
        assertThat(meeting.seenByOther).isBetween(1_000, turn);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/x-ndjson", "application/json", "text/csv"})
    void aBodyOfManyElementsLetsOthersHaveTheirTurn(final String type) throws Exception {
        final Meeting meeting = new Meeting();
        final String body = switch (type) {
            case "text/csv" -> "a\n" + "x\n".repeat(ELEMENTS);
            case "application/json" -> "[{}" + ",{}".repeat(ELEMENTS - 1) + "]";
            default -> "{}\n".repeat(ELEMENTS);
        };
        try (RunningServer server = server(meeting);
                RawClient sender = RawClient.to(server);
                RawClient other = RawClient.to(server)) {
            final CompletableFuture<Void> sending =
                    CompletableFuture.runAsync(() -> send(sender, type, body.getBytes(StandardCharsets.US_ASCII)));
            letOtherAsk(meeting, other, TURN_OF_SLOW);
            sending.get(60, TimeUnit.SECONDS);
            assertThat(sender.answer()).endsWith(String.valueOf(ELEMENTS));
        }
    }

    private static void send(final RawClient client, final String type, final byte[] body) {
        try {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Type: " + type + "\r\nContent-Length: " + body.length
                    + "\r\n\r\n");
            client.send(body);
        } catch (final Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"at-hand", "requested"})
    void aResponseOfManyElementsLetsOthersHaveTheirTurn(final String path) throws Exception {
        final Meeting meeting = new Meeting();
        try (RunningServer server = server(meeting);
                RawClient reader = RawClient.to(server);
                RawClient other = RawClient.to(server)) {
            reader.send("GET /" + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            final CompletableFuture<Long> reading = CompletableFuture.supplyAsync(() -> read(reader));
            letOtherAsk(meeting, other, TURN);
            assertThat(reading.get(60, TimeUnit.SECONDS)).isGreaterThan(2L * ELEMENTS);
        }
    }

    private static long read(final RawClient client) {
        try {
            return client.in().transferTo(OutputStream.nullOutputStream());
        } catch (final Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
