package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Maybe;
import io.reactivex.Single;
import io.vertx.core.Future;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.NameBinding;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.CompletionCallback;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Resource methods that return files. */
final class FileResultTest {

    private static final String CONTENT = "0123456789".repeat(20_000);

    @NameBinding
    @Retention(RetentionPolicy.RUNTIME)
    @interface Seen {}

    @NameBinding
    @Retention(RetentionPolicy.RUNTIME)
    @interface Marked {}

    private static final java.util.concurrent.atomic.AtomicLong SEEN = new java.util.concurrent.atomic.AtomicLong();

    @Seen
    public static final class Interceptor implements WriterInterceptor {

        @Override
        public void aroundWriteTo(final WriterInterceptorContext context) throws IOException {
            context.setOutputStream(new java.io.FilterOutputStream(context.getOutputStream()) {
                private boolean begun;

                @Override
                public void write(final byte[] bytes, final int start, final int count) throws IOException {
                    if (!begun) {
                        begun = true;
                        out.write("seen:".getBytes(StandardCharsets.US_ASCII));
                    }
                    out.write(bytes, start, count);
                    SEEN.addAndGet(count);
                }
            });
            context.proceed();
        }
    }

    @Marked
    public static final class Filter implements ContainerResponseFilter {

        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            response.getHeaders().putSingle("Marked", "yes");
        }
    }

    @Produces("text/own")
    public static final class OwnWriter implements MessageBodyWriter<File> {

        @Override
        public boolean isWriteable(
                final Class<?> type, final Type generic, final Annotation[] annotations, final MediaType mediaType) {
            return true;
        }

        @Override
        public void writeTo(
                final File file,
                final Class<?> type,
                final Type generic,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, Object> headers,
                final OutputStream output)
                throws IOException {
            output.write(("own " + file.getName()).getBytes(StandardCharsets.US_ASCII));
        }
    }

    public record Folder(java.nio.file.Path path, List<String> told) {}

    @Path("/")
    public static final class FileResource {

        private final Folder folder;

        @jakarta.inject.Inject
        FileResource(final Folder folder) {
            this.folder = folder;
        }

        private java.nio.file.Path of(final String name) {
            return folder.path().resolve(name);
        }

        @GET
        @Path("/path/{name}")
        public java.nio.file.Path path(@PathParam("name") final String name) {
            return of(name);
        }

        @GET
        @Path("/file/{name}")
        public File file(@PathParam("name") final String name) {
            return of(name).toFile();
        }

        @GET
        @Path("/single/{name}")
        public Single<java.nio.file.Path> single(@PathParam("name") final String name) {
            return Single.just(of(name));
        }

        @GET
        @Path("/maybe/{name}")
        public Maybe<File> maybe(@PathParam("name") final String name) {
            return Maybe.just(of(name).toFile());
        }

        @GET
        @Path("/stage/{name}")
        public CompletionStage<java.nio.file.Path> stage(@PathParam("name") final String name) {
            return CompletableFuture.supplyAsync(() -> of(name));
        }

        @GET
        @Path("/future/{name}")
        public Future<java.nio.file.Path> future(@PathParam("name") final String name) {
            return Future.succeededFuture(of(name));
        }

        @GET
        @Path("/response/{name}")
        public Response response(@PathParam("name") final String name) {
            return Response.ok(of(name))
                    .header("Content-Disposition", "attachment")
                    .build();
        }

        @GET
        @Path("/blocking/{name}")
        @io.smallrye.common.annotation.Blocking
        public java.nio.file.Path blocking(@PathParam("name") final String name) {
            return of(name);
        }

        @GET
        @Path("/suspended/{name}")
        public void suspended(@PathParam("name") final String name, @Suspended final AsyncResponse response) {
            response.register((CompletionCallback) error -> folder.told().add(name + " completed " + error));
            response.resume(of(name));
        }

        @GET
        @Path("/tagged/{name}")
        public Response tagged(@PathParam("name") final String name) {
            return Response.ok(of(name))
                    .tag("own")
                    .lastModified(java.util.Date.from(Instant.parse("2020-01-01T00:00:00Z")))
                    .type("text/x-own")
                    .build();
        }

        @GET
        @Path("/produces/{name}")
        @Produces("application/pdf")
        public java.nio.file.Path produces(@PathParam("name") final String name) {
            return of(name);
        }

        @GET
        @Path("/image/{name}")
        @Produces("image/*")
        public java.nio.file.Path image(@PathParam("name") final String name) {
            return of(name);
        }

        @GET
        @Path("/json/{name}")
        @Produces("application/json")
        public java.nio.file.Path json(@PathParam("name") final String name) {
            return of(name);
        }

        @GET
        @Path("/status/{name}")
        public Response status(@PathParam("name") final String name, @HeaderParam("Status") final int status) {
            return Response.status(status).entity(of(name)).build();
        }

        @GET
        @Seen
        @Path("/seen/{name}")
        public java.nio.file.Path seen(@PathParam("name") final String name) {
            return of(name);
        }

        @GET
        @Marked
        @Path("/marked/{name}")
        public java.nio.file.Path marked(@PathParam("name") final String name) {
            return of(name);
        }

        @GET
        @Path("/own/{name}")
        @Produces("text/own")
        public File own(@PathParam("name") final String name) {
            return of(name).toFile();
        }
    }

    @TempDir
    private static java.nio.file.Path folder;

    private static final List<String> TOLD = new CopyOnWriteArrayList<>();
    private static RunningServer server;

    @BeforeAll
    static void start() throws IOException {
        for (final String name : List.of("a.txt", "a.png", "a.json", "a")) {
            Files.writeString(folder.resolve(name), CONTENT);
            Files.setLastModifiedTime(folder.resolve(name), FileTime.from(Instant.parse("2024-05-06T07:08:09Z")));
        }
        Files.writeString(folder.resolve("small.txt"), "small");
        server = RunningServer.of(
                RestPlugin.withResources(FileResource.class).withProviders(Interceptor.class, Filter.class),
                binder -> binder.bind(Folder.class).toInstance(new Folder(folder, TOLD)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "path",
                "file",
                "single",
                "maybe",
                "stage",
                "future",
                "response",
                "blocking",
                "suspended",
                "marked"
            })
    void aFileIsSentHoweverItIsReturned(final String way) {
        final RunningServer.Answer all = server.get("/" + way + "/a.txt", "Accept", "text/html, */*;q=0.8");
        assertThat(all.status()).isEqualTo(200);
        assertThat(all.body()).isEqualTo(CONTENT);
        assertThat(all.header("Content-Type")).isEqualTo("text/plain;charset=utf-8");
        assertThat(all.header("Last-Modified")).isEqualTo("Mon, 06 May 2024 07:08:09 GMT");
        assertThat(all.header("Content-Length")).isEqualTo("" + CONTENT.length());
        assertThat(server.get("/" + way + "/small.txt").body()).isEqualTo("small");
        final RunningServer.Answer part = server.get("/" + way + "/a.txt", "Range", "bytes=10-12");
        assertThat(part.status()).isEqualTo(206);
        assertThat(part.body()).isEqualTo("012");
        assertThat(server.get("/" + way + "/a.txt", "If-None-Match", all.header("ETag"))
                        .status())
                .isEqualTo(304);
        assertThat(server.get("/" + way + "/a.txt", "If-Match", "\"other\"").status())
                .isEqualTo(412);
        final RunningServer.Answer beyond = server.get("/" + way + "/a.txt", "Range", "bytes=10000000-");
        assertThat(beyond.status()).isEqualTo(416);
        assertThat(beyond.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(beyond.header("Content-Range")).isEqualTo("bytes */" + CONTENT.length());
        final RunningServer.Answer head = server.send("HEAD", "/" + way + "/a.txt", null);
        assertThat(head.header("Content-Length")).isEqualTo("" + CONTENT.length());
        assertThat(head.header("ETag")).isEqualTo(all.header("ETag"));
        final RunningServer.Answer missing = server.get("/" + way + "/missing.txt");
        assertThat(missing.status()).isEqualTo(404);
        assertThat(missing.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(missing.header("Content-Disposition")).isNull();
        assertThat(server.get("/" + way + "/.").status()).isEqualTo(404); // a directory
    }

    @Test
    void theCallbacksOfASuspendedRequestAreTold() throws InterruptedException {
        server.get("/suspended/a.json");
        Await.until("the callbacks are told", () -> TOLD.contains("a.json completed null")); // after the response
        assertThat(TOLD).filteredOn(told -> told.startsWith("a.json")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "/path/a.png, image/png",
        "/path/a, application/octet-stream",
        "/produces/a.txt, application/pdf",
        "/image/a.png, image/png",
        "/json/a.txt, application/json",
        "/tagged/a.txt, text/x-own",
    })
    void theMediaTypeIsThatOfTheMethodOrOfTheName(final String path, final String type) {
        final RunningServer.Answer answer = server.get(path);
        assertThat(answer.body()).isEqualTo(CONTENT);
        assertThat(answer.header("Content-Type")).startsWith(type);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/path/a | application/xml | application/xml",
                "/file/a | application/xml | application/xml",
                "/path/a | image/webp, */*;q=0.8 | application/octet-stream",
                "/path/a | image/* | application/octet-stream",
                "/path/a.png | application/xml | image/png",
            })
    void aNameThatSaysNothingLeavesTheTypeToTheClient(final String path, final String accepted, final String type) {
        final RunningServer.Answer answer = server.get(path, "Accept", accepted);
        assertThat(answer.body()).isEqualTo(CONTENT);
        assertThat(answer.header("Content-Type")).startsWith(type);
    }

    @Test
    void validatorsOfTheResponseCount() {
        final RunningServer.Answer own = server.get("/tagged/a.txt");
        assertThat(own.header("ETag")).isEqualTo("\"own\"");
        assertThat(own.header("Last-Modified")).isEqualTo("Wed, 01 Jan 2020 00:00:00 GMT");
        assertThat(server.get("/tagged/a.txt", "If-None-Match", "\"own\"").status())
                .isEqualTo(304);
        assertThat(server.get("/tagged/a.txt", "If-Modified-Since", "Wed, 01 Jan 2020 00:00:00 GMT")
                        .status())
                .isEqualTo(304);
        assertThat(server.get("/tagged/a.txt", "Range", "bytes=0-0", "If-Range", "\"own\"")
                        .status())
                .isEqualTo(206);
        assertThat(server.get("/tagged/a.txt", "Range", "bytes=0-0", "If-Range", "\"other\"")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void headersOfResponsesAndFiltersStay() {
        assertThat(server.get("/response/a.txt").header("Content-Disposition")).isEqualTo("attachment");
        assertThat(server.get("/marked/a.txt").header("Marked")).isEqualTo("yes");
        assertThat(server.get("/marked/a.txt", "Range", "bytes=0-0").header("Marked"))
                .isEqualTo("yes");
    }

    @Test
    void anotherStatusHasNeitherConditionsNorRanges() {
        final RunningServer.Answer answer = server.get("/status/a.txt", "Status", "404", "Range", "bytes=0-1");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.body()).isEqualTo(CONTENT);
    }

    /** A worker thread reads the file, and waits while the client reads nothing. */
    @Test
    void aFileThatAnInterceptorSeesIsStreamed() throws Exception {
        final java.nio.file.Path large = folder.resolve("large.bin");
        final long size = 300L * 1024 * 1024;
        try (java.io.RandomAccessFile sparse = new java.io.RandomAccessFile(large.toFile(), "rw")) {
            sparse.setLength(size);
        }
        SEEN.set(0);
        try (java.net.Socket client = new java.net.Socket()) {
            client.setReceiveBufferSize(8 * 1024);
            client.connect(new java.net.InetSocketAddress(
                    "127.0.0.1", server.application().uri().getPort()));
            client.getOutputStream()
                    .write("GET /seen/large.bin HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(Await.steady(SEEN::get))
                    .as("bytes that were read for a client that takes none")
                    .isLessThan(size / 10);
        } finally {
            Files.delete(large);
        }
        assertThat(server.get("/seen/none.txt").status()).isEqualTo(404);
    }

    @Test
    void anInterceptorSeesTheBytes() {
        assertThat(server.get("/seen/small.txt").body()).isEqualTo("seen:small");
    }

    @Test
    void aWriterOfTheApplicationIsAsked() {
        try (RunningServer other = RunningServer.of(
                RestPlugin.withResources(FileResource.class).withProviders(OwnWriter.class),
                binder -> binder.bind(Folder.class).toInstance(new Folder(folder, TOLD)))) {
            assertThat(other.get("/own/a.txt").body()).isEqualTo("own a.txt");
            assertThat(other.get("/path/small.txt").body()).isEqualTo("small");
        }
    }
}
