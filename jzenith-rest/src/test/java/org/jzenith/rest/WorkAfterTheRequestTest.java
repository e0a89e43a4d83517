package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.smallrye.common.annotation.Blocking;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.impl.WorkerExecutorInternal;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jboss.resteasy.core.ResteasyContext;
import org.jboss.resteasy.plugins.providers.FileProvider;
import org.jboss.resteasy.plugins.server.Cleanables;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Work that continues after its request: its access to the body, and its limits. */
final class WorkAfterTheRequestTest {

    private static final int SIZE = 300 * 1024;

    /** State shared by the resources and the test. */
    static final class Desk {

        final BlockingQueue<String> begun = new LinkedBlockingQueue<>();
        final BlockingQueue<String> read = new LinkedBlockingQueue<>();
        final BlockingQueue<File> files = new LinkedBlockingQueue<>();
        final BlockingQueue<InputStream> streams = new LinkedBlockingQueue<>();
        final CountDownLatch letGo = new CountDownLatch(1);

        void work(final String what) throws IOException {
            begun.add(what);
            try {
                letGo.await(20, TimeUnit.SECONDS);
            } catch (final InterruptedException e) {
                throw new IOException(e);
            }
        }
    }

    private static volatile Desk desk = new Desk();

    @Path("/")
    @Produces("text/plain")
    public static final class Resource {

        @GET
        public String get() {
            return "fine";
        }

        @GET
        @Path("slow")
        @Blocking
        public String slow() throws IOException {
            desk.work("slow");
            return "slow";
        }

        @POST
        @Path("file")
        @Blocking
        public String file(final File body) throws IOException {
            desk.work("file");
            final String text = Files.readString(body.toPath());
            desk.read.add(text);
            return text;
        }

        @POST
        @Path("stream")
        @Blocking
        public String stream(final InputStream body) throws IOException {
            desk.work("stream");
            final String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
            desk.read.add(text);
            return text;
        }

        @POST
        @Path("kept")
        public String kept(final InputStream body) {
            desk.streams.add(body);
            return "kept";
        }

        @POST
        @Path("cleaned")
        public String cleaned(final String body) {
            final Cleanables cleanables = ResteasyContext.getRequiredContextData(Cleanables.class);
            for (int i = 0; i < 3; i++) {
                cleanables.addCleanable(() -> cleanables.addCleanable(() -> {}));
            }
            return body;
        }

        @POST
        @Path("length")
        public String length(final String body) {
            return Integer.toString(body.length());
        }

        @POST
        @Path("blocking")
        @Blocking
        public String blocking(final String body) {
            return Integer.toString(body.length());
        }

        @POST
        @Path("document")
        public String document(final JsonNode body) {
            return Integer.toString(body.asText().length());
        }
    }

    /** Tells when it begins, and reads when it may. */
    @Consumes("*/*")
    static final class FileBody implements MessageBodyReader<File> {

        private final FileProvider provider = new FileProvider();

        @Override
        public boolean isReadable(
                final Class<?> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType) {
            return type == File.class;
        }

        @Override
        public File readFrom(
                final Class<File> type,
                final Type genericType,
                final Annotation[] annotations,
                final MediaType mediaType,
                final MultivaluedMap<String, String> headers,
                final InputStream body)
                throws IOException {
            if (mediaType.getSubtype().equals("slow")) {
                desk.work("reader");
            }
            final File file = provider.readFrom(type, genericType, annotations, mediaType, headers, body);
            desk.files.add(file);
            return file;
        }
    }

    private RunningServer server;

    @BeforeEach
    void start() {
        desk = new Desk();
        server = RunningServer.of(
                RestPlugin.withResources(Resource.class).withProviders(new FileBody()),
                Map.of(
                        "jzenith.blocking-threads",
                        2,
                        "rest.instances",
                        1,
                        "rest.max-requests-in-flight",
                        2,
                        "rest.max-buffered-bodies",
                        "512K",
                        "rest.json.max-size-on-event-loop",
                        "1K",
                        "rest.body-timeout",
                        "1s"));
    }

    @AfterEach
    void stop() {
        desk.letGo.countDown();
        server.close();
    }

    private static <T> T next(final BlockingQueue<T> queue) throws InterruptedException {
        final T found = queue.poll(20, TimeUnit.SECONDS);
        assertThat(found).isNotNull();
        return found;
    }

