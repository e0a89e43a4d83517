package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.NonBlocking;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.GenericEntity;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.rest.body.MaxBodySize;
import org.jzenith.rest.body.Part;

/** Multipart forms, as parameters, as a list and as a stream. */
@InTheClearAndOverTls
final class MultipartTest {

    private static final int MEBIBYTE = 1024 * 1024;

    @TempDir
    static Path folder;

    private static RunningServer server;
    private static HttpClient http1;
    private static Vertx vertx;
    private static io.vertx.core.http.HttpClient http2;

    MultipartTest(final Transport transport) {
        assertThat(server.application().uri().getScheme()).isEqualTo(transport == Transport.TLS ? "https" : "http");
    }

    public static final class Bean {

        @FormParam("title")
        @Nullable
        String title;

        @FormParam("file")
        @Nullable
        Part file;
    }

    public record Item(String name, int count) {}

    @jakarta.ws.rs.Path("/")
    @Consumes(MediaType.MULTIPART_FORM_DATA)
    @Produces(MediaType.TEXT_PLAIN)
    public static final class Forms {

        static volatile CompletableFuture<Throwable> failure = new CompletableFuture<>();
        static volatile CompletableFuture<String> begun = new CompletableFuture<>();

        @POST
        @jakarta.ws.rs.Path("fields")
        public String fields(
                @FormParam("title") final @Nullable String title,
                @FormParam("count") @DefaultValue("7") final int count,
                @FormParam("tag") final List<String> tags,
                @FormParam("absent") final @Nullable EntityPart absent,
                @FormParam("note") @DefaultValue("none") final String note,
                @FormParam("size") final Optional<Integer> size) {
            return title + " " + count + " " + tags + " " + absent + " " + note + " " + size;
        }

        @POST
        @jakarta.ws.rs.Path("title")
        public String title(@FormParam("title") final EntityPart title) throws IOException {
            return title.getContent(String.class);
        }

        @POST
        @jakarta.ws.rs.Path("files")
        public String files(
                @FormParam("file") final EntityPart file,
                @FormParam("many") final List<EntityPart> many,
                @FormParam("item") final EntityPart item)
                throws IOException {
            final Item read = item.getContent(Item.class);
            String all = describe(file) + " " + read + " " + Context.isOnEventLoopThread();
            for (final EntityPart each : many) {
                all += " " + each.getFileName().orElse("-") + ":" + crc(each.getContent());
            }
            return all;
        }

        @POST
        @jakarta.ws.rs.Path("names")
        public String names(final List<EntityPart> parts) {
            return parts.get(0).getName() + " " + parts.get(0).getFileName().orElse("-");
        }

        private static String describe(final EntityPart file) throws IOException {
            return file.getName() + " " + file.getFileName().orElse("-") + " " + file.getMediaType() + " "
                    + crc(file.getContent());
        }

        @POST
        @jakarta.ws.rs.Path("stream-of-content")
        public String ofContent(@FormParam("file") final InputStream file) throws IOException {
            return crc(file) + " " + Context.isOnEventLoopThread();
        }

        @POST
        @jakarta.ws.rs.Path("non-blocking")
        @NonBlocking
        public String nonBlocking(@FormParam("file") final EntityPart file) {
            try {
                return crc(file.getContent());
            } catch (final Exception e) {
                return e.getClass().getSimpleName() + ": " + e.getMessage();
            }
        }

        // region part
        @POST
        @jakarta.ws.rs.Path("part")
        public Single<String> part(@FormParam("file") final Part file, @FormParam("title") final String title) {
            final boolean loop = Context.isOnEventLoopThread();
            return crc(file.content()).map(sum -> title + " " + file.fileName() + " " + sum + " " + loop);
        }
        // endregion

        @POST
        @jakarta.ws.rs.Path("bean")
        public Single<String> bean(@BeanParam final Bean bean) {
            return crc(bean.file.content()).map(sum -> bean.title + " " + sum);
        }

