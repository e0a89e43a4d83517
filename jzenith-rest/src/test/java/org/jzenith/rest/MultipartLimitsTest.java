package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.smallrye.common.annotation.Blocking;
import io.vertx.core.Context;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.observe.Gauge;
import org.jzenith.core.problem.StartException;
import org.jzenith.rest.body.Part;
import org.jzenith.test.internal.log.LogLines;

/** Responses to malformed or oversized multipart forms, which leave no files behind. */
final class MultipartLimitsTest {

    @TempDir
    private Path folder;

    @jakarta.ws.rs.Path("/")
    @Consumes(MediaType.MULTIPART_FORM_DATA)
    @Produces(MediaType.TEXT_PLAIN)
    public static final class Forms {

        @POST
        @jakarta.ws.rs.Path("form")
        public String form(@FormParam("file") final @Nullable EntityPart file) {
            return "form " + (file != null);
        }

        @POST
        @jakarta.ws.rs.Path("part")
        public Single<String> part(@FormParam("file") final Part file) {
            return file.content()
                    .reduce(0, (length, piece) -> length + piece.length())
                    .map(length -> "part " + length);
        }

        @POST
        @jakarta.ws.rs.Path("stream")
        public Single<String> stream(final Flowable<Part> parts) {
            return parts.concatMap(Part::content)
                    .reduce(0L, (length, piece) -> length + piece.length())
                    .map(length -> "stream " + length);
        }

        @POST
        @jakarta.ws.rs.Path("kept")
        public Single<String> kept(final Flowable<Part> parts) {
            return parts.toList().map(all -> "kept " + all.size());
        }

        static volatile CountDownLatch leave = new CountDownLatch(0);
        static volatile CountDownLatch begun = new CountDownLatch(0);

        @POST
        @jakarta.ws.rs.Path("blocking")
        @Blocking
        public String blocking(@FormParam("file") final EntityPart file) throws Exception {
            begun.countDown();
            while (leave.getCount() > 0) {
                try {
                    leave.await();
                } catch (final InterruptedException e) {
                    // a method that goes on although its client has left
                }
            }
            return "blocking " + file.getContent().readAllBytes().length;
        }

        @POST
        @jakarta.ws.rs.Path("text")
        public String text(@FormParam("title") final String title, @FormParam("file") final @Nullable Part file) {
            return "text " + title.length() + " " + (file != null) + " " + Context.isOnEventLoopThread();
        }
    }

    @jakarta.ws.rs.Path("/login")
    public static final class Login {

        @POST
        public String login(@FormParam("name") final String name) {
            return name;
        }
    }

    private RunningServer server(final Object... configuration) {
        final Map<String, Object> settings = new HashMap<>(Map.of("rest.multipart.folder", folder));
        for (int i = 0; i < configuration.length; i += 2) {
            settings.put((String) configuration[i], configuration[i + 1]);
        }
        return RunningServer.of(RestPlugin.withResources(Forms.class, Login.class), settings);
    }

    private static String post(final RunningServer server, final String path, final byte[] body) throws IOException {
        try (RawClient client = RawClient.to(server)) {
            try {
                client.send(FormBody.head(path, body.length)).send(body);
            } catch (final java.net.SocketException e) {
                return client.answer(); // the server has answered before it has read all
            }
            return client.answer();
        }
    }

    private List<Path> temporaryFiles() {
        return FormBody.temporaryFiles(folder);
    }

    private void noFileIsLeft() {
        Await.until("no file is left", () -> temporaryFiles().isEmpty());
    }

