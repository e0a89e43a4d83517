package org.jzenith.http.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Single;
import io.reactivex.SingleObserver;
import io.reactivex.disposables.Disposables;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.problem.StartException;
import org.jzenith.http.file.StaticFiles;

/** Guards decide about the requests of a listener before its handlers. */
final class ListenerGuardTest {

    private static final GuardDecision UNKNOWN =
            GuardDecision.refuse(401, "Say who you are.").withHeader("WWW-Authenticate", "Bearer");

    private EchoPlugin echo = new EchoPlugin(Duration.ofSeconds(1));
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final CountDownLatch disposed = new CountDownLatch(1);
    private final Vertx vertx = Vertx.vertx();

    @TempDir
    private Path folder;

    private RunningApplication application;

    @AfterEach
    void stop() throws Exception {
        application.stop();
        vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    private void run(final ListenerGuard... guards) throws IOException {
        Files.writeString(folder.resolve("salaries.txt"), "SECRET");
        application = JZenith.application()
                .withPlugins(
                        echo,
                        new GreetingPlugin("beside", "/beside", "echo"),
                        StaticFiles.of(StaticFiles.at("/files", folder.toString()))
                                .onListenerOf("echo"))
                .withModules(binder -> {
                    for (final ListenerGuard guard : guards) {
                        ListenerGuard.binder(binder).addBinding().toInstance(guard);
                    }
                })
                .run();
    }

    private static ListenerGuard guard(final ListenerGuard guard) {
        return guard.onListenerOf("echo");
    }

    private ListenerGuard never() {
        return guard(request -> {
            asked.add(String.valueOf(
                    Objects.requireNonNull(RequestContext.current()).deadline().isUsedUp()));
            return Single.<GuardDecision>never().doOnDispose(disposed::countDown);
        });
    }

    /** All that comes until the server closes the connection. */
    private String raw(final String request) throws IOException {
        try (Socket socket = connect(request)) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Socket connect(final String request) throws IOException {
        final Socket socket = new Socket("localhost", application.port());
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private String get(final String path) throws IOException {
        return raw("GET " + path + " HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/echo", "/echo/passed", "/beside", "/files/salaries.txt", "/", "/nothing", "/echo/broken"})
    void noHandlerSeesARefusedRequest(final String path) throws Exception {
        run(guard(request -> {
            asked.add(request.path() + " " + request.relativePath());
            return Single.just(UNKNOWN);
        }));
        assertThat(get(path))
                .startsWith("HTTP/1.1 401 ")
                .containsIgnoringCase("\r\nWWW-Authenticate: Bearer\r\n")
                .containsIgnoringCase("\r\nContent-Type: application/problem+json\r\n")
                .containsIgnoringCase("\r\nX-Request-Id: ")
                .endsWith("\r\n\r\n401 Say who you are. " + path);
        assertThat(echo.tasks).hasValue(0);
        assertThat(asked).containsExactly(path + " " + path);
    }

    @Test
    void aRequestThatPassesGetsItsHandler() throws Exception {
        run(guard(request -> Single.just(GuardDecision.pass())));
        assertThat(get("/echo/a?b")).endsWith("\r\n\r\nGET /echo/a?b ");
        assertThat(get("/beside/x")).endsWith("\r\n\r\nbeside [/beside][/x]");
        assertThat(get("/files/salaries.txt")).endsWith("\r\n\r\nSECRET");
        assertThat(get("/nothing")).startsWith("HTTP/1.1 404 ");
        assertThat(get("/echo/broken")).startsWith("HTTP/1.1 500 ");
        assertThat(get("/beside/malformed")).startsWith("HTTP/1.1 400 ");
        echo.await("finished");
    }

    @Test
    void malformedRequestsAreRefusedBeforeTheGuard() throws Exception {
        run(guard(request -> {
            asked.add(request.path());
            return Single.just(UNKNOWN);
        }));
        assertThat(raw("GET /echo HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 400 ");
        assertThat(get("/../echo")).startsWith("HTTP/1.1 400 ");
        assertThat(asked).isEmpty();
    }

    @Test
    void aGuardMayAnswerLaterOnAnotherThread() throws Exception {
        run(guard(request -> Single.just(request.headers().contains("Token") ? GuardDecision.pass() : UNKNOWN)
                .delay(20, TimeUnit.MILLISECONDS)));
        assertThat(
                        raw(
                                "POST /echo HTTP/1.1\r\nHost: here\r\nToken: a\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello"))
                .endsWith("\r\n\r\nPOST /echo hello");
        assertThat(get("/echo")).startsWith("HTTP/1.1 401 ");
        assertThat(raw("GET /beside/malformed HTTP/1.1\r\nHost: here\r\nToken: a\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
        echo.await("finished");
        assertThat(echo.tasks).hasValue(1);
    }

    @Test
    void aRefusedUploadHasItsAnswerBeforeItsBody() throws Exception {
        run(guard(request -> Single.just(UNKNOWN)));
        final String head = "POST /echo HTTP/1.1\r\nHost: here\r\nContent-Length: 900\r\n";
        assertThat(raw(head + "\r\n")).startsWith("HTTP/1.1 401 ").containsIgnoringCase("\r\nConnection: close\r\n");
        assertThat(raw(head + "Expect: 100-continue\r\n\r\n")).startsWith("HTTP/1.1 401 ");
    }

    @Test
    void aClientThatLeavesDisposesTheGuard() throws Exception {
        echo = new EchoPlugin(Duration.ofSeconds(60));
        run(never());
        try (Socket leaving = connect("GET /echo HTTP/1.1\r\nHost: here\r\n\r\n")) {
            while (asked.isEmpty()) {
                Thread.onSpinWait();
            }
            assertThat(leaving.isConnected()).isTrue();
        }
        assertThat(disposed.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(echo.tasks).hasValue(0);
    }

    @Test
    void theDeadlineOfTheRequestDisposesTheGuard() throws Exception {
        run(never());
        assertThat(get("/files/salaries.txt"))
                .startsWith("HTTP/1.1 503 ")
                .endsWith("503 The request took too long. Its time was used up in the stage 'guard'."
                        + " /files/salaries.txt");
        assertThat(disposed.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(asked).containsExactly("false");
    }

    @Test
    void whatAGuardThrowsIs500() throws Exception {
        run(guard(request -> switch (request.path()) {
            case "/echo/throws" -> throw new IllegalStateException("thrown");
            case "/echo/null" -> null;
            default -> Single.error(new IllegalStateException("failed"));
        }));
        for (final String path : List.of("/echo/throws", "/echo/null", "/echo/fails")) {
            assertThat(get(path)).startsWith("HTTP/1.1 500 ").endsWith("GET " + path + " failed");
        }
        assertThat(echo.tasks).hasValue(0);
    }

    @Test
    void severalGuardsAreAskedInTheirOrderUntilOneRefuses() throws Exception {
        run(
                guard(request -> {
                    asked.add("first");
                    return Single.just(GuardDecision.passAs(new X500Principal("CN=ann")))
                            .delay(request.path().length(), TimeUnit.MILLISECONDS);
                }),
                guard(request -> {
                    asked.add("second sees "
                            + Objects.requireNonNull(request.principal()).getName());
                    return Single.just(request.path().equals("/echo") ? GuardDecision.pass() : UNKNOWN);
                }),
                guard(request -> {
                    asked.add("third");
                    return Single.just(GuardDecision.pass());
                }));
        assertThat(get("/echo")).startsWith("HTTP/1.1 200 ");
        assertThat(asked).containsExactly("first", "second sees CN=ann", "third");
        asked.clear();
        assertThat(get("/beside")).startsWith("HTTP/1.1 401 ");
        assertThat(asked).containsExactly("first", "second sees CN=ann");
    }

    /** A second response of a guard's Single, against the rules of RxJava, is not taken for the next guard's. */
    @Test
    void theSecondAnswerOfAGuardDoesNotStandForTheNextGuard() throws Exception {
        run(
                guard(request -> new Single<>() {
                    @Override
                    protected void subscribeActual(final SingleObserver<? super GuardDecision> observer) {
                        observer.onSubscribe(Disposables.empty());
                        observer.onSuccess(GuardDecision.pass());
                        observer.onSuccess(GuardDecision.pass());
                    }
                }),
                guard(request -> Single.just(request.path().equals("/echo") ? GuardDecision.pass() : UNKNOWN)
                        .delay(20, TimeUnit.MILLISECONDS)));
        assertThat(get("/beside")).startsWith("HTTP/1.1 401 ");
        assertThat(get("/echo")).startsWith("HTTP/1.1 200 ");
        assertThat(echo.tasks).hasValue(1);
    }

    @Test
    void aGuardOfAListenerThatDoesNotExistFailsTheStart() throws Exception {
        run();
        final ListenerGuard guard = request -> Single.just(UNKNOWN);
        assertThatThrownBy(() -> JZenith.application()
                        .withPlugins(new EchoPlugin(Duration.ofSeconds(1)))
                        .withModules(binder ->
                                ListenerGuard.binder(binder).addBinding().toInstance(guard.onListenerOf("ecoh")))
                        .run())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("A guard is for the listener of the plugin 'ecoh', but the application"
                        + " has no plugin of this name that opens a listener.")
                .hasMessageContaining(ListenerGuardTest.class.getName())
                .hasMessageContaining("Add the plugin, or guard the listener of one of these plugins: echo.");
    }

    @Test
    void guardsDecideOverHttp2() throws Exception {
        run(guard(request -> {
            final String path = request.path();
            return path.equals("/echo/never")
                    ? Single.<GuardDecision>never().doOnDispose(disposed::countDown)
                    : Single.just(path.startsWith("/echo") ? GuardDecision.pass() : UNKNOWN)
                            .delay(10, TimeUnit.MILLISECONDS);
        }));
        assertThat(over2("/files/salaries.txt").statusCode()).isEqualTo(401);
        assertThat(over2("/echo").statusCode()).isEqualTo(200);
        assertThat(over2("/echo/never").statusCode()).isEqualTo(503);
        assertThat(disposed.await(20, TimeUnit.SECONDS)).isTrue();
    }

    private HttpClientResponse over2(final String path) throws Exception {
        return vertx.createHttpClient(new HttpClientOptions()
                        .setProtocolVersion(HttpVersion.HTTP_2)
                        .setHttp2ClearTextUpgrade(false))
                .request(HttpMethod.POST, application.port(), "localhost", path)
                .compose(request -> request.send(Buffer.buffer("hello")))
                .toCompletionStage()
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
    }

    /** A guard that renews a session does so whatever the response is. */
    @Test
    void cookiesOfAGuardAreInEachResponse() throws Exception {
        run(
                guard(request -> Single.just(GuardDecision.pass().withCookies(List.of("a=1; Path=/", "b=2; Path=/")))),
                guard(request -> Single.just(request.path().equals("/beside") ? UNKNOWN : GuardDecision.pass())));
        for (final String path :
                List.of("/echo", "/files/salaries.txt", "/beside", "/nothing", "/echo/broken", "/beside/malformed")) {
            assertThat(get(path))
                    .as(path)
                    .containsOnlyOnce("\r\nset-cookie: a=1; Path=/\r\n")
                    .containsOnlyOnce("\r\nset-cookie: b=2; Path=/\r\n")
                    .containsOnlyOnce("\r\ncache-control: no-store\r\n");
            final HttpClientResponse response = over2(path);
            assertThat(response.headers().getAll("set-cookie")).as(path).containsExactly("a=1; Path=/", "b=2; Path=/");
            assertThat(response.headers().getAll("cache-control")).as(path).containsExactly("no-store");
        }
    }

    @Test
    void cookieOfTheResponseItselfStays() throws Exception {
        run(guard(request -> Single.just(GuardDecision.refuse(400, "no")
                        .withHeader("Set-Cookie", "a=own")
                        .withHeader("Cache-Control", "private"))
                .map(decision -> decision.withCookies(List.of("a=1", "ab=2")))));
        assertThat(get("/echo"))
                .containsOnlyOnce("\r\nset-cookie: ab=2\r\n")
                .containsIgnoringCase("\r\nSet-Cookie: a=own\r\n")
                .containsIgnoringCase("\r\nCache-Control: private\r\n")
                .doesNotContain("a=1", "no-store");
    }

    @Test
    void aDecisionIsChecked() throws Exception {
        run();
        final List<Integer> wrong = new ArrayList<>(List.of(200, 302, 399, 600));
        wrong.forEach(status -> assertThatThrownBy(() -> GuardDecision.refuse(status, "no"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The status of a guard's refusal must be from 400 to 599, but is " + status + "."));
        assertThatThrownBy(() -> GuardDecision.pass().withHeader("A", "b"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'A'");
        for (final String wrongField : List.of("a=b\r\nc: d", "a=\u00e4", "a=\0")) {
            assertThatThrownBy(() -> GuardDecision.pass().withCookies(List.of(wrongField)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
