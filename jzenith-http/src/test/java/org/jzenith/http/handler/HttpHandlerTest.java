package org.jzenith.http.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;

/** A plugin that answers HTTP without Jakarta REST gets limits, time-outs and a clean stop from this module. */
final class HttpHandlerTest {

    private final EchoPlugin echo = new EchoPlugin(Duration.ofSeconds(1));
    private final RunningApplication application =
            JZenith.application().withPlugins(echo).run();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @AfterEach
    void stop() {
        application.stop();
    }

    private HttpRequest.Builder request(final String path) {
        return HttpRequest.newBuilder(URI.create(application.uri() + path)).timeout(Duration.ofSeconds(20));
    }

    private HttpResponse<String> send(final HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aRequestAndItsBodyReachTheHandler() throws Exception {
        assertThat(send(request("/echo/a?b=c")).body()).isEqualTo("GET /echo/a?b=c ");
        final HttpResponse<String> posted = send(request("/echo/a").POST(HttpRequest.BodyPublishers.ofString("words")));
        assertThat(posted.statusCode()).isEqualTo(200);
        assertThat(posted.body()).isEqualTo("POST /echo/a words");
        assertThat(posted.headers().firstValue("X-Request-Id")).isPresent();
        echo.await("finished");
        assertThat(echo.told).containsExactly("finished", "finished");
    }

    @Test
    void problemsAreWrittenAsTheHandlerSays() throws Exception {
        assertThat(send(request("/elsewhere")).body()).isEqualTo("404 There is nothing at this path. /elsewhere");
        final HttpResponse<String> tooLarge = send(
                request("/echo/a").POST(HttpRequest.BodyPublishers.ofByteArray(new byte[EchoPlugin.MAX_BODY + 1])));
        assertThat(tooLarge.statusCode()).isEqualTo(413);
        assertThat(tooLarge.headers().firstValue("Content-Type")).contains("application/problem+json");
        final HttpResponse<String> broken = send(request("/echo/broken"));
        assertThat(broken.statusCode()).isEqualTo(500);
        assertThat(broken.body()).isEqualTo("GET /echo/broken failed");
        echo.await("failed: broken");
    }

    @ParameterizedTest
    @CsvSource({
        "5, false, false", "5, true, false", "5, false, true", "5, true, true",
        "300000, false, false", "300000, true, false", "300000, false, true", "300000, true, true",
    })
    void aBodyThatTheHandlerDoesNotReadEndsTheConnection(
            final int length, final boolean waitsForContinue, final boolean pipelined) throws Exception {
        try (Socket socket = new Socket("localhost", application.port())) {
            socket.setSoTimeout(20_000);
            final String head = "POST /echo/unread HTTP/1.1\r\nHost: here\r\nContent-Length: " + length + "\r\n"
                    + (waitsForContinue ? "Expect: 100-continue\r\n\r\n" : "\r\n" + "x".repeat(length));
            final String next = pipelined ? "GET /echo/next HTTP/1.1\r\nHost: here\r\n\r\n" : "";
            socket.getOutputStream().write((head + next).getBytes(StandardCharsets.US_ASCII));
            final String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer)
                    .startsWith("HTTP/1.1 200 OK")
                    .containsIgnoringCase("\r\nconnection: close\r\n")
                    .endsWith("\r\n\r\nPOST /echo/unread ");
        }
    }