    private static byte[] file(final int length) {
        return new FormBody()
                .file("file", "a", "text/plain", FormBody.content(length))
                .bytes();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/form", "/stream", "/kept"})
    void eachLimitIs413AndNamesThePart(final String path) throws Exception {
        try (RunningServer server = server(
                "rest.multipart.max-part-size", "200K",
                "rest.multipart.max-parts", 5,
                "rest.multipart.max-header-size", "1K",
                "rest.multipart.max-total-size", "500K")) {
            assertThat(post(server, path, file(200 * 1024))).startsWith("HTTP/1.1 200");
            assertThat(post(server, path, file(200 * 1024 + 1)))
                    .startsWith("HTTP/1.1 413")
                    .contains("The part 'file' is larger than 204800 bytes.")
                    .contains("\"limit\":\"max-part-size\"")
                    .contains("\"part\":\"file\"");
            final FormBody many = new FormBody();
            for (int i = 0; i < 6; i++) {
                many.field("f" + i, "");
            }
            assertThat(post(server, path, many.bytes()))
                    .startsWith("HTTP/1.1 413")
                    .contains("The body has more than 5 parts.")
                    .contains("\"part\":\"f5\"");
            assertThat(post(
                            server,
                            path,
                            new FormBody().field("a".repeat(2000), "").bytes()))
                    .startsWith("HTTP/1.1 413")
                    .contains("The headers of part 1 are larger than 1024 bytes.");
            final FormBody total = new FormBody();
            for (int i = 0; i < 3; i++) {
                total.file("f" + i, "a", "text/plain", FormBody.content(190_000));
            }
            assertThat(post(server, path, total.bytes()))
                    .startsWith("HTTP/1.1 413")
                    .contains("\"limit\":\"max-total-size\"");
            noFileIsLeft();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/form", "/stream", "/kept"})
    void whatIsMalformedIs400(final String path) throws Exception {
        try (RunningServer server = server()) {
            final byte[] whole = file(100_000);
            assertThat(post(server, path, java.util.Arrays.copyOf(whole, whole.length - 10)))
                    .startsWith("HTTP/1.1 400")
                    .contains("The body ends before its closing boundary.");
            assertThat(post(server, path, new byte[0])).startsWith("HTTP/1.1 400");
            assertThat(post(
                            server,
                            path,
                            new FormBody()
                                    .raw("--" + FormBody.BOUNDARY + "inner\r\n\r\n")
                                    .bytes()))
                    .startsWith("HTTP/1.1 400");
            assertThat(post(
                            server,
                            path,
                            new FormBody()
                                    .raw("--" + FormBody.BOUNDARY
                                            + "\r\nContent-Disposition: form-data; name=\"a\u0000b\"\r\n\r\nx\r\n")
                                    .bytes()))
                    .startsWith("HTTP/1.1 400")
                    .contains("malformed header");
            noFileIsLeft();
        }
    }

    @Test
    void aMillionEmptyPartsAndEndlessHeadersAreRefusedAsSoonAsTheyAreTooMany() throws Exception {
        try (RunningServer server = server("rest.max-body-size", "1G")) {
            for (final String endless : new String[] {
                "--" + FormBody.BOUNDARY + "\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n",
                "X-Header: value\r\n",
                "\r\n--" + FormBody.BOUNDARY.substring(1)
            }) {
                try (RawClient client = RawClient.to(server)) {
                    client.send(FormBody.head("/form", 1_000_000_000));
                    if (endless.startsWith("X")) {
                        client.send("--" + FormBody.BOUNDARY + "\r\n");
                    }
                    // The body goes on for a gigabyte, but is refused long before.
                    client.send(endless.repeat(50_000).getBytes());
                    assertThat(client.answer())
                            .startsWith("HTTP/1.1 413")
                            .contains(
                                    endless.startsWith("--")
                                            ? "\"limit\":\"max-parts\""
                                            : "\"limit\":\"max-header-size\"");
                }
            }
        }
    }

    @Test
    void theBytesOnDiskOfARequestHaveALimit() throws Exception {
        try (RunningServer server = server("rest.multipart.max-disk-per-request", "300K")) {
            assertThat(post(server, "/form", file(250_000))).startsWith("HTTP/1.1 200");
            final byte[] two = new FormBody()
                    .file("a", "a", "text/plain", FormBody.content(200_000))
                    .file("b", "b", "text/plain", FormBody.content(200_000))
                    .bytes();
            for (final String path : new String[] {"/form", "/kept"}) {
                assertThat(post(server, path, two))
                        .startsWith("HTTP/1.1 413")
                        .contains("\"limit\":\"max-disk-per-request\"")
                        .contains("\"part\":\"b\"");
            }
            assertThat(post(server, "/stream", two))
                    .as("what is read is not kept")
                    .endsWith("stream 400000");
            noFileIsLeft();
        }
    }

    private static RawClient begun(final RunningServer server, final int length) throws IOException {
        final RawClient client = RawClient.to(server);
        client.send(FormBody.head("/form", 5_000_000))
                .send(new FormBody()
                        .file("file", "a", "text/plain", FormBody.content(length))
                        .begun());
        return client;
    }

    private void awaitFiles(final int count) {
        Await.until(count + " files", () -> temporaryFiles().size() == count);
    }

    @Test
    void theBytesOnDiskAndTheFilesOfAllRequestsHaveALimitAndBecomeFree() throws Exception {
        for (final Object[] limit : new Object[][] {
            {"rest.multipart.max-disk", "500K"},
            {"rest.multipart.max-files", 2}
        }) {
            try (RunningServer server = server(limit)) {
                final List<RawClient> clients = new ArrayList<>();
                clients.add(begun(server, 210_000));
                clients.add(begun(server, 210_000));
                awaitFiles(2);
                assertThat(server.gauge("rest.multipart-disk").used()).isPositive();
                assertThat(post(server, "/form", file(250_000)))
                        .startsWith("HTTP/1.1 503")
                        .containsIgnoringCase("retry-after: 1")
                        .contains("The server is overloaded ("
                                + limit[0].toString().substring("rest.multipart.".length()) + "). Retry later.");
                assertThat(post(server, "/form", file(1000)))
                        .as("what needs no file")
                        .startsWith("HTTP/1.1 200");
                for (final RawClient client : clients) {
                    client.leave();
                }
                noFileIsLeft();
                assertThat(post(server, "/form", file(250_000))).startsWith("HTTP/1.1 200");
                noFileIsLeft();
                assertThat(server.gauge("rest.multipart-disk").used()).isZero();
            }
        }
    }

    @Test
    void partsInMemoryCountInTheBudgetOfBodies() throws Exception {
        try (RunningServer server = server(
                "rest.multipart.memory-threshold", "1M",
                "rest.max-buffered-bodies", "256K",
                "rest.body-timeout", "2s",
                "rest.request-timeout", "2s")) {
            assertThat(post(server, "/form", file(100_000))).startsWith("HTTP/1.1 200");
            assertThat(post(server, "/form", file(400_000))).startsWith("HTTP/1.1 413");
            final FormBody many = new FormBody();
            for (int i = 0; i < 1000; i++) {
                many.field("f" + i, "");
            }
            assertThat(post(server, "/form", many.bytes())).as("their heads").startsWith("HTTP/1.1 413");
            assertThat(post(server, "/form", file(100_000)))
                    .as("it is free again")
                    .startsWith("HTTP/1.1 200");
        }
    }

    /** A client may send each byte in a chunk of its own. */
    @Test
    void partsInMemoryTakeTheirBytesWhateverPiecesTheyCameIn() throws Exception {
        final int parts = 5;
        final int bytes = 60_000;
        try (RunningServer server = server();
                RawClient client = RawClient.to(server)) {
            final long before = Heap.used();
            client.send("POST /form HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n");
            for (int i = 0; i < parts; i++) {
                final String head = (i == 0 ? "" : "\r\n")
                        + "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n";
                client.send(Integer.toHexString(head.length()) + "\r\n" + head + "\r\n");
                client.send("1\r\nx\r\n".repeat(bytes));
            }
            final Gauge bodies = server.gauge("rest.buffered-bodies");
            Await.until("all has been received", () -> bodies.used() >= parts * bytes);
            assertThat((Heap.used() - before) / parts / bytes)
                    .as("bytes in memory for a byte")
                    .isLessThan(10);
            client.send("9\r\n\r\n--b--\r\n\r\n0\r\n\r\n");
            assertThat(client.answer()).startsWith("HTTP/1.1 200");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/form", "/stream", "/kept"})
    void theHeadersOfAPartAreFew(final String path) throws Exception {
        try (RunningServer server = server("rest.multipart.max-header-size", "64K")) {
            for (final int count : new int[] {30, 31}) {
                final String headers = IntStream.range(0, count)
                        .mapToObj(i -> "x" + i + ":\r\n")
                        .collect(Collectors.joining());
                assertThat(post(server, path, partWith(headers + "Content-Type: text/plain\r\n")))
                        .startsWith(count == 30 ? "HTTP/1.1 200" : "HTTP/1.1 413")
                        .contains(count == 30 ? "" : "Part 1 of the body has more than 32 headers.");
            }
            final String parameters =
                    IntStream.range(0, 17).mapToObj(i -> ";p" + i + "=1").collect(Collectors.joining());
            assertThat(post(server, path, partWith("Content-Type: text/plain" + parameters + "\r\n")))
                    .startsWith("HTTP/1.1 413")
                    .contains("The Content-Type of part 1 has more than 16 parameters.");
        }
    }

    @Test
    void aMalformedContentTypeNamesItsPart() throws Exception {
        try (RunningServer server = server()) {
            assertThat(post(server, "/stream", partWith("Content-Type: text\r\n")))
                    .startsWith("HTTP/1.1 400")
                    .contains("The part 'x' has a malformed Content-Type.");
        }
    }

    /** Refuses repeated parameters of a part, as in the Content-Type of the request: readers differ in which they take. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "text/plain;charset=utf-8;charset=utf-7          | charset",
                "text/plain; Charset=utf-8; x=\";\" ;charset=utf-8 | charset",
                "multipart/mixed;boundary=a;boundary=b           | boundary",
                "text/plain;charset=\"utf-8                       |",
                "text/plain,text/html                            |",
            })
    void aParameterOfAPartThatComesTwiceIs400(final String type, final String parameter) throws Exception {
        try (RunningServer server = server()) {
            for (final String path : new String[] {"/form", "/stream", "/kept"}) {
                assertThat(post(server, path, partWith("Content-Type: " + type + "\r\n")))
                        .startsWith("HTTP/1.1 400")
                        .contains(
                                parameter == null
                                        ? "The part 'x' has a malformed Content-Type."
                                        : "The Content-Type of the part 'x' has the parameter '" + parameter
                                                + "' twice.");
            }
            assertThat(post(server, "/form", partWith("Content-Type: text/plain; charset=utf-8; x=\";charset=a\"\r\n")))
                    .startsWith("HTTP/1.1 200");
        }
    }

    private static byte[] partWith(final String headers) {
        return new FormBody()
                .raw("--" + FormBody.BOUNDARY + "\r\nContent-Disposition: form-data; name=x\r\n" + headers
                        + "\r\nx\r\n")
                .bytes();
    }

    /** Their headers take much more of the heap than of the body. */
    @Test
    void theHeadersOfPartsCountAsWhatTheyTake() throws Exception {
        try (RunningServer server = server("rest.max-buffered-bodies", "4M")) {
            final String headers =
                    IntStream.range(0, 30).mapToObj(i -> "x" + i + ":\r\n").collect(Collectors.joining());
            final FormBody many = new FormBody();
            for (int i = 0; i < 900; i++) {
                many.raw("--" + FormBody.BOUNDARY + "\r\nContent-Disposition: form-data; name=x\r\n" + headers
                        + "\r\nx\r\n");
            }
            assertThat(post(server, "/kept", many.bytes())).startsWith("HTTP/1.1 413");
        }
    }

    @Test
    void aFieldThatIsTakenAsTextIsNoFile() throws Exception {
        try (RunningServer server = server("rest.multipart.memory-threshold", "100K")) {
            assertThat(post(
                            server,
                            "/text",
                            new FormBody()
                                    .field("title", "x".repeat(100 * 1024))
                                    .bytes()))
                    .startsWith("HTTP/1.1 200")
                    .endsWith("text 102400 false true");
            for (final byte[] large : new byte[][] {
                new FormBody().field("title", "x".repeat(100 * 1024 + 1)).bytes(),
                new FormBody()
                        .file("title", "a", "text/plain", FormBody.content(500_000))
                        .bytes()
            }) {
                assertThat(post(server, "/text", large))
                        .startsWith("HTTP/1.1 413")
                        .contains("The part 'title' is taken as text, but is larger than 102400 bytes.")
                        .contains("\"limit\":\"memory-threshold\"")
                        .contains("\"part\":\"title\"");
            }
            assertThat(post(
                            server,
                            "/text",
                            new FormBody()
                                    .field("title", "x")
                                    .file("file", "a", "text/plain", FormBody.content(500_000))
                                    .bytes()))
                    .as("a file beside it")
                    .endsWith("text 1 true true");
            noFileIsLeft();
        }
    }

    @Test
    void whatABlockingMethodHoldsCountsUntilItReturnsAlthoughItsClientHasLeft() throws Exception {
        try (RunningServer server = server(
                "rest.multipart.memory-threshold", "1M",
                "rest.max-buffered-bodies", "512K",
                "rest.body-timeout", "1s",
                "rest.request-timeout", "1s")) {
            Forms.leave = new CountDownLatch(1);
            Forms.begun = new CountDownLatch(1);
            final byte[] body = file(300_000);
            try {
                try (RawClient client = RawClient.to(server)) {
                    client.send(FormBody.head("/blocking", body.length)).send(body);
                    assertThat(Forms.begun.await(20, TimeUnit.SECONDS)).isTrue();
                    client.leave();
                }
                final Gauge connections = server.gauge("rest.connections");
                Await.until("the server knows that the client has left", () -> connections.used() == 0);
                assertThat(post(server, "/form", body)).doesNotStartWith("HTTP/1.1 200");
            } finally {
                Forms.leave.countDown();
            }
            Await.until("there is room again", () -> post(server, "/form", body).startsWith("HTTP/1.1 200"));
        }
    }

    @Test
    void aSlowClientIsServedWithinTheTimeOutsAndOneThatStopsIs408() throws Exception {
        try (RunningServer server = server("rest.body-timeout", "2s", "rest.request-timeout", "2s")) {
            final byte[] body = file(5_000_000);
            try (RawClient slow = RawClient.to(server);
                    RawClient stopped = begun(server, 90_000)) {
                slow.send(FormBody.head("/part", body.length));
                int sent = 0;
                while (!stopped.isAnswered()) {
                    slow.send(Arrays.copyOfRange(body, sent, sent + 4096));
                    sent += 4096;
                }
                assertThat(stopped.untilClose()).startsWith("HTTP/1.1 408");
                slow.send(Arrays.copyOfRange(body, sent, body.length));
                assertThat(slow.answer()).startsWith("HTTP/1.1 200").endsWith("part 5000000");
            }
            noFileIsLeft();
        }
    }

    @Test
    void aStopDeletesTheFilesOfRequestsInFlight() throws Exception {
        final RunningServer server = server("jzenith.drain-timeout", "300ms");
        try (RawClient client = begun(server, 210_000)) {
            awaitFiles(1);
            server.close();
            assertThat(client).isNotNull();
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void aFolderThatCannotBeMadeFailsTheStartOnlyWhereFilesAreTaken() throws Exception {
        final Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> server("rest.multipart.folder", file))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("Cannot create the folder for temporary files of uploads in " + file)
                .hasMessageContaining("rest.multipart.folder");
        try (RunningServer server =
                RunningServer.of(RestPlugin.withResources(Login.class), Map.of("rest.multipart.folder", file))) {
            assertThat(server.send("POST", "/login", "name=x", "Content-Type", "application/x-www-form-urlencoded")
                            .body())
                    .isEqualTo("x");
            assertThat(post(server, "/login", new FormBody().field("name", "y").bytes()))
                    .endsWith("y");
        }
    }

    @Test
    void aDiskThatFailsIs503AndIsLoggedOnce() throws Exception {
        final Path made = folder.resolve("made");
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = server("rest.multipart.folder", made)) {
            final Path own;
            try (Stream<Path> all = Files.list(made)) {
                own = all.findFirst().orElseThrow();
            }
            Files.delete(own.resolve("lock"));
            Files.delete(own);
            for (int i = 0; i < 3; i++) {
                assertThat(post(server, "/form", file(200_000)))
                        .startsWith("HTTP/1.1 503")
                        .contains("The service is temporarily unavailable.");
            }
            assertThat(log.warnings().stream().filter(line -> line.contains("cannot be written")))
                    .hasSize(1);
            Files.createDirectory(own);
            assertThat(post(server, "/form", file(200_000))).startsWith("HTTP/1.1 200");
        }
    }

    /** A process that was killed leaves its folder; one that runs keeps it; what is no folder of ours stays. */
    @Test
    void aStartDeletesWhatAKilledProcessHasLeftAndNothingElse() throws Exception {
        final Process killed = process();
        final Path left = folderOf(killed);
        killed.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
        final Path other = Files.createDirectory(folder.resolve("other"));
        final Path young = Files.createDirectory(folder.resolve("jzenith-multipart-1-2-young"));
        final Path old = Files.createDirectory(folder.resolve("jzenith-multipart-1-2-old"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
        final Path linked = Files.createSymbolicLink(folder.resolve("jzenith-multipart-link"), other);
        Files.createFile(other.resolve("precious"));
        try (RunningServer first = server();
                RunningServer second = server()) {
            assertThat(left).doesNotExist();
            assertThat(old).doesNotExist();
            assertThat(young).exists();
            assertThat(linked).exists();
            assertThat(other.resolve("precious")).exists();
            for (final RunningServer each : List.of(first, second)) {
                assertThat(post(each, "/part", file(200_000))).endsWith("part 200000");
            }
            final Process running = process();
            try {
                final Path kept = folderOf(running);
                assertThat(post(first, "/part", file(200_000)))
                        .as("a start of another process leaves the folder of this one")
                        .endsWith("part 200000");
                server().close();
                assertThat(kept).as("the folder of a process that runs").exists();
            } finally {
                running.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
            }
        }
    }

    /** An application in a process of its own, with a file of an upload that never ends. */
    private Process process() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        UploadingProcess.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static Path folderOf(final Process process) throws IOException {
        final java.io.BufferedReader lines = process.inputReader();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("FILE ")) {
                return Path.of(line.substring("FILE ".length())).getParent();
            }
        }
        throw new IOException("The process has ended.");
    }

    /** Prints the path of the temporary file. */
    static final class UploadingProcess {

        private UploadingProcess() {}

        public static void main(final String[] args) throws Exception {
            final MultipartLimitsTest test = new MultipartLimitsTest();
            test.folder = Path.of(args[0]);
            final List<Path> before = test.temporaryFiles();
            final RunningServer server = test.server();
            try (RawClient client = begun(server, 210_000)) {
                final AtomicReference<Path> file = new AtomicReference<>();
                Await.until("a file", () -> {
                    test.temporaryFiles().stream()
                            .filter(each -> !before.contains(each))
                            .filter(each -> each.toString()
                                    .contains("-" + ProcessHandle.current().pid() + "-"))
                            .forEach(file::set);
                    return file.get() != null;
                });
                System.out.println("FILE " + file);
                new CountDownLatch(1).await(120, TimeUnit.SECONDS);
                assertThat(client).isNotNull();
            }
        }
    }
}