    private RawClient ask(final String head, final String body) throws IOException {
        return RawClient.to(server)
                .send(head + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    /** Disconnects. With one event loop, the server sees the end of a connection before it handles later requests. */
    private void leave(final RawClient client) throws IOException {
        client.close();
        assertThat(server.get("/").body()).isEqualTo("fine");
        assertThat(server.get("/").body()).isEqualTo("fine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "stream"})
    void theBodyOfAMethodThatMayBlockStaysUntilItsEndWhenTheClientLeaves(final String path) throws Exception {
        final RawClient client = ask("POST /" + path, "the body");
        next(desk.begun);
        leave(client);
        desk.letGo.countDown();

        assertThat(next(desk.read)).isEqualTo("the body");
        server.close(); // waits for the work
        assertThat(desk.files).noneMatch(File::exists);
    }

    @Test
    void aFileThatIsMadeAfterTheClientHasLeftIsDeleted() throws Exception {
        final RawClient client = RawClient.to(server)
                .send("POST /file HTTP/1.1\r\nHost: a\r\nContent-Type: text/slow\r\nContent-Length: 8\r\n\r\nthe body");
        assertThat(next(desk.begun)).isEqualTo("reader");
        leave(client);
        desk.letGo.countDown();

        final File file = next(desk.files);
        server.close(); // waits for the work
        assertThat(file).doesNotExist();
    }

    @Test
    void whateverIsToBeCleanedARequestEnds() {
        for (int i = 0; i < 5; i++) {
            assertThat(server.send("POST", "/cleaned", "fine", "Content-Type", "text/plain")
                            .body())
                    .isEqualTo("fine");
        }
    }

    @Test
    void aBodyIsNotReadAfterTheEndOfItsRequest() throws Exception {
        assertThat(server.send("POST", "/kept", "the body", "Content-Type", "text/plain")
                        .body())
                .isEqualTo("kept");
        assertThat(server.get("/").body()).isEqualTo("fine");
        final InputStream kept = next(desk.streams);
        assertThatThrownBy(kept::read).isInstanceOf(IOException.class).hasMessageContaining("The request is over");
    }

    @Test
    void workOfClientsThatHaveLeftIsLimited() throws Exception {
        for (int i = 0; i < 2; i++) {
            final RawClient client = ask("GET /slow", "");
            next(desk.begun);
            leave(client);
        }

        final RunningServer.Answer refused = server.get("/slow");

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(server.get("/").body()).isEqualTo("fine");

        desk.letGo.countDown();
        RunningServer.Answer admitted = server.get("/slow");
        for (int i = 0; i < 10_000 && admitted.status() == 503; i++) {
            admitted = server.get("/slow");
        }
        assertThat(admitted.body()).isEqualTo("slow");
    }

    /** Runs a test in which the executor cannot create threads. */
    private static void withoutThreads(final ExecutorService executor, final Runnable test) {
        final ThreadPoolExecutor threads = (ThreadPoolExecutor) executor;
        final ThreadFactory factory = threads.getThreadFactory();
        threads.setThreadFactory(work -> {
            throw new RejectedExecutionException("no thread");
        });
        try {
            test.run();
        } finally {
            threads.setThreadFactory(factory);
        }
    }

    private RunningServer.Answer post(final String path, final String body, final String type) {
        return server.send("POST", path, body, "Content-Type", type);
    }

    @Test
    void aBodyIsLetGoIfNoThreadCanBeStartedForItsMethod() {
        server.application().get(org.jzenith.core.blocking.Blocking.class).close();
        assertThat(post("/blocking", "x".repeat(SIZE), "text/plain").status()).isEqualTo(500);
        assertThat(post("/length", "x".repeat(SIZE), "text/plain").body()).isEqualTo(Integer.toString(SIZE));
    }

    @Test
    void aDocumentIsLetGoIfNoThreadCanBeStartedToReadIt() {
        final String document = '"' + "x".repeat(SIZE) + '"';
        final WorkerExecutor documents =
                server.application().get(Vertx.class).createSharedWorkerExecutor("jzenith-documents");
        withoutThreads(
                ((WorkerExecutorInternal) documents).getPool().executor(),
                () -> assertThat(post("/document", document, "application/json").status())
                        .isEqualTo(500));
        documents.close();
        assertThat(post("/length", "x".repeat(SIZE), "text/plain").body()).isEqualTo(Integer.toString(SIZE));
        assertThat(post("/document", document, "application/json").body()).isEqualTo(Integer.toString(SIZE));
    }
}
