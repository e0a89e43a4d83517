package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.concurrent.GlobalEventExecutor;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import io.smallrye.common.annotation.Blocking;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;

/** Requests and signals while the memory runs out. */
final class OutOfMemoryTest {

    private static final int CLIENTS = 8;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void requestsWithoutMemoryAre500AndLoggedTheOthersAreAnsweredAgainAndASignalEndsTheProcess() throws Exception {
        try (Running running = Running.start()) {
            for (final String path : List.of("/now", "/later", "/blocking", "/wrapped")) {
                final List<CompletableFuture<HttpResponse<String>>> answers = Stream.generate(() -> path)
                        .limit(CLIENTS)
                        .map(each -> client.sendAsync(running.get(each), BodyHandlers.ofString()))
                        .toList();
                for (final CompletableFuture<HttpResponse<String>> answer : answers) {
                    assertThat(answer.get(60, TimeUnit.SECONDS).statusCode())
                            .as(path)
                            .isEqualTo(500);
                }
                assertThat(client.send(running.get("/"), BodyHandlers.ofString())
                                .body())
                        .isEqualTo("fine");
            }
            running.process.toHandle().destroy();
            assertThat(running.output())
                    .contains(
                            "GET /now failed",
                            "GET /later failed",
                            "GET /blocking failed",
                            "GET /wrapped failed",
                            "java.lang.OutOfMemoryError: Java heap space",
                            "Stopped after");
            assertThat(running.process.waitFor()).isIn(0, 143);
        }
    }

    @Test
    @Tag("full")
    void aBodyOfMillionsOfElementsThatAMethodCollectsIs413() throws Exception {
        final Map<String, String> bodies = new LinkedHashMap<>();
        bodies.put("text/csv", "a\n" + "1\n".repeat(4_950_000));
        bodies.put("application/x-ndjson", "{}\n".repeat(3_300_000));
        bodies.put("application/json", "[{}" + ",{}".repeat(3_300_000) + "]");
        try (Running running = Running.start()) {
            for (final Map.Entry<String, String> body : bodies.entrySet()) {
                final HttpRequest.Builder request = HttpRequest.newBuilder(running.uri("/collected"))
                        .header("Content-Type", body.getKey())
                        .POST(HttpRequest.BodyPublishers.ofString(body.getValue()));
                assertThat(client.send(request.build(), BodyHandlers.ofString()).body())
                        .as(body.getKey())
                        .contains("\"status\":413", "\"limit\":\"max-");
                assertThat(client.send(running.get("/"), BodyHandlers.ofString())
                                .body())
                        .isEqualTo("fine");
            }
        }
    }

    @Test
    @Tag("full")
    void theProcessEndsWhenAnEventLoopHasEndedAndDoesNotWaitForItsRequests() throws Exception {
        try (Running running = Running.start()) {
            client.sendAsync(running.get("/end-loop"), BodyHandlers.ofString());
            assertThat(running.output())
                    .contains("An event loop ended", "Stopped with")
                    .doesNotContain("did not end within");
            assertThat(running.process.waitFor()).isEqualTo(3);
        }
    }

    @Test
    @Tag("full")
    void theProcessEndsWhenItsHeapStaysFull() throws Exception {
        try (Running running = Running.start()) {
            client.sendAsync(running.get("/fill"), BodyHandlers.ofString());
            assertThat(running.output()).contains("More than 95 % of the heap (", " MiB) has been in use for 10 s");
            assertThat(running.process.waitFor()).isEqualTo(3);
        }
    }

    @Test
    @Tag("full")
    void theProcessEndsWhenNothingIsLeftOfItsHeap() throws Exception {
        try (Running running = Running.start()) {
            client.sendAsync(running.get("/exhaust"), BodyHandlers.ofString());
            running.output();
            assertThat(running.process.waitFor()).isEqualTo(3);
        }
    }

    @Test
    @Tag("full")
    void anApplicationWhoseVertxIsClosedByItselfEndsInOrder() throws Exception {
        try (Running running = Running.start()) {
            client.sendAsync(running.get("/close-vertx"), BodyHandlers.ofString());
            assertThat(running.output()).doesNotContain("An event loop ended");
            assertThat(running.process.waitFor()).isZero();
        }
    }

    private record Running(Process process, BufferedReader reader, String address) implements AutoCloseable {

