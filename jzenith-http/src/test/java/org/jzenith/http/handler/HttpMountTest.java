package org.jzenith.http.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.vertx.core.buffer.Buffer;
import java.lang.ref.WeakReference;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.core.problem.StartException;

/** Several handlers answer the requests of one listener. */
final class HttpMountTest {

    private final List<RequestEvent> events = new CopyOnWriteArrayList<>();
    private final EchoPlugin echo = new EchoPlugin(Duration.ofSeconds(1));
    private final RunningApplication application = JZenith.application()
            .withPlugins(
                    echo,
                    new GreetingPlugin("beside", "/beside", "echo"),
                    new GreetingPlugin("root", "/", "echo"),
                    new GreetingPlugin("same", "/echo", "echo"),
                    new GreetingPlugin("below.deep", "/echo/a.b/c", "echo"))
            .withModules(binder -> Observers.binder(binder).addBinding().toInstance(new Recorder()))
            .run();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

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

    @Test
    void theShortestHandlerAnswers() throws Exception {
        // region shortest
        final RequestHandler hello = exchange -> () -> exchange.response().send("text/plain", Buffer.buffer("Hello"));
        // endregion
        try (RunningApplication other = JZenith.application()
                .withPlugins(new EchoPlugin(Duration.ofSeconds(60)))
                .withModules(binder -> HttpMount.binder(binder)
                        .addBinding()
                        .toInstance(HttpMount.at("/hello", "hello", hello).onListenerOf("echo")))
                .run()) {
            final HttpRequest request =
                    HttpRequest.newBuilder(URI.create(other.uri() + "/hello")).build();
            assertThat(client.send(request, HttpResponse.BodyHandlers.ofString())
                            .body())
                    .isEqualTo("Hello");
        }
    }

    /** A server has thousands of idle connections, whose last requests may have had kilobytes of headers. */
    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void anIdleConnectionKeepsNoHeaders(final String method) throws Exception {
        final List<WeakReference<Object>> heads = new CopyOnWriteArrayList<>();
        final RequestHandler hello = exchange -> () -> {
            heads.add(new WeakReference<>(exchange.request().headers()));
            final Runnable answer = () -> exchange.response().send("text/plain", Buffer.buffer("Hello"));
            if (exchange.isBodyOutstanding()) {
                exchange.body().receive(answer);
            } else {
                answer.run();
            }
        };
        try (RunningApplication other = JZenith.application()
                .withPlugins(new EchoPlugin(Duration.ofSeconds(60)))
                .withModules(binder -> HttpMount.binder(binder)
                        .addBinding()
                        .toInstance(HttpMount.at("/hello", "hello", hello).onListenerOf("echo")))
                .run()) {
            final HttpRequest request = HttpRequest.newBuilder(URI.create(other.uri() + "/hello"))
                    .method(
                            method,
                            method.equals("GET")
                                    ? HttpRequest.BodyPublishers.noBody()
                                    : HttpRequest.BodyPublishers.ofString("body"))
                    .build();
            assertThat(client.send(request, HttpResponse.BodyHandlers.ofString())
                            .body())
                    .isEqualTo("Hello");
            Await.until("the headers are collected", () -> {
                System.gc();
                return heads.get(0).get() == null;
            });
        }
    }

    @AfterEach
    void stop() {
        application.stop();
    }