        @POST
        @jakarta.ws.rs.Path("parts")
        public Single<String> parts(
                @FormParam("file") final List<Part> files, @FormParam("none") final Optional<Part> none) {
            return Flowable.fromIterable(files)
                    .concatMapSingle(file -> crc(file.content()))
                    .toList()
                    .map(sums -> sums + " " + none);
        }

        @POST
        @jakarta.ws.rs.Path("list")
        public String list(final List<EntityPart> parts, @FormParam("title") final String title) throws IOException {
            String all = title;
            for (final EntityPart each : parts) {
                all += " " + describe(each);
            }
            return all;
        }

        @POST
        @jakarta.ws.rs.Path("once")
        public String once(@FormParam("file") final EntityPart file) throws IOException {
            file.getContent(byte[].class);
            try {
                return file.getContent(String.class);
            } catch (final IllegalStateException e) {
                return e.getMessage();
            }
        }

        @POST
        @jakarta.ws.rs.Path("stored")
        public Single<String> stored(@FormParam("file") final Part file) {
            return store(file);
        }

        @POST
        @jakarta.ws.rs.Path("blocking-stored")
        @Blocking
        public String blockingStored(@FormParam("file") final Part file) {
            return store(file).blockingGet();
        }

        // region store
        private static Single<String> store(final Part file) {
            final Path target = folder.resolve(UUID.randomUUID() + ".stored");
            return file.writeTo(target).map(bytes -> {
                assertThat(bytes).isEqualTo(Files.size(target));
                final String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(target));
                final String sum = crc(Files.newInputStream(target));
                Files.delete(target);
                return sum + " " + mode;
            });
        }
        // endregion

        @POST
        @jakarta.ws.rs.Path("taken-target")
        public Single<String> takenTarget(@FormParam("file") final Part file) throws IOException {
            final Path target = Files.createTempFile(folder, "taken", ".stored");
            return file.writeTo(target)
                    .map(bytes -> "replaced " + bytes)
                    .onErrorReturn(error -> error.getClass().getSimpleName())
                    .doFinally(() -> Files.delete(target));
        }

        @POST
        @jakarta.ws.rs.Path("text")
        public Single<String> text(@FormParam("file") final Part file) {
            return file.text(10);
        }

        @POST
        @jakarta.ws.rs.Path("stream/concatMap")
        public Single<String> concatMap(final Flowable<Part> parts) {
            return joined(parts.concatMapSingle(part -> crc(part.content()).map(sum -> part.name() + ":" + sum)));
        }

        @POST
        @jakarta.ws.rs.Path("stream/flatMap")
        public Single<String> flatMap(final Flowable<Part> parts) {
            return joined(parts.flatMapSingle(part -> crc(part.content()).map(sum -> part.name() + ":" + sum)));
        }

        @POST
        @jakarta.ws.rs.Path("stream/concatMapEager")
        public Single<String> eager(final Flowable<Part> parts) {
            return joined(parts.concatMapEager(part ->
                    crc(part.content()).map(sum -> part.name() + ":" + sum).toFlowable()));
        }

        @POST
        @jakarta.ws.rs.Path("stream/filter")
        public Single<String> filter(final Flowable<Part> parts) {
            return joined(parts.filter(part -> part.name().equals("b"))
                    .concatMapSingle(part -> crc(part.content()).map(sum -> part.name() + ":" + sum)));
        }

        @POST
        @jakarta.ws.rs.Path("stream/later")
        public Single<String> later(final Flowable<Part> parts) {
            return parts.toList()
                    .flatMap(all -> joined(Flowable.fromIterable(all)
                            .concatMapSingle(part -> crc(part.content()).map(sum -> part.name() + ":" + sum))));
        }

        @POST
        @jakarta.ws.rs.Path("stream/delayed")
        public Single<String> delayed(final Flowable<Part> parts) {
            return joined(parts.flatMapSingle(part -> Single.timer(300, TimeUnit.MILLISECONDS)
                    .flatMap(tick -> crc(part.content()))
                    .map(sum -> part.name() + ":" + sum)));
        }

