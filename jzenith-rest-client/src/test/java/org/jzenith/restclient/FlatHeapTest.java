package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client in a JVM with a heap of 64 MB bears many peers at once that send without end. */
@Timeout(240)
final class FlatHeapTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
    private static final String CHUNKED = "Transfer-Encoding: chunked\r\n\r\n";
    private static final String CHUNK = "4000\r\n" + "x".repeat(0x4000) + "\r\n";
    private static final long PIECES = 100_000_000;
    private static final int CALLS = 64;
    private static final byte[] BOMB = bomb();

    /** A service that floods. */
    @Path("/flood")
    public interface FloodApi {

        @GET
        @Path("/{kind}")
        Single<ArticlesApi.Article> one(@PathParam("kind") String kind);

        @GET
        @Path("/{kind}")
        Flowable<ArticlesApi.Article> elements(@PathParam("kind") String kind);

        @GET
        @Path("/{kind}")
        Flowable<Buffer> pieces(@PathParam("kind") String kind);
    }

    private static void flood(final RawPeer.Conversation peer) throws IOException {
        final String head = peer.head();
        if (head.isEmpty()) {
            return;
        }
        switch (head.split(" ")[1].substring("/flood/".length())) {
            case "body" -> endless(peer, OK + CHUNKED, CHUNK);
            case "pieces" -> endless(peer, OK + CHUNKED, CHUNK);
            case "error" -> endless(peer, "HTTP/1.1 500 Broken\r\n" + CHUNKED, CHUNK);
            case "redirect" -> endless(peer, "HTTP/1.1 302 Found\r\nLocation: body\r\n" + CHUNKED, CHUNK);
            case "headers" -> endless(peer, OK, "X-Endless: " + "x".repeat(1000) + "\r\n");
            case "element" -> endless(peer, OK + CHUNKED + "2\r\n[\"\r\n", CHUNK);
            case "event" -> endless(peer, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n" + CHUNKED, CHUNK);
            default -> {
                peer.send(OK + "Connection: close\r\nContent-Encoding: gzip\r\nContent-Length: " + BOMB.length
                        + "\r\n\r\n");
                peer.send(BOMB);
                peer.awaitEnd();
            }
        }
    }

    private static void endless(final RawPeer.Conversation peer, final String begin, final String more)
            throws IOException {
        peer.send(begin);
        final byte[] piece = more.getBytes(StandardCharsets.ISO_8859_1);
        while (true) {
            peer.send(piece);
        }
    }

    private static byte[] bomb() {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            final byte[] piece = new byte[100_000];
            for (int i = 0; i < 1000; i++) {
                gzip.write(piece);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    @Test
    void floodsEndInTypedFailures() throws Exception {
        try (RawPeer peer = new RawPeer(FlatHeapTest::flood)) {
            final Process process = new ProcessBuilder(
                            java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx64m",
                            "-XX:MaxDirectMemorySize=32m",
                            "-XX:+ExitOnOutOfMemoryError",
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Main.class.getName(),
                            peer.url())
                    .redirectErrorStream(true)
                    .start();
            try {
                final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
                assertThat(process.exitValue()).as(output).isZero();
                final String unreadable = "{UnreadableResponseException=" + CALLS + "}";
                assertThat(output.lines().filter(line -> line.startsWith("result ")))
                        .as(output)
                        .containsExactly(
                                "result body " + unreadable,
                                "result error {RemoteProblemException=" + CALLS + "}",
                                "result redirect " + unreadable,
                                "result headers {RemoteUnavailableException=" + CALLS + "}",
                                "result bomb " + unreadable,
                                "result element " + unreadable,
                                "result event " + unreadable,
                                "result pieces true",
                                "result used 0");
                assertThat(output).doesNotContain("OutOfMemory");
            } finally {
                process.destroyForcibly();
            }
        }
    }

    /** The program with the client. */
    static final class Main {

        private Main() {}

        public static void main(final String... arguments) throws InterruptedException {
            final Map<String, Object> settings = Map.of(
                    "url",
                    arguments[0],
                    "pool-size",
                    16,
                    "retries",
                    0,
                    "compression",
                    true,
                    "max-response-size",
                    "512K",
                    "request-timeout",
                    "60s");
            try (Clients clients = Clients.of(settings, FloodApi.class, RetriesTest.Other.class)) {
                final FloodApi api = clients.application().get(FloodApi.class);
                for (final String kind : List.of("body", "error", "redirect", "headers", "bomb")) {
                    report(kind, api.one(kind).toFlowable());
                }
                for (final String kind : List.of("element", "event")) {
                    report(kind, api.elements(kind));
                }
                final long received = api.pieces("pieces")
                        .scan(0L, (sum, piece) -> sum + piece.length())
                        .takeUntil(sum -> sum > PIECES)
                        .blockingLast();
                System.out.println("result pieces " + (received > PIECES));
                ServerAndClientAgreeTest.awaitNoCalls(clients);
                System.out.println("result used " + clients.used());
            }
        }

        private static void report(final String kind, final Flowable<?> call) {
            final Map<String, Integer> failures = new TreeMap<>();
            Flowable.range(0, CALLS)
                    .flatMap(
                            each -> call.map(result -> "result")
                                    .onErrorReturn(error -> error.getClass().getSimpleName()),
                            false,
                            CALLS)
                    .blockingForEach(failure -> failures.merge(failure, 1, Integer::sum));
            System.out.println("result " + kind + " " + failures);
        }
    }
}
