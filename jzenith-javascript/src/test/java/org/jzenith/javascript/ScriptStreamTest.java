package org.jzenith.javascript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jzenith.test.internal.leak.Polling.until;

import io.reactivex.Flowable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.URLConnection;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.javascript.script.ScriptApi;
import org.jzenith.javascript.script.ScriptRequest;
import org.jzenith.postgresql.PostgresqlPlugin;
import org.jzenith.rest.RestPlugin;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.TestStream;

/** Async iterables as responses, and streams of rows. */
@Timeout(120)
class ScriptStreamTest {

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(), PostgresqlPlugin.create(), JavaScriptPlugin.at("/api", "sql-handlers"))
            .withConfiguration("jzenith.event-loops", 2));

    /** An application whose turns are short. */
    @RegisterExtension
    static final JZenithExtension SHORT_TURNS = JZenithExtension.of(() -> JZenith.application()
                    .withPlugins(
                            RestPlugin.withResources(),
                            PostgresqlPlugin.create(),
                            JavaScriptPlugin.at("/api", "sql-handlers"))
                    .withModules(binder -> ScriptApi.binder(binder).addBinding().toInstance(new Numbers()))
                    .withConfiguration("jzenith.event-loops", 1))
            .withoutEventLoopCheck();

    private static final int ELEMENTS = 10_000;

    private static final AtomicInteger EMITTED = new AtomicInteger();

    /** The object {@code numbers}: a million of them, which are counted as they are emitted. */
    private record Numbers() implements ScriptApi {

        @Override
        public String name() {
            return "numbers";
        }

        @Override
        public Object create(final ScriptRequest request) {
            return request.iterable(
                    "numbers", Flowable.range(1, 1_000_000).doOnNext(n -> EMITTED.incrementAndGet()), n -> n);
        }
    }

    private static <T> HttpResponse<T> get(
            final String path, final String accept, final HttpResponse.BodyHandler<T> body)
            throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(
                                        "http://localhost:" + APP.application().port() + path))
                                .header("Accept", accept)
                                .build(),
                        body);
    }

    private static String body(final String path, final String accept) throws IOException, InterruptedException {
        return get(path, accept, HttpResponse.BodyHandlers.ofString()).body();
    }

    @Test
    void theClientChoosesTheFormat() throws IOException, InterruptedException {
        assertThat(body("/api/generated?count=2", "application/json")).isEqualTo("[{\"n\":0},{\"n\":1}]");
        assertThat(body("/api/generated?count=0", "*/*")).isEqualTo("[]");
        assertThat(body("/api/generated?count=2", "application/x-ndjson")).isEqualTo("{\"n\":0}\n{\"n\":1}\n");
        final HttpResponse<String> events =
                get("/api/generated?count=2", "text/event-stream", HttpResponse.BodyHandlers.ofString());
        assertThat(events.body()).isEqualTo("data: {\"n\":0}\n\ndata: {\"n\":1}\n\n");
        assertThat(events.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(events.headers().allValues("Vary")).contains("Accept");
        assertThat(get("/api/generated?count=2", "image/png", HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(406);
    }

    @Test
    void aShortStreamIsAnOrdinaryResponse() throws IOException, InterruptedException {
        assertThat(get("/api/generated?count=2", "*/*", HttpResponse.BodyHandlers.ofString())
                        .headers()
                        .firstValue("Content-Length"))
                .contains("17");
    }

    @Test
    void manyRowsPassThroughInTurns() throws IOException, InterruptedException {
        assertThat(rows("/api/numbers?count=100000")).isEqualTo(100_000);
    }

    @Test
    @Tag("full")
    @Timeout(600)
    void aMillionRowsPassThroughInTurns() throws IOException, InterruptedException {
        assertThat(rows("/api/numbers?count=1000000")).isEqualTo(1_000_000);
    }

    private static long rows(final String path) throws IOException, InterruptedException {
        final HttpResponse<InputStream> response =
                get(path, "application/x-ndjson", HttpResponse.BodyHandlers.ofInputStream());
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            return lines.lines().count();
        }
    }

    /** The client reads one element. The source waits when ten requests in a row have seen no further one. */
    @Test
    void aGeneratorWaitsForAClientThatDoesNotRead() {
        try (TestStream<String> elements = SHORT_TURNS
                .http()
                .withTimeout(Duration.ofMinutes(2))
                .lines("/api/counted?count=" + ELEMENTS, String.class)) {
            elements.next();
            final List<String> counts = new ArrayList<>();
            until(() -> {
                counts.add(SHORT_TURNS.http().get("/api/yielded").body());
                return counts.size() > 10 && counts.get(counts.size() - 11).equals(counts.get(counts.size() - 1));
            });
            assertThat(Integer.parseInt(counts.get(counts.size() - 1))).isLessThan(ELEMENTS / 2);
            assertThat(elements.remaining()).hasSize(ELEMENTS - 1);
        }
    }

    @Test
    void aSourceOfJavaEmitsTwoBatchesForTheFirstElement() {
        EMITTED.set(0);
        assertThat(SHORT_TURNS.http().get("/api/first").body()).isEqualTo("1");
        assertThat(EMITTED).hasValueLessThanOrEqualTo(64);
    }

    @Test
    void rowsAreIteratedAndTheRestIsCancelled() throws IOException, InterruptedException {
        assertThat(body("/api/sum?count=1000&until=0", "*/*")).isEqualTo("500500");
        assertThat(body("/api/sum?count=1000000&until=100", "*/*")).isEqualTo("5050");
    }

    @Test
    void aMillionRowsInOneTurnAreInterrupted() {
        SHORT_TURNS.http().get("/api/all?count=1000000").expectStatus(503);
        SHORT_TURNS.http().get("/api/empty").expectStatus(204);
    }

    /** As in Java, so that a client which connects again does not delay the stop. */
    @Test
    void theStopEndsEvents(@TempDir final Path folder) throws IOException {
        Files.writeString(
                folder.resolve("events.js"),
                "import { get } from 'jzenith'\n"
                        + "get('/events', async function * () { yield 1; await new Promise(() => {}) })\n");
        final RunningApplication application = JZenith.application()
                .withPlugins(RestPlugin.withResources(), JavaScriptPlugin.at("/api", folder.toString()))
                .withConfiguration("rest.port", 0)
                .withOverridingConfiguration("javascript.max-turn", "10s")
                .run();
        final URLConnection client = URI.create("http://localhost:" + application.port() + "/api/events")
                .toURL()
                .openConnection();
        client.setRequestProperty("Accept", "text/event-stream");
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isEqualTo("data: 1");
            application.close();
            assertThat(lines.lines()).containsExactly("");
        }
    }

    @Test
    void aFailureOfLinesOrEventsIsTheLastLineOrEvent() throws IOException {
        assertThat(last("/api/failing?count=1000", "application/x-ndjson")).contains("\"status\":500", "\"id\":");
        assertThat(last("/api/failing?count=1000", "text/event-stream"))
                .startsWith("data: {")
                .contains("\"status\":500");
        assertThat(last("/api/failing?count=1000&status=409", "application/x-ndjson"))
                .contains("\"status\":409", "\"detail\":\"the source broke\"");
    }

    /** Returns the last document of a response that is broken off. */
    private static String last(final String path, final String accept) throws IOException {
        try (Socket socket = new Socket("localhost", APP.application().port())) {
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: " + accept + "\r\n\r\n")
                            .getBytes(StandardCharsets.UTF_8));
            final String response = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(response).doesNotContain("\r\n0\r\n"); // the last chunk, which ends a whole response
            return response.lines()
                    .filter(line -> line.contains("{"))
                    .reduce((before, line) -> line)
                    .orElse("");
        }
    }

    @Test
    void aFailureAfterTheFirstByteBreaksTheConnectionOff() throws IOException, InterruptedException {
        assertThat(get("/api/failing?count=1", "*/*", HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(500);
        assertThatThrownBy(() -> body("/api/failing?count=1000", "*/*")).isInstanceOf(IOException.class);
    }
}