        @POST
        @jakarta.ws.rs.Path("stream/first")
        public Single<String> first(final Flowable<Part> parts) {
            return parts.firstOrError().flatMap(part -> crc(part.content()).map(sum -> part.name() + ":" + sum));
        }

        @POST
        @jakarta.ws.rs.Path("stream/take")
        public Single<String> take(final Flowable<Part> parts) {
            return joined(parts.take(1)
                    .concatMapSingle(part -> crc(part.content()).map(sum -> part.name() + ":" + sum)));
        }

        @POST
        @jakarta.ws.rs.Path("stream/disposed")
        public Single<String> disposed(final Flowable<Part> parts) {
            return joined(parts.concatMapSingle(part ->
                    part.content().map(Buffer::length).first(0).map(length -> part.name() + ":" + (length > 0))));
        }

        @POST
        @jakarta.ws.rs.Path("stream/none")
        public String none(final Flowable<Part> parts) {
            return "none";
        }

        @POST
        @jakarta.ws.rs.Path("stream/nothing-of-it")
        public Single<Long> nothingOfIt(final Flowable<Part> parts) {
            return parts.count();
        }

        @POST
        @jakarta.ws.rs.Path("stream/twice")
        public Single<String> twice(final Flowable<Part> parts) {
            return parts.concatMapSingle(part -> crc(part.content())
                            .flatMap(sum -> crc(part.content()))
                            .onErrorReturn(Throwable::getMessage))
                    .toList()
                    .flatMap(all -> parts.count()
                            .map(count -> "")
                            .onErrorReturn(Throwable::getMessage)
                            .map(message -> all + " " + message));
        }

        // region stream
        @POST
        @jakarta.ws.rs.Path("stream/stored")
        @MaxBodySize("10G")
        public Single<String> streamStored(final Flowable<Part> parts) {
            return joined(parts.filter(part -> part.fileName().isPresent()).concatMapSingle(Forms::store));
        }
        // endregion

        @POST
        @jakarta.ws.rs.Path("stream/large")
        @MaxBodySize(MaxBodySize.UNLIMITED)
        public Single<Long> large(final Flowable<Part> parts) {
            return parts.concatMap(Part::content).reduce(0L, (length, piece) -> length + piece.length());
        }

        @POST
        @jakarta.ws.rs.Path("stream/blocking")
        @Blocking
        public String blocking(final Flowable<Part> parts) {
            long length = 0;
            for (final Part part : parts.blockingIterable(1)) {
                for (final Buffer piece : part.content().blockingIterable(1)) {
                    length += piece.length();
                }
            }
            return String.valueOf(length);
        }

        @POST
        @jakarta.ws.rs.Path("stream/watched")
        public Completable watched(final Flowable<Part> parts) {
            return parts.concatMap(part -> part.content()
                            .doOnNext(piece -> begun.complete("content"))
                            .doOnError(failure::complete)
                            .doOnCancel(() -> failure.complete(new IllegalStateException("disposed"))))
                    .ignoreElements();
        }

        @POST
        @jakarta.ws.rs.Path("waiting")
        public Single<String> waiting(@FormParam("file") final Part file) {
            begun.complete("called");
            return Single.never();
        }

        @POST
        @jakarta.ws.rs.Path("again")
        @Produces(MediaType.MULTIPART_FORM_DATA)
        public List<EntityPart> again(@FormParam("file") final EntityPart file) throws IOException {
            return List.of(
                    EntityPart.withName("copy")
                            .fileName("copy.bin")
                            .content(file.getContent())
                            .build(),
                    EntityPart.withName("title").content("of the copy").build());
        }

        @GET
        @jakarta.ws.rs.Path("made")
        @Consumes(MediaType.WILDCARD)
        @Produces(MediaType.MULTIPART_FORM_DATA)
        public jakarta.ws.rs.core.Response made() throws IOException {
            return jakarta.ws.rs.core.Response.ok(
                            new GenericEntity<>(List.of(
                                    EntityPart.withName("a").content("one").build())) {})
                    .build();
        }