    private HttpResponse<String> get(final String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(application.uri() + path))
                        .timeout(Duration.ofSeconds(20))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @ParameterizedTest
    @CsvSource({
        "/beside, beside [/beside][]",
        "/beside/, beside [/beside][/]",
        "/beside?a=b, beside [/beside][]",
        "/beside/x/y, beside [/beside][/x/y]",
        "/%62eside/x, beside [/beside][/x]",
        "/besides, root [][/besides]",
        "/besid, root [][/besid]",
        "/Beside, root [][/Beside]",
        "/, root [][/]",
        "/echo, GET /echo",
        "/echo/a.b, GET /echo/a.b",
        "/echo/a.b/c, below.deep [/echo/a.b/c][]",
        "/echo/a.b/c/d, below.deep [/echo/a.b/c][/d]",
        "/echo/a.b/cd, GET /echo/a.b/cd",
        "/x/../beside, beside [/beside][]",
        "/beside/../x, root [][/x]",
        "/beside/%2e%2E/x/., root [][/x/]",
        "/beside/./%7ex/%c3%bc, beside [/beside][/~x/%C3%BC]",
        "/beside/..?a=/../%7e, root [][/]",
        "/beside/x//../y, beside [/beside][/x/y]",
        "/x%2f..%2fbeside, root [][/x%2F..%2Fbeside]",
        "/x/..;a/beside, root [][/x/..;a/beside]",
        "/x/%252e%252e/beside, root [][/x/%252e%252e/beside]",
        "/.../.well-known/a..b/.c, root [][/.../.well-known/a..b/.c]",
        "//beside, root [][//beside]",
        "http://here/x/../beside, beside [/beside][]",
        "/../beside, 400 The path of the request target leads above the root. /../beside",
        "/x/%2e%2e/../beside, 400 The path of the request target leads above the root. /x/%2e%2e/../beside",
    })
    void theLongestPathWins(final String path, final String answer) throws Exception {
        // Not by the JDK's client, which changes paths.
        try (Socket socket = new Socket("localhost", application.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            final String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(text.substring(text.indexOf("\r\n\r\n")).strip()).isEqualTo(answer);
        }
    }

    @Test
    void whatTheOwnHandlerPassesGoesToTheMountAtItsPath() throws Exception {
        final HttpResponse<String> answer = get("/echo/passed/on");
        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(answer.body()).isEqualTo("same [/echo][/passed/on]");
        assertThat(answer.headers().firstValue("Greeted")).contains("yes");
        assertThat(answer.headers().firstValue("X-Request-Id")).isPresent();
        echo.await("passed");
        assertThat(echo.told).containsExactly("finished", "passed");
        Await.until("three events", () -> events.size() >= 3);
        assertThat(events)
                .extracting(event -> event.getClass().getSimpleName())
                .containsExactly("Begun", "Matched", "Answered");
        assertThat(((RequestEvent.Matched) events.get(1)).route()).isEqualTo("/echo/*");
        assertThat(((RequestEvent.Matched) events.get(1)).handler()).isEqualTo("same");
    }

    @Test
    void withoutAMountAtItsPathNothingIsPassed() throws Exception {
        final EchoPlugin alone = new EchoPlugin(Duration.ofSeconds(60));
        try (RunningApplication other = JZenith.application()
                .withPlugins(alone, new GreetingPlugin("root", "/", "echo"))
                .run()) {
            final HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create(other.uri() + "/echo/passed"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.body()).isEqualTo("GET /echo/passed ");
            alone.await("finished");
            assertThat(alone.told).containsExactly("finished");
        }
    }

    @Test
    void aMountHasTheLimitsOfTheListener() throws Exception {
        final HttpResponse<String> late = get("/beside/later");
        assertThat(late.statusCode()).isEqualTo(503);
        assertThat(late.body())
                .isEqualTo(
                        "503 The request took too long. Its time was used up in the stage 'resource'. /beside/later");
        assertThat(get("/echo/passed/../passed").statusCode()).isEqualTo(201);
        assertThat(echo.told).noneMatch(told -> told.startsWith("The request took too long."));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/beside", "/echo/passed"})
    void whatAMountThrowsIsAnsweredAsTheListenerSays(final String path) throws Exception {
        final boolean passed = path.equals("/echo/passed");
        final HttpResponse<String> broken = get(passed ? "/echo/passed" : "/beside/broken");
        assertThat(broken.statusCode()).isEqualTo(passed ? 201 : 500);
        if (!passed) {
            assertThat(broken.body()).isEqualTo("GET /beside/broken failed");
            assertThat(get("/beside/malformed").body()).isEqualTo("400 It is malformed. /beside/malformed");
        }
    }

    @Test
    void aRefusedRequestReachesNoHandler() throws Exception {
        try (Socket socket = new Socket("localhost", application.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write("GET /beside HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 400")
                    .endsWith("400 The Host header is missing. /beside");
        }
    }

    @Test
    void twoMountsAtOnePathFailTheStart() {
        final StartException refused = catchThrowableOfType(
                StartException.class,
                () -> JZenith.application()
                        .withPlugins(
                                new EchoPlugin(Duration.ofSeconds(60)),
                                new GreetingPlugin("files", "/app/", "echo"),
                                new GreetingPlugin("sockets", "/app", "echo"))
                        .run());
        assertThat(refused.problems()).hasSize(1);
        assertThat(refused.problems().get(0).toString())
                .contains("Two plugins handle the path '/app' of the listener 'echo'.")
                .contains("'files'", "'sockets'")
                .contains("Change the path of one of them.");
    }

    @Test
    void aMountForAnotherListenerAnswersNothingHere() throws Exception {
        final List<String> names = new ArrayList<>();
        try (RunningApplication other = JZenith.application()
                .withPlugins(new EchoPlugin(Duration.ofSeconds(60)))
                .withModules(binder -> HttpMount.binder(binder)
                        .addBinding()
                        .toInstance(HttpMount.at("/x", "x", exchange -> () -> names.add("called"))))
                .run()) {
            assertThat(client.send(
                                    HttpRequest.newBuilder(URI.create(other.uri() + "/x"))
                                            .build(),
                                    HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(404);
            assertThat(names).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "app", "/a b", "/a?b", "/a//b", "//", "/../a", "/a/.", "/a%20b", "/ä", "/a;b"})
    void aPathThatNoRequestHasIsRefused(final String path) {
        assertThatThrownBy(() -> HttpMount.at(path, "x", exchange -> () -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + path + "'");
    }
}
