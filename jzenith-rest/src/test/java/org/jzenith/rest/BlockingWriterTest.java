package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.common.annotation.Blocking;
import io.vertx.core.Context;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entities whose writing may block are not written on an event loop. */
final class BlockingWriterTest {

    public record Slow(String text) {}

    @Blocking
    @Produces("text/plain")
    public static final class SlowWriter implements MessageBodyWriter<Slow> {

        @Override
        public boolean isWriteable(
                final Class<?> type, final Type generic, final Annotation[] annotations, final MediaType mediaType) {
            return type == Slow.class;
        }

        @Override
        public void writeTo(
                final Slow value,
                final Class<?> type,
                final Type generic,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, Object> headers,
                final OutputStream target)
                throws IOException {
            target.write((value.text() + " " + thread()).getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String thread() {
        return Context.isOnEventLoopThread() ? "event loop" : "worker";
    }

    @Path("/")
    @Produces("text/plain")
    public static final class Outputs {

        static final AtomicLong WRITTEN = new AtomicLong();
        static final AtomicLong OPENED = new AtomicLong();
        static final AtomicLong CLOSED = new AtomicLong();
        static final BlockingQueue<Boolean> RELEASED = new LinkedBlockingQueue<>();
        static volatile CountDownLatch flushed = new CountDownLatch(1);
        static volatile CountDownLatch ended = new CountDownLatch(1);

        @jakarta.ws.rs.core.Context
        private UriInfo uri;

        @GET
        @Path("output")
        public StreamingOutput output() {
            return target -> target.write((uri.getPath() + " " + thread()).getBytes(StandardCharsets.UTF_8));
        }

        @GET
        @Path("stream")
        public InputStream stream() {
            return new InputStream() {

                private int left = 1;

                @Override
                public int read() {
                    return left-- > 0 ? Context.isOnEventLoopThread() ? 'e' : 'w' : -1;
                }
            };
        }

        @GET
        @Path("reader")
        public Reader reader() {
            return new Reader() {

                private boolean read;

                @Override
                public int read(final char[] target, final int offset, final int count) {
                    if (read) {
                        return -1;
                    }
                    read = true;
                    target[offset] = Context.isOnEventLoopThread() ? 'e' : 'w';
                    return 1;
                }

                @Override
                public void close() {}
            };
        }

        @GET
        @Path("own")
        public Slow own() {
            return new Slow("own");
        }

        @GET
        @Path("endless")
        public StreamingOutput endless() {
            return target -> {
                final byte[] piece = new byte[1000];
                try {
                    while (true) {
                        target.write(piece);
                        WRITTEN.addAndGet(piece.length);
                    }
                } finally {
                    ended.countDown();
                }
            };
        }

        @GET
        @Path("waiting")
        public StreamingOutput waiting() {
            return target -> {
                target.write('a');
                target.flush();
                flushed.countDown();
                try {
                    RELEASED.take();
                    target.write('b');
                } catch (final InterruptedException e) {
                    ended.countDown();
                }
            };
        }

        @GET
        @Path("closed-later")
        public InputStream closedLater() {
            OPENED.incrementAndGet();
            return new InputStream() {

                @Override
                public int read() {
                    return -1;
                }

                @Override
                public void close() {
                    CLOSED.incrementAndGet();
                }
            };
        }

        @GET
        @Path("large")
        public StreamingOutput large() {
            return target -> {
                for (int i = 0; i < 1000; i++) {
                    target.write("x".repeat(1000).getBytes(StandardCharsets.US_ASCII));
                }
            };
        }

        @GET
        @Path("failing")
        public StreamingOutput failing() {
            return target -> {
                target.write(1);
                throw new BadRequestException("no");
            };
        }

        @GET
        @Path("breaking")
        public StreamingOutput breaking() {
            return target -> {
                target.write(new byte[100_000]);
                throw new IllegalStateException("broken on purpose");
            };
        }

        @GET
        @Path("empty")
        public StreamingOutput empty() {
            return target -> {};
        }
    }

    private RunningServer server;

    @BeforeEach
    void start() {
        Outputs.flushed = new CountDownLatch(1);
        Outputs.ended = new CountDownLatch(1);
        Outputs.WRITTEN.set(0);
        Outputs.OPENED.set(0);
        Outputs.CLOSED.set(0);
        start(Map.of());
    }

    private void start(final Map<String, Object> settings) {
        if (server != null) {
            server.close();
        }
        server = RunningServer.of(RestPlugin.withResources(Outputs.class).withProviders(SlowWriter.class), settings);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void theyAreWrittenOnAWorker() {
        final RunningServer.Answer output = server.get("/output");
        assertThat(output.body()).isEqualTo("/output worker");
        assertThat(output.header("Content-Length")).isEqualTo("14");
        assertThat(server.get("/stream").body()).isEqualTo("w");
        assertThat(server.get("/reader").body()).isEqualTo("w");
        assertThat(server.get("/own").body()).isEqualTo("own worker");
        assertThat(server.get("/empty").body()).isEmpty();
    }

    @Test
    void aLargeOneIsSentInPieces() {
        final RunningServer.Answer answer = server.get("/large");
        assertThat(answer.header("Content-Length")).isNull();
        assertThat(answer.body()).hasSize(1_000_000);
    }

    @Test
    void theWriterWaitsForASlowReaderAndIsInterrupted() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n").headOnly();
            final long before = Await.steady(Outputs.WRITTEN::get);
            assertThat(before).isLessThan(20_000_000);
            assertThat(server.get("/output").status()).isEqualTo(200);
            client.in().readNBytes(10_000_000);
            assertThat(Outputs.WRITTEN.get()).isGreaterThan(before);
        }
        assertThat(Outputs.ended.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aWriterThatWaitsIsInterruptedWhenItsClientLeaves() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("GET /waiting HTTP/1.1\r\nHost: a\r\n\r\n").headOnly();
            assertThat(new String(client.in().readNBytes(4), StandardCharsets.US_ASCII))
                    .isEqualTo("1\r\na");
            assertThat(Outputs.flushed.await(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(Outputs.ended.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/failing"})
    void aFailureBeforeTheFirstPieceIsAProblem(final String path) {
        final RunningServer.Answer answer = server.get(path);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("status").asInt()).isEqualTo(400);
    }

    @Test
    void aFailureAfterItIsVisible() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("GET /breaking HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.untilClose()).startsWith("HTTP/1.1 200 ").doesNotContain("\r\n0\r\n");
        }
    }

    @Test
    void theyHaveALimitTogether() throws Exception {
        start(Map.of("rest.max-requests-in-flight", 2));
        try (RawClient first = RawClient.to(server);
                RawClient second = RawClient.to(server)) {
            first.send("GET /waiting HTTP/1.1\r\nHost: a\r\n\r\n").headOnly();
            second.send("GET /waiting HTTP/1.1\r\nHost: a\r\n\r\n").headOnly();
            assertThat(server.get("/output").status()).isEqualTo(503);
        }
        Outputs.RELEASED.clear();
    }

    @Test
    void whatNobodyWritesIsClosed() throws Exception {
        start(Map.of("jzenith.blocking-threads", 1, "jzenith.blocking-queue", 1));
        try (RawClient writing = RawClient.to(server);
                RawClient waiting = RawClient.to(server)) {
            writing.send("GET /waiting HTTP/1.1\r\nHost: a\r\n\r\n").headOnly();
            waiting.send("GET /closed-later HTTP/1.1\r\nHost: a\r\n\r\n");
            Await.until("it is opened", () -> Outputs.OPENED.get() == 1);
            assertThat(server.get("/closed-later").status()).isEqualTo(503);
            Await.until("the refused one is closed", () -> Outputs.OPENED.get() == 2 && Outputs.CLOSED.get() == 1);
            waiting.leave();
            Await.until("both are closed", () -> Outputs.CLOSED.get() == 2);
        }
        Outputs.RELEASED.clear();
    }
}