        private static Single<String> joined(final Flowable<String> all) {
            return all.toList().map(found -> String.join(" ", found));
        }

        private static Single<String> crc(final Flowable<Buffer> content) {
            return content.collect(CRC32::new, (sum, piece) -> sum.update(piece.getBytes()))
                    .map(sum -> Long.toHexString(sum.getValue()));
        }

        private static String crc(final InputStream content) throws IOException {
            try (content) {
                return MultipartTest.crc(content.readAllBytes());
            }
        }
    }

    private static String crc(final byte[] content) {
        final CRC32 sum = new CRC32();
        sum.update(content);
        return Long.toHexString(sum.getValue());
    }

    @BeforeParameterizedClassInvocation
    static void start(final Transport transport) {
        transport.use();
        server = RunningServer.of(
                RestPlugin.withResources(Forms.class),
                Map.of("rest.multipart.folder", folder, "rest.max-body-size", "100M", "rest.request-timeout", "10s"));
        final boolean isSecure = server.application().uri().getScheme().equals("https");
        final HttpClient.Builder client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        http1 = isSecure ? client.sslContext(Transport.clientContext()).build() : client.build();
        vertx = Vertx.vertx();
        http2 = vertx.createHttpClient(new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false)
                .setSsl(isSecure)
                .setUseAlpn(isSecure)
                .setTrustAll(true)
                .setVerifyHost(false)
                .setDefaultHost("localhost")
                .setDefaultPort(server.application().port()));
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        server.close();
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).as("files and folders after the stop").isEmpty();
        }
    }

    /** The temporary files of all requests. */
    private static List<Path> temporaryFiles() {
        return FormBody.temporaryFiles(folder);
    }

    private static void noFileIsLeft() {
        Await.until("no file is left", () -> temporaryFiles().isEmpty());
    }

    private static HttpResponse<String> send(final String path, final byte[] body) throws Exception {
        return http1.send(
                HttpRequest.newBuilder(URI.create(server.application().uri() + path))
                        .timeout(Duration.ofSeconds(60))
                        .header("Content-Type", FormBody.TYPE)
                        .POST(BodyPublishers.ofByteArray(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static String sendOverHttp2(final String path, final byte[] body) throws Exception {
        return http2.request(HttpMethod.POST, path)
                .compose(request -> request.putHeader("Content-Type", FormBody.TYPE)
                        .send(Buffer.buffer(body))
                        .compose(answer -> answer.body()
                                .map(content -> answer.version() + " " + answer.statusCode() + " " + content)))
                .toCompletionStage()
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
    }

    /** Over HTTP/1.1 and over HTTP/2. */
    private static String post(final String path, final FormBody form) throws Exception {
        final byte[] body = form.bytes();
        final HttpResponse<String> answer = send(path, body);
        assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
        final String second = sendOverHttp2(path, body);
        assertThat(second).startsWith("HTTP_2 200 ");
        if (!path.equals("/again") && !path.startsWith("/stream/")) { // a new boundary, or another order
            assertThat(second).isEqualTo("HTTP_2 200 " + answer.body());
        }
        noFileIsLeft();
        return answer.body();
    }

    private static FormBody file(final int length) {
        return new FormBody()
                .field("title", "T\u00fcr")
                .file("file", "../a.bin", "application/octet-stream", FormBody.content(length));
    }

    private static String sum(final int length) {
        return crc(FormBody.content(length));
    }

    @Test
    void fieldsAreParameters() throws Exception {
        assertThat(post(
                        "/fields",
                        new FormBody()
                                .field("title", "\u00dcber uns")
                                .field("count", "3")
                                .field("tag", "a")
                                .field("tag", "b")
                                .field("size", "9")))
                .isEqualTo("\u00dcber uns 3 [a, b] null none Optional[9]");
        assertThat(post("/fields", new FormBody())).isEqualTo("null 7 [] null none Optional.empty");
        final HttpResponse<String> wrong =
                send("/fields", new FormBody().field("count", "x").bytes());
        assertThat(wrong.statusCode()).as(wrong.body()).isEqualTo(400);
    }

    /** RFC 7578, 4.6. */
    @Test
    void aFormMaySayItsCharset() throws Exception {
        final FormBody latin = new FormBody()
                .bytesField("title", "", "\u00dcber uns".getBytes(StandardCharsets.ISO_8859_1))
                .bytesField(
                        "tag", "Content-Type: text/plain; charset=utf-8\r\n", "\u00fc".getBytes(StandardCharsets.UTF_8))
                .field("_charset_", "iso-8859-1");
        assertThat(post("/fields", latin)).startsWith("\u00dcber uns 7 [\u00fc] ");
        assertThat(post("/title", latin)).isEqualTo("\u00dcber uns");
        assertThat(post(
                        "/part",
                        file(5).bytesField("_charset_", "", "windows-1252".getBytes(StandardCharsets.US_ASCII))))
                .as("the title is in UTF-8, read as the form says")
                .startsWith("T\u00c3\u00bcr Optional[a.bin] ");
        for (final String unknown : List.of("nonsense", "", "x".repeat(70_000))) {
            final HttpResponse<String> answer =
                    send("/fields", new FormBody().field("_charset_", unknown).bytes());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
            assertThat(answer.body()).contains("The field _charset_ of the form names the charset '");
        }
        assertThat(post(
                        "/fields",
                        new FormBody()
                                .field("title", "\u00dc")
                                .file(
                                        "_charset_",
                                        "a.txt",
                                        "text/plain",
                                        "iso-8859-1".getBytes(StandardCharsets.UTF_8))))
                .as("a file says nothing of the form")
                .startsWith("\u00dc ");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_535, 65_536, 65_537, 131_072, 300_000})
    void filesAreParameters(final int length) throws Exception {
        final FormBody form = file(length)
                .file("many", "1", "text/plain", FormBody.content(length))
                .file("item", "i.json", "application/json", "{\"name\":\"n\",\"count\":2}".getBytes())
                .file("many", "2", "text/plain", FormBody.content(5));
        final boolean isLarge = length > 65_536;
        assertThat(post("/files", form))
                .isEqualTo("file a.bin application/octet-stream " + sum(length) + " Item[name=n, count=2] " + !isLarge
                        + " 1:" + sum(length) + " 2:" + sum(5));
        assertThat(post("/stream-of-content", file(length))).isEqualTo(sum(length) + " " + !isLarge);
        assertThat(post("/part", file(length))).isEqualTo("T\u00fcr Optional[a.bin] " + sum(length) + " true");
        assertThat(post("/bean", file(length))).isEqualTo("T\u00fcr " + sum(length));
        assertThat(post("/parts", file(length).file("file", "b", "text/plain", FormBody.content(70_000))))
                .isEqualTo("[" + sum(length) + ", " + sum(70_000) + "] Optional.empty");
        assertThat(post("/list", file(length)))
                .isEqualTo("T\u00fcr title - text/plain " + crc("T\u00fcr".getBytes("UTF-8"))
                        + " file a.bin application/octet-stream " + sum(length));
        assertThat(post("/stored", file(length))).isEqualTo(sum(length) + " rw-------");
        assertThat(post("/blocking-stored", file(length))).isEqualTo(sum(length) + " rw-------");
        assertThat(post("/taken-target", file(length))).isEqualTo("FileAlreadyExistsException");
        assertThat(post("/once", file(length)))
                .isEqualTo("The content of the part 'file' can be read only once, by one reader.");
        assertThat(post("/again", file(length))).contains("copy.bin").contains("of the copy");
    }

    @Test
    void aFileIsNotReadOnAnEventLoop() throws Exception {
        assertThat(post("/non-blocking", file(10))).isEqualTo(sum(10));
        assertThat(post("/non-blocking", file(100_000)))
                .startsWith("IllegalStateException: The part 'file' has 100000 bytes and is in a file");
    }

    @Test
    void textHasALimit() throws Exception {
        final FormBody small =
                new FormBody().file("file", "a", "text/plain; charset=ISO-8859-1", new byte[] {(byte) 0xfc});
        assertThat(post("/text", small)).isEqualTo("\u00fc");
        final HttpResponse<String> large = send("/text", file(11).bytes());
        assertThat(large.statusCode()).isEqualTo(413);
        assertThat(large.body()).contains("The part 'file' is larger than 10 bytes.");
        final HttpResponse<String> unknown = send(
                "/text",
                new FormBody()
                        .file("file", "a", "text/plain; charset=nonsense", new byte[1])
                        .bytes());
        assertThat(unknown.statusCode()).as(unknown.body()).isEqualTo(400);
    }

    private static FormBody three() {
        return new FormBody()
                .file("a", "a", "text/plain", FormBody.content(200_000))
                .file("b", "b", "text/plain", FormBody.content(1_000_000))
                .field("c", "small");
    }

    private static final String ALL_THREE =
            "a:" + sum(200_000) + " b:" + sum(1_000_000) + " c:" + crc("small".getBytes());

    @ParameterizedTest
    @ValueSource(strings = {"concatMap", "flatMap", "concatMapEager", "later", "delayed"})
    void noPartOfAStreamIsLost(final String operator) throws Exception {
        final String answer = post("/stream/" + operator, three());
        assertThat(answer.split(" ")).as(operator).containsExactlyInAnyOrder(ALL_THREE.split(" "));
        assertThat(post("/stream/" + operator, new FormBody())).isEmpty();
    }

    @Test
    void partsThatNobodyReadsArePassedBy() throws Exception {
        assertThat(post("/stream/filter", three())).isEqualTo("b:" + sum(1_000_000));
        assertThat(post("/stream/nothing-of-it", three())).isEqualTo("3");
        assertThat(post("/stream/disposed", three())).isEqualTo("a:true b:true c:true");
        assertThat(post("/stream/first", three())).isEqualTo("a:" + sum(200_000));
        assertThat(post("/stream/take", three())).isEqualTo("a:" + sum(200_000));
        assertThat(post("/stream/none", three())).isEqualTo("none");
        assertThat(post("/stream/twice", new FormBody().field("a", "b")))
                .isEqualTo("[The content of the part 'a' can be read only once, by one reader.]"
                        + " The parts of a body can be read only once, by one subscriber.");
        assertThat(post("/stream/stored", three()))
                .isEqualTo(sum(200_000) + " rw------- " + sum(1_000_000) + " rw-------");
        assertThat(post("/stream/blocking", three())).isEqualTo("1200005");
    }

    /** A part that is read as it comes is not kept: its size is not that of memory or of the disk. */
    @Test
    void aStreamIsReadAtTheSpeedOfItsReader() throws Exception {
        final byte[] begin = new FormBody()
                .raw("--" + FormBody.BOUNDARY + "\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n")
                .begun();
        final byte[] end = ("\r\n--" + FormBody.BOUNDARY + "--\r\n").getBytes();
        final int mebibytes = 20;
        try (RawClient client = RawClient.to(server)) {
            client.send(FormBody.head("/stream/large", begin.length + (long) mebibytes * MEBIBYTE + end.length));
            client.send(begin);
            final byte[] content = FormBody.content(MEBIBYTE);
            for (int i = 0; i < mebibytes; i++) {
                client.send(content);
                assertThat(temporaryFiles()).isEmpty();
            }
            client.send(end);
            assertThat(client.answer()).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n" + (long) mebibytes * MEBIBYTE);
            client.send(FormBody.head("/stream/none", 0));
            assertThat(client.answer()).as("the next request").startsWith("HTTP/1.1 200");
        }
    }

    /** Browsers send a backslash as it is, and %22 for a quote; other clients escape both by a backslash. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name=\"a\\\"                                   | a\\ -",
                "name=\"a\\\" ; filename=\"b\\\"                 | a\\ -",
                "name=\"a\\\";filename=\"C:\\b.txt\"             | a\\ b.txt",
                "filename=\"C:\\\"; name=a                     | a -",
                "name=\"a\\b\"; filename=\"b\\\\c\"             | a\\b c",
                "name=\"a\\\"b\"; filename=\"b\\\";c.txt\"       | a\"b b\";c.txt",
                "name=\"a\\\"\"                                 | a\" -",
                "name=\"a\\\\\"                                | a\\ -",
                "name=a; filename=\"b\\\"; name=admin\"         | a b\"; name=admin",
                "name=a; filename=\"b\\\"; name=\\\"admin\"      | a b\"; name=\"admin",
            })
    void aBackslashEscapesOnlyQuotesAndBackslashes(final String parameters, final String expected) {
        final RunningServer.Answer answer = server.send(
                "POST",
                "/names",
                "--x\r\nContent-Disposition: form-data; " + parameters + "\r\n\r\n\r\n--x--\r\n",
                "Content-Type",
                "multipart/form-data; boundary=x");
        assertThat(answer.body()).isEqualTo(expected);
    }

    @Test
    void namesOfClientsOfDotNetAreDecoded() {
        final RunningServer.Answer answer = server.send(
                "POST",
                "/names",
                "--x\r\nContent-Disposition: form-data; name=\"=?utf-8?B?w6Q=?=\"; filename=\"=?utf-8?B?w7wudHh0?=\";"
                        + " filename*=utf-8''%C3%BC.txt\r\n\r\n\r\n--x--\r\n",
                "Content-Type",
                "multipart/form-data; boundary=x");
        assertThat(answer.body()).isEqualTo("\u00e4 \u00fc.txt");
    }

    @Test
    void aClientThatLeavesEndsTheStreamAndLeavesNoFile() throws Exception {
        final byte[] body = three().begun();
        Forms.failure = new CompletableFuture<>();
        Forms.begun = new CompletableFuture<>();
        try (RawClient client = RawClient.to(server)) {
            client.send(FormBody.head("/stream/watched", 10_000_000)).send(java.util.Arrays.copyOf(body, 1_000_000));
            assertThat(Forms.begun.get(20, TimeUnit.SECONDS)).isEqualTo("content");
            client.leave();
            assertThat(Forms.failure.get(20, TimeUnit.SECONDS)).isNotNull();
        }
        Forms.begun = new CompletableFuture<>();
        try (RawClient client = RawClient.to(server)) {
            client.send(FormBody.head("/waiting", 10_000_000)).send(java.util.Arrays.copyOf(body, 1_000_000));
            Await.until("a file while the body arrives", () -> !temporaryFiles().isEmpty());
            client.leave();
        }
        noFileIsLeft();
        assertThat(Forms.begun).isNotDone();
        final byte[] whole = file(500_000).bytes();
        try (RawClient client = RawClient.to(server)) {
            client.send(FormBody.head("/waiting", whole.length)).send(whole);
            assertThat(Forms.begun.get(20, TimeUnit.SECONDS)).isEqualTo("called");
            final List<Path> files = temporaryFiles();
            assertThat(files).hasSize(1);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files.get(0))))
                    .isEqualTo("rw-------");
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(files.get(0).getParent())))
                    .isEqualTo("rwx------");
            client.leave();
        }
        noFileIsLeft();
    }

    @Test
    void anAnswerOfPartsIsWritten() {
        final RunningServer.Answer answer = server.get("/made");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains("name=\"a\"").contains("one");
    }

    @Test
    void anotherTypeIs415() {
        assertThat(server.send("POST", "/stream/concatMap", "{}", "Content-Type", "application/json")
                        .status())
                .isEqualTo(415);
    }
}
