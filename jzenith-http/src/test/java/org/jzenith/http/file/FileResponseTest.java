package org.jzenith.http.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.vertx.core.Future;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpVersion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.http.handler.Await;
import org.jzenith.http.handler.ListenerPlugin;

/** Files as answers, over HTTP/1 and HTTP/2: a small one, which is read at once, and a large one. */
final class FileResponseTest {

    private static final Instant OLD = Instant.parse("2024-05-06T07:08:09Z");
    private static final int LARGE = 5_000_000;

    private final List<RequestEvent> events = new CopyOnWriteArrayList<>();
    private final Map<HttpVersion, FileClient> clients = new EnumMap<>(HttpVersion.class);
    private final byte[] large = new byte[LARGE];

    @TempDir
    private Path folder;

    private RunningApplication application;

    private final class Recorder implements EventObserver<RequestEvent> {

        @Override
        public Class<RequestEvent> events() {
            return RequestEvent.class;
        }

        @Override
        public void observe(final RequestEvent event) {
            events.add(event);
        }
    }

    @BeforeEach
    void start() throws IOException {
        new Random(1).nextBytes(large);
        write("large.bin", large);
        write("small.txt", "0123456789".repeat(100).getBytes(StandardCharsets.US_ASCII));
        write("empty.css", new byte[0]);
        application = JZenith.application()
                .withPlugins(new ListenerPlugin(Duration.ofSeconds(3)), new FolderPlugin(folder, "listener"))
                .withModules(binder -> Observers.binder(binder).addBinding().toInstance(new Recorder()))
                .run();
    }

    private void write(final String name, final byte[] content) throws IOException {
        Files.write(folder.resolve(name), content);
        Files.setLastModifiedTime(folder.resolve(name), FileTime.from(OLD));
    }

    @AfterEach
    void stop() throws Exception {
        for (final FileClient each : clients.values()) {
            each.close();
        }
        application.stop();
    }

    private FileClient client(final HttpVersion version) {
        return clients.computeIfAbsent(version, one -> new FileClient(one, application.port()));
    }

    private FileClient.Answer send(
            final HttpVersion version, final String method, final String path, final String... headers)
            throws Exception {
        return client(version).send(method, "/files/" + path, headers);
    }