        static Running start() throws IOException {
            final Process process = new ProcessBuilder(
                            java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx96m",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Main.class.getName())
                    .redirectErrorStream(true)
                    .start();
            final BufferedReader reader =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.contains("Open at [")) {
                    return new Running(process, reader, line.replaceAll(".*Open at \\[(\\S+)].*", "$1"));
                }
            }
            throw new AssertionError("It did not open.");
        }

        URI uri(final String path) {
            return URI.create(address + path);
        }

        HttpRequest get(final String path) {
            return HttpRequest.newBuilder(uri(path))
                    .timeout(Duration.ofSeconds(60))
                    .build();
        }

        /** Waits for the end of the process and returns its output. */
        String output() throws IOException {
            final StringBuilder all = new StringBuilder();
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                all.append(line).append('\n');
            }
            return all.toString();
        }

        @Override
        public void close() throws IOException {
            process.destroyForcibly();
            reader.close();
        }
    }

    public record Row(String a) {}

    /** The program under test. */
    static final class Main {

        private Main() {}

        static volatile RunningApplication application;

        public static void main(final String... arguments) {
            application = JZenith.application(arguments)
                    .withPlugins(RestPlugin.withResources(Hungry.class))
                    .withOverridingConfiguration("rest.port", 0)
                    .withOverridingConfiguration("rest.request-timeout", "60s")
                    .withOverridingConfiguration("jzenith.drain-timeout", "5s")
                    .run();
        }
    }

    @Path("/")
    @Produces(MediaType.TEXT_PLAIN)
    public static final class Hungry {

        @GET
        public String get() {
            return "fine";
        }

        @POST
        @Path("collected")
        @Consumes({"application/json", "application/x-ndjson", "text/csv"})
        public Single<Integer> collected(final Flowable<Row> rows) {
            return rows.toList().map(List::size);
        }

        @GET
        @Path("now")
        public String now() {
            return eat();
        }

        @GET
        @Path("later")
        public Single<String> later() {
            return Single.timer(1, TimeUnit.MILLISECONDS, Schedulers.computation())
                    .map(now -> eat());
        }

        @GET
        @Path("blocking")
        @Blocking
        public String blocking() {
            return eat();
        }

        @GET
        @Path("wrapped")
        public Single<String> wrapped() {
            return Single.error(() -> {
                try {
                    return new IllegalStateException(eat());
                } catch (final OutOfMemoryError e) {
                    return new IllegalArgumentException("the connection failed", e);
                }
            });
        }

        /** Leaves about a megabyte, and uses that again and again. */
        @GET
        @Path("fill")
        @Blocking
        public String fill() {
            final byte[][] all = new byte[20_000][];
            int size = 0;
            for (int most = all.length; ; ) {
                try {
                    final byte[] next = new byte[10_000];
                    if (size < most) {
                        all[size++] = next;
                    }
                } catch (final OutOfMemoryError e) {
                    for (int i = 0; i < 150; i++) {
                        all[--size] = null;
                    }
                    most = size;
                }
            }
        }

        /** Takes each byte that becomes free. */
        @GET
        @Path("exhaust")
        @Blocking
        public String exhaust() {
            Object[] all = new Object[1];
            for (int size = 1 << 20; ; ) {
                try {
                    final Object[] next = new Object[size];
                    next[0] = all;
                    all = next;
                } catch (final OutOfMemoryError e) {
                    size = Math.max(1, size / 2);
                }
            }
        }

        @GET
        @Path("end-loop")
        public Single<String> endLoop() {
            ((ContextInternal) Vertx.currentContext()).nettyEventLoop().shutdownGracefully(0, 0, TimeUnit.SECONDS);
            return Single.never();
        }

        @GET
        @Path("close-vertx")
        public Single<String> closeVertx() {
            final Vertx vertx = Vertx.currentContext().owner();
            new Thread(() -> {
                        vertx.close().toCompletionStage().toCompletableFuture().join();
                        GlobalEventExecutor.INSTANCE
                                .submit(() -> {}) // comes after all who are told of the end of the loops
                                .syncUninterruptibly();
                        Main.application.close();
                    })
                    .start();
            return Single.never();
        }

        /** In blocks so large that the event loops keep some memory for themselves: Netty ends a loop that gets none. */
        private static String eat() {
            final List<byte[]> all = new ArrayList<>();
            for (; ; ) {
                all.add(new byte[32 << 20]);
            }
        }
    }
}