    @Test
    void aBodyThatTheHandlerDoesNotReadEndsTheConnectionAfterAStream() throws Exception {
        try (Socket socket = new Socket("localhost", application.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(("POST /echo/pieces HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\n\r\nhello"
                                    + "GET /echo/next HTTP/1.1\r\nHost: here\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200 OK")
                    .containsIgnoringCase("\r\nconnection: close\r\n")
                    .endsWith("\r\n4\r\none \r\n3\r\ntwo\r\n0\r\n\r\n");
        }
    }

    @Test
    void aBodyOfNoBytesIsRead() throws Exception {
        try (Socket socket = new Socket("localhost", application.port())) {
            socket.setSoTimeout(20_000);
            final String request = " /echo/unread HTTP/1.1\r\nHost: here\r\nContent-Length: 0\r\n";
            socket.getOutputStream()
                    .write(("POST" + request + "\r\nPUT" + request + "Connection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .contains("POST /echo/unread ", "PUT /echo/unread ");
        }
    }

    @Test
    void aHandlerThatCannotPrepareItsCallIsAnswered500() throws Exception {
        final HttpResponse<String> early = send(request("/echo/a").header("Too-Early", "yes"));
        assertThat(early.statusCode()).isEqualTo(500);
        assertThat(early.body()).isEqualTo("GET /echo/a failed");
    }

    @Test
    void aRequestForWhichThereIsNoRoomCostsNoCall() throws Exception {
        final EchoPlugin full = new EchoPlugin(Duration.ofSeconds(60), 1);
        try (RunningApplication other = JZenith.application().withPlugins(full).run()) {
            final CompletableFuture<HttpResponse<String>> first = client.sendAsync(
                    HttpRequest.newBuilder(URI.create(other.uri() + "/echo/later"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            full.await("begun");
            final HttpResponse<String> refused = send(HttpRequest.newBuilder(URI.create(other.uri() + "/echo/a")));
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body())
                    .startsWith("503 The server is overloaded (max-requests-in-flight). Retry later.");
            assertThat(refused.headers().firstValue("X-Request-Id")).isPresent();
            assertThat(full.tasks).hasValue(1);
            assertThat(first).isNotDone();
        }
    }

    @Test
    void aBodyIsReleasedOnce() throws Exception {
        final HttpResponse<String> answer =
                send(request("/echo/released").POST(HttpRequest.BodyPublishers.ofString("words")));
        assertThat(answer.body()).isEqualTo("POST /echo/released words");
    }

    @Test
    void anUpgradeThatFailsIsUndone() throws Exception {
        try (Socket socket = new Socket("localhost", application.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(("GET /echo/upgraded HTTP/1.1\r\nHost: here\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\n"
                                    + "GET /echo/next HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            final String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answers)
                    .startsWith("HTTP/1.1 500 ")
                    .doesNotContainIgnoringCase("\r\nupgrade: ")
                    .endsWith("\r\n\r\nGET /echo/next ");
            assertThat(echo.told.get(0)).isEqualTo("removed");
            assertThat(echo.context.isEnded()).isTrue();
        }
    }

    @Test
    void aRequestThatIsNotAnsweredInTimeIsEnded() throws Exception {
        final HttpResponse<String> late = send(request("/echo/later"));
        assertThat(late.statusCode()).isEqualTo(503);
        echo.await("The request took too long. Its time was used up in the stage 'resource'.");
        assertThat(echo.told)
                .containsExactly(
                        "begun",
                        "finished",
                        "The request took too long. Its time was used up in the stage 'resource'.");
    }

    @Test
    void aClientThatDisconnectsEndsItsRequest() throws Exception {
        final EchoPlugin patient = new EchoPlugin(Duration.ofSeconds(60));
        try (RunningApplication other =
                JZenith.application().withPlugins(patient).run()) {
            try (Socket socket = new Socket("localhost", other.port())) {
                socket.getOutputStream()
                        .write("GET /echo/later HTTP/1.1\r\nHost: here\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                patient.await("begun");
            }
            patient.await("disconnected");
            assertThat(patient.told).containsExactly("begun", "finished", "disconnected");
        }
    }

    @Test
    void theStopEndsTheRequestsInFlightAndClosesThePort() throws Exception {
        final EchoPlugin patient = new EchoPlugin(Duration.ofSeconds(60));
        final RunningApplication other =
                JZenith.application().withPlugins(patient).run();
        final URI address = other.uri();
        final CompletableFuture<HttpResponse<String>> answer = client.sendAsync(
                HttpRequest.newBuilder(URI.create(address + "/echo/later")).build(),
                HttpResponse.BodyHandlers.ofString());
        patient.await("begun");
        other.stop();
        assertThat(answer.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(503);
        assertThat(patient.told).containsExactly("begun", "finished", "The server is stopping.");
        assertThatThrownBy(() -> client.send(
                        HttpRequest.newBuilder(URI.create(address + "/echo/a")).build(),
                        HttpResponse.BodyHandlers.ofString()))
                .isInstanceOf(ConnectException.class);
    }
}