    @ParameterizedTest
    @EnumSource(value = HttpVersion.class, names = "HTTP_1_0", mode = EnumSource.Mode.EXCLUDE)
    void aFileIsSentWithItsValidators(final HttpVersion version) throws Exception {
        final FileClient.Answer all = send(version, "GET", "large.bin");
        assertThat(all.status()).isEqualTo(200);
        assertThat(all.body()).isEqualTo(large);
        assertThat(all.header("Content-Length")).isEqualTo("" + LARGE);
        assertThat(all.header("Content-Type")).isEqualTo("application/octet-stream");
        assertThat(all.header("Last-Modified")).isEqualTo("Mon, 06 May 2024 07:08:09 GMT");
        assertThat(all.header("ETag")).startsWith("\"").endsWith("\"");
        assertThat(all.header("Accept-Ranges")).isEqualTo("bytes");
        assertThat(all.header("Greeted")).isEqualTo("yes");
        assertThat(all.header("X-Request-Id")).isNotNull();
        assertThat(send(version, "GET", "large.bin", "If-None-Match", all.header("ETag"))
                        .status())
                .isEqualTo(304);
        final FileClient.Answer head = send(version, "HEAD", "large.bin");
        assertThat(head.header("Content-Length")).isEqualTo("" + LARGE);
        assertThat(head.header("ETag")).isEqualTo(all.header("ETag"));
        assertThat(head.body()).isEmpty();
        assertThat(send(version, "GET", "missing").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @EnumSource(value = HttpVersion.class, names = "HTTP_1_0", mode = EnumSource.Mode.EXCLUDE)
    void rangesAreSent(final HttpVersion version) throws Exception {
        final FileClient.Answer one = send(version, "GET", "large.bin", "Range", "bytes=1000-2999999");
        assertThat(one.status()).isEqualTo(206);
        assertThat(one.header("Content-Range")).isEqualTo("bytes 1000-2999999/" + LARGE);
        assertThat(one.body()).isEqualTo(Arrays.copyOfRange(large, 1000, 3_000_000));
        final FileClient.Answer beyond = send(version, "GET", "large.bin", "Range", "bytes=" + LARGE + "-");
        assertThat(beyond.status()).isEqualTo(416);
        assertThat(beyond.header("Content-Range")).isEqualTo("bytes */" + LARGE);
        assertThat(beyond.header("Content-Type")).isEqualTo("application/problem+json");
        final FileClient.Answer small = send(version, "GET", "small.txt", "Range", "bytes=-3");
        assertThat(small.body()).asString(StandardCharsets.US_ASCII).isEqualTo("789");
        assertThat(small.header("Content-Type")).isEqualTo("text/plain;charset=utf-8");
        assertThat(send(version, "GET", "empty.css", "Range", "bytes=0-").status())
                .isEqualTo(416);
        final FileClient.Answer end = send(version, "GET", "empty.css", "Range", "bytes=-1");
        assertThat(end.status()).isEqualTo(200);
        assertThat(end.header("Content-Length")).isEqualTo("0");
        assertThat(send(version, "GET", "empty.css").body()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(value = HttpVersion.class, names = "HTTP_1_0", mode = EnumSource.Mode.EXCLUDE)
    void severalRangesAreSentAsParts(final HttpVersion version) throws Exception {
        for (final String name : List.of("large.bin", "small.txt")) {
            final byte[] content = Files.readAllBytes(folder.resolve(name));
            final FileClient.Answer several = send(version, "GET", name, "Range", "bytes=0-4,400-409,-5");
            assertThat(several.status()).isEqualTo(206);
            final String type = several.header("Content-Type");
            assertThat(type).startsWith("multipart/byteranges; boundary=");
            final String boundary = type.substring(type.indexOf('=') + 1);
            final String inner = name.equals("large.bin") ? "application/octet-stream" : "text/plain;charset=utf-8";
            final int size = content.length;
            final ByteArrayOutputStream expected = new ByteArrayOutputStream();
            for (final int[] part : new int[][] {{0, 4}, {400, 409}, {size - 5, size - 1}}) {
                expected.writeBytes(((expected.size() == 0 ? "" : "\r\n") + "--" + boundary + "\r\nContent-Type: "
                                + inner + "\r\nContent-Range: bytes " + part[0] + "-" + part[1] + "/" + size
                                + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
                expected.writeBytes(Arrays.copyOfRange(content, part[0], part[1] + 1));
            }
            expected.writeBytes(("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.US_ASCII));
            assertThat(several.body()).isEqualTo(expected.toByteArray());
            assertThat(several.header("Content-Length")).isEqualTo("" + expected.size());
            assertThat(several.header("Content-Range")).isNull();
        }
    }

    @Test
    void anotherStatusOrMethodHasNeitherConditionsNorRanges() throws Exception {
        final HttpVersion version = HttpVersion.HTTP_1_1;
        for (final FileClient.Answer answer : List.of(
                send(version, "GET", "small.txt?404", "Range", "bytes=0-1", "If-None-Match", "*"),
                send(version, "DELETE", "small.txt", "Range", "bytes=0-1", "If-None-Match", "*"))) {
            assertThat(answer.body()).hasSize(1000);
            assertThat(answer.header("Accept-Ranges")).isNull();
        }
    }

    @Test
    void aFileThatWasJustChangedHasAWeakTag() throws Exception {
        Files.writeString(folder.resolve("new.txt"), "new");
        final FileClient.Answer answer = send(HttpVersion.HTTP_1_1, "GET", "new.txt");
        assertThat(answer.header("ETag")).startsWith("W/\"");
        assertThat(send(HttpVersion.HTTP_1_1, "GET", "new.txt", "If-None-Match", answer.header("ETag"))
                        .status())
                .isEqualTo(304);
        assertThat(send(HttpVersion.HTTP_1_1, "GET", "new.txt", "Range", "bytes=0-0", "If-Range", answer.header("ETag"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void requestsOfOneConnectionAreAnsweredInOrder() throws Exception {
        try (Socket socket = connect()) {
            final String get = " HTTP/1.1\r\nHost: here\r\n\r\n";
            send(
                    socket,
                    "GET /files/large.bin" + get + "HEAD /files/large.bin" + get
                            + "GET /files/small.txt HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
            final byte[] all = socket.getInputStream().readAllBytes();
            final String text = new String(all, StandardCharsets.ISO_8859_1);
            final int first = text.indexOf("\r\n\r\n") + 4;
            assertThat(Arrays.copyOfRange(all, first, first + LARGE)).isEqualTo(large);
            assertThat(text.substring(first + LARGE).split("HTTP/1.1 200 OK")).hasSize(3);
            assertThat(text).endsWith("0123456789");
        }
        awaitLast(3);
        assertThat(events.stream()
                        .filter(RequestEvent.Answered.class::isInstance)
                        .map(event -> ((RequestEvent.Answered) event).bytes()))
                .containsExactly((long) LARGE, 0L, 1000L);
    }

    private void awaitLast(final int count) {
        Await.until(
                "all are answered",
                () -> events.stream()
                                .filter(RequestEvent.Answered.class::isInstance)
                                .count()
                        >= count);
    }

    @Test
    void httpOneZeroGetsTheLength() throws Exception {
        try (Socket socket = connect()) {
            send(socket, "GET /files/large.bin HTTP/1.0\r\n\r\n");
            final byte[] all = socket.getInputStream().readAllBytes();
            final String text = new String(all, StandardCharsets.ISO_8859_1);
            assertThat(text).containsIgnoringCase("content-length: " + LARGE + "\r\n");
            assertThat(all.length - text.indexOf("\r\n\r\n") - 4).isEqualTo(LARGE);
        }
    }

    @ParameterizedTest
    @EnumSource(value = HttpVersion.class, names = "HTTP_1_0", mode = EnumSource.Mode.EXCLUDE)
    void aFileThatBecomesShorterBreaksTheAnswer(final HttpVersion version) throws Exception {
        final Path file = folder.resolve("shrinking.bin");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(200_000_000);
        }
        final HttpClientResponse answer = client(version).open("/files/shrinking.bin");
        assertThat(answer.getHeader("Content-Length")).isEqualTo("200000000");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(100);
        }
        assertThatThrownBy(() -> FileClient.get(read(answer, new ByteArrayOutputStream())))
                .isInstanceOf(Exception.class);
        Await.until(
                "the failure is reported",
                () -> events.stream()
                        .anyMatch(event ->
                                event instanceof final RequestEvent.Disposed disposed && disposed.error() != null));
        assertThat(send(version, "GET", "small.txt").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource(value = HttpVersion.class, names = "HTTP_1_0", mode = EnumSource.Mode.EXCLUDE)
    void aFileThatIsDeletedOrReplacedOrGrowsIsSentAsItWas(final HttpVersion version) throws Exception {
        for (final String change : List.of("delete", "replace", "grow")) {
            final Path file = folder.resolve(change);
            Files.write(file, large);
            final HttpClientResponse answer = client(version).open("/files/" + change);
            final ByteArrayOutputStream read = new ByteArrayOutputStream();
            switch (change) {
                case "delete" -> Files.delete(file);
                case "replace" ->
                    Files.move(
                            Files.write(folder.resolve("other"), new byte[LARGE]),
                            file,
                            StandardCopyOption.ATOMIC_MOVE);
                default -> Files.write(file, new byte[100], java.nio.file.StandardOpenOption.APPEND);
            }
            FileClient.get(read(answer, read));
            assertThat(read.toByteArray()).isEqualTo(large);
        }
    }

    private static Future<Void> read(final HttpClientResponse answer, final ByteArrayOutputStream target) {
        answer.handler(piece -> target.writeBytes(piece.getBytes()));
        final Future<Void> end = answer.end();
        answer.resume();
        return end;
    }

    @Test
    void aClientThatReadsNothingIsClosedAfterTheIdleTime() throws Exception {
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(4096);
            socket.connect(new java.net.InetSocketAddress("localhost", application.port()));
            socket.setSoTimeout(20_000);
            sparse("huge.bin", 500_000_000);
            send(socket, "GET /files/huge.bin HTTP/1.1\r\nHost: here\r\n\r\n");
            awaitEvent(RequestEvent.Disposed.class);
        }
        awaitOpenFiles("huge.bin", 0);
    }

    private void awaitEvent(final Class<?> type) {
        Await.until(type.getSimpleName(), () -> events.stream().anyMatch(type::isInstance));
    }

    private void sparse(final String name, final long size) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(folder.resolve(name).toFile(), "rw")) {
            file.setLength(size);
        }
    }

    /** Counts the file descriptors of this process, where they can be seen. */
    private static void awaitOpenFiles(final String name, final long expected) {
        final Path descriptors = Path.of("/proc/self/fd");
        assumeThat(descriptors).isDirectory();
        Await.until(expected + " open files", () -> {
            try (var all = Files.list(descriptors)) {
                return all.filter(each -> isLinkTo(each, name)).count() == expected;
            }
        });
    }

    private static boolean isLinkTo(final Path descriptor, final String name) {
        try {
            return Files.readSymbolicLink(descriptor).endsWith(name);
        } catch (final IOException e) {
            return false;
        }
    }

    @ParameterizedTest
    @EnumSource(value = HttpVersion.class, names = "HTTP_1_0", mode = EnumSource.Mode.EXCLUDE)
    void aClientThatLeavesEndsTheReading(final HttpVersion version) throws Exception {
        sparse("huge.bin", 500_000_000);
        final HttpClientResponse answer = client(version).open("/files/huge.bin");
        awaitOpenFiles("huge.bin", 1);
        FileClient.get(answer.request().connection().close());
        awaitEvent(RequestEvent.Disposed.class);
        awaitOpenFiles("huge.bin", 0);
    }

    @Test
    void aSlowReaderGetsAllAndHoldsLittleMemory() throws Exception {
        sparse("huge.bin", 100_000_000);
        final List<HttpClientResponse> answers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            answers.add(client(i % 2 == 0 ? HttpVersion.HTTP_1_1 : HttpVersion.HTTP_2)
                    .open("/files/huge.bin"));
        }
        // All that waits for them is less than what may wait for all clients.
        for (int i = 0; i < 100; i++) {
            assertThat(send(HttpVersion.HTTP_1_1, "GET", "small.txt").status()).isEqualTo(200);
        }
        final List<Future<Long>> readers = new ArrayList<>();
        for (final HttpClientResponse answer : answers) {
            final AtomicLong count = new AtomicLong();
            answer.handler(piece -> count.addAndGet(piece.length()));
            readers.add(answer.end().map(end -> count.get()));
            answer.resume();
        }
        for (final Future<Long> reader : readers) {
            assertThat(FileClient.get(reader)).isEqualTo(100_000_000L);
        }
        awaitOpenFiles("huge.bin", 0);
    }

    private Socket connect() throws IOException {
        final Socket socket = new Socket("localhost", application.port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void send(final Socket socket, final String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }
}
