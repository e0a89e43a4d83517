package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.subscribers.DefaultSubscriber;
import io.smallrye.common.annotation.Blocking;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import jakarta.annotation.Priority;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.channels.ClosedChannelException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.context.RequestDeadline;
import org.jzenith.core.problem.StartException;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A method that takes a {@code Flowable<Buffer>} reads the body while it arrives. */
final class FlowableBodyTest {

    private static final int MEBIBYTE = 1024 * 1024;

    @Path("/")
    @Produces("text/plain")
    public static final class Uploads {

        static volatile CompletableFuture<Throwable> failure = new CompletableFuture<>();
        static volatile CountDownLatch disposed = new CountDownLatch(1);
        static volatile CompletableFuture<Subscription> demand = new CompletableFuture<>();
        static final AtomicLong TAKEN = new AtomicLong();

        // region pieces
        @POST
        @Path("length")
        public Single<Long> length(final Flowable<Buffer> body) {
            return body.reduce(0L, (length, piece) -> length + piece.length());
        }
        // endregion

        @POST
        @Path("largest")
        public Single<Integer> largest(final Flowable<Buffer> body) {
            return body.map(Buffer::length).reduce(0, Math::max);
        }

        @POST
        @Path("blocking")
        @Blocking
        public long blocking(final Flowable<Buffer> body) {
            long length = 0;
            for (final Buffer piece : body.blockingIterable(1)) {
                length += piece.length();
            }
            return length;
        }

        @POST
        @Path("echo")
        public Flowable<Buffer> echo(final Flowable<Buffer> body) {
            return body;
        }

        @POST
        @Path("deadlines")
        public Flowable<Buffer> deadlines(final Flowable<Buffer> body) {
            return body.map(piece -> Buffer.buffer(RequestDeadline.current().isNone() ? "none" : "some"));
        }

        @POST
        @Path("threads")
        public Single<Boolean> threads(final Flowable<Buffer> body) {
            final RequestContext context = RequestContext.current();
            return body.all(piece -> RequestContext.current() == context && context != null);
        }

        @POST
        @Path("ignored")
        public String ignored(final Flowable<Buffer> body) {
            return "ignored";
        }

        @POST
        @Path("first")
        public Single<Integer> first(final Flowable<Buffer> body) {
            return body.firstOrError().map(Buffer::length);
        }

        @POST
        @Path("twice")
        public Single<String> twice(final Flowable<Buffer> body) {
            return body.ignoreElements()
                    .andThen(body.ignoreElements())
                    .toSingleDefault("read twice")
                    .onErrorReturn(error -> error.getClass().getSimpleName() + ": " + error.getMessage());
        }

        /** Asks for three bytes one by one, and for no more. */
        @POST
        @Path("three")
        public Single<String> three(final Flowable<Buffer> body) {
            return Single.create(result -> body.subscribe(new DefaultSubscriber<>() {
                private int length;

                @Override
                protected void onStart() {
                    request(1);
                }

                @Override
                public void onNext(final Buffer piece) {
                    length += piece.length();
                    if (length < 3) {
                        request(1);
                    }
                }

                @Override
                public void onError(final Throwable error) {
                    result.onError(error);
                }

                @Override
                public void onComplete() {
                    result.onSuccess("complete after " + length);
                }
            }));
        }

        @POST
        @Path("handled")
        public Single<String> handled(final Flowable<Buffer> body) {
            return body.ignoreElements().toSingleDefault("whole").onErrorReturn(Throwable::getMessage);
        }

        @POST
        @Path("disposed")
        public Single<Long> disposed(final Flowable<Buffer> body) {
            return body.doOnCancel(() -> disposed.countDown()).count();
        }

        @POST
        @Path("detached")
        public Single<String> detached(final Flowable<Buffer> body) {
            body.subscribe(new Subscriber<>() {
                @Override
                public void onSubscribe(final Subscription subscription) {
                    demand.complete(subscription);
                    subscription.request(1);
                }

                @Override
                public void onNext(final Buffer piece) {
                    TAKEN.addAndGet(piece.length());
                }

                @Override
                public void onError(final Throwable error) {
                    failure.complete(error);
                }

                @Override
                public void onComplete() {
                    failure.complete(new IllegalStateException("complete"));
                }
            });
            return Single.never();
        }
    }

    /** Reads the body before the method does. */
    @Priority(Priorities.ENTITY_CODER)
    public static final class Bracketing implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) throws IOException {
            final byte[] body = request.getEntityStream().readAllBytes();
            request.setEntityStream(new ByteArrayInputStream(("<" + new String(body) + ">").getBytes()));
        }
    }

    @Path("/")
    public static final class OfText {

        @POST
        public String of(final Flowable<String> body) {
            return "never";
        }
    }

    @Path("/")
    public static final class OfForm {

        @POST
        public String of(final Flowable<Buffer> body, @FormParam("name") final String name) {
            return "never";
        }
    }

    @RegisterExtension
    static final SharedServers SERVERS = new SharedServers();

    private static RunningServer server(final Object... configuration) {
        Uploads.failure = new CompletableFuture<>();
        Uploads.disposed = new CountDownLatch(1);
        Uploads.demand = new CompletableFuture<>();
        Uploads.TAKEN.set(0);
        final Map<String, Object> settings = new java.util.HashMap<>();
        for (int i = 0; i < configuration.length; i += 2) {
            settings.put((String) configuration[i], configuration[i + 1]);
        }
        return SERVERS.get(settings, () -> RunningServer.of(RestPlugin.withResources(Uploads.class), settings));
    }

    private static String head(final String path, final String headers) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n";
    }

    private static String chunk(final String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }

    @Test
    void aPieceThatArrivesAfterTheResponseHasBegunStartsNoDeadline() throws IOException {
        final RunningServer server = server();
        try (RawClient client = RawClient.to(server)) {
            client.send(
                    "POST /deadlines HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\na");
            assertThat(client.headOnly()).startsWith("HTTP/1.1 200 ");
            assertThat(client.chunk()).isEqualTo("some");
            client.send("b");
            assertThat(client.chunk()).isEqualTo("none");
            client.send("c");
            assertThat(client.chunk()).isEqualTo("none");
        }
    }

    @Test
    void aBodyThatIsLargerThanTheBudgetForBodiesIsRead() throws Exception {
        final RunningServer server = server("rest.max-body-size", "100M", "rest.max-buffered-bodies", "64K");
        for (final String path : new String[] {"/length", "/blocking"}) {
            try (RawClient client = RawClient.to(server)) {
                client.send(head(path, "Content-Length: " + 40 * MEBIBYTE + "\r\n"));
                for (int i = 0; i < 40; i++) {
                    client.send(new byte[MEBIBYTE]);
                }
                assertThat(client.answer()).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n" + 40 * MEBIBYTE);
                client.send(head("/length", "Content-Length: 3\r\n") + "abc");
                assertThat(client.answer()).as("the next request").endsWith("\r\n\r\n3");
            }
        }
    }

    @Test
    void piecesAreAsLargeAsWhatIsReadFromTheConnection() throws Exception {
        final RunningServer server = server("rest.max-body-size", "100M");
        try (RawClient client = RawClient.to(server)) {
            client.send(head("/largest", "Content-Length: " + 20 * MEBIBYTE + "\r\n"));
            for (int i = 0; i < 20; i++) {
                client.send(new byte[MEBIBYTE]);
            }
            final String answer = client.answer();
            final int largest = Integer.parseInt(answer.substring(answer.indexOf("\r\n\r\n") + 4));

            assertThat(largest).isGreaterThan(8 * 1024).isLessThanOrEqualTo(64 * 1024);
        }
    }

    @Test
    void anEmptyBodyAndNoneComplete() throws Exception {
        final RunningServer server = server();
        try (RawClient client = RawClient.to(server)) {
            assertThat(client.send(head("/length", "Content-Length: 0\r\n")).answer())
                    .endsWith("\r\n\r\n0");
            assertThat(client.send(head("/length", "Transfer-Encoding: chunked\r\n") + "0\r\n\r\n")
                            .answer())
                    .endsWith("\r\n\r\n0");
        }
    }

    @Test
    void piecesComeOnTheEventLoopWithTheContextOfTheRequest() {
        final RunningServer server = server();
        assertThat(server.send("POST", "/threads", "abc", "Content-Type", "text/plain")
                        .body())
                .isEqualTo("true");
        assertThat(server.send("POST", "/echo", "abc", "Content-Type", "text/plain")
                        .body())
                .isEqualTo("abc");
    }

    @Test
    void whatIsNotAskedForIsNotRead() throws Exception {
        final RunningServer server = server("rest.max-body-size", "1G");
        try (Socket socket = new Socket("localhost", server.application().port())) {
            final AtomicLong sent = new AtomicLong();
            socket.getOutputStream()
                    .write(head("/detached", "Content-Length: " + 128L * MEBIBYTE + "\r\n")
                            .getBytes());
            final Thread sending = new Thread(() -> {
                try {
                    for (int i = 0; i < 128; i++) {
                        socket.getOutputStream().write(new byte[MEBIBYTE]);
                        sent.incrementAndGet();
                    }
                } catch (final IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            sending.setUncaughtExceptionHandler((thread, error) -> {});
            sending.start();
            final Subscription demand = Uploads.demand.get(20, TimeUnit.SECONDS);
            assertThat(Await.steady(sent::get))
                    .as("MiB that the client could send")
                    .isLessThan(64);
            final long taken = Uploads.TAKEN.get();
            assertThat(taken).isPositive().isLessThan(MEBIBYTE);
            demand.request(1);
            Await.until("more is taken", () -> Uploads.TAKEN.get() > taken);
            demand.request(Long.MAX_VALUE);
            assertThat(Uploads.failure.get(60, TimeUnit.SECONDS)).hasMessage("complete");
            assertThat(Uploads.TAKEN).hasValue(128L * MEBIBYTE);
            sending.join();
        }
    }

    @Test
    void aBodyThatIsTooLargeIs413() throws Exception {
        final RunningServer server = server("rest.max-body-size", "1K");
        try (RawClient client = RawClient.to(server)) {
            assertThat(client.send(head("/ignored", "Content-Length: 1025\r\n")).untilClose())
                    .startsWith("HTTP/1.1 413");
        }
        final String chunks = chunk("a".repeat(1000)) + chunk("a".repeat(1000));
        try (RawClient client = RawClient.to(server)) {
            assertThat(client.send(head("/length", "Transfer-Encoding: chunked\r\n") + chunks)
                            .untilClose())
                    .startsWith("HTTP/1.1 413");
        }
        try (RawClient client = RawClient.to(server)) {
            assertThat(client.send(head("/handled", "Transfer-Encoding: chunked\r\n") + chunks)
                            .untilClose())
                    .startsWith("HTTP/1.1 200")
                    .contains("\r\nconnection: close\r\n")
                    .containsPattern("The body is larger than [0-9]+ bytes\\.$");
        }
    }

    @Test
    void theEndIsToldWithoutBeingAskedFor() throws Exception {
        final RunningServer server = server();
        for (final String request : new String[] {
            head("/three", "Content-Length: 3\r\n") + "abc",
            head("/three", "Transfer-Encoding: chunked\r\n") + chunk("a") + chunk("bc") + "0\r\n\r\n"
        }) {
            try (RawClient client = RawClient.to(server)) {
                assertThat(client.send(request).answer()).endsWith("\r\n\r\ncomplete after 3");
            }
        }
    }

    @Test
    void whatABlockingMethodThrowsForTheBodyIsTheFaultOfTheClient() throws Exception {
        final RunningServer server = server("rest.max-body-size", "1K");
        try (RawClient client = RawClient.to(server)) {
            final String body = chunk("a".repeat(1000)) + chunk("a".repeat(1000));
            assertThat(client.send(head("/blocking", "Transfer-Encoding: chunked\r\n") + body)
                            .untilClose())
                    .startsWith("HTTP/1.1 413");
        }
    }

    @Test
    void aMalformedBodyIs400() throws Exception {
        final RunningServer server = server();
        try (RawClient client = RawClient.to(server)) {
            assertThat(client.send(head("/length", "Transfer-Encoding: chunked\r\n") + chunk("abc") + "no number\r\n")
                            .untilClose())
                    .startsWith("HTTP/1.1 400");
        }
    }

    @Test
    void aClientThatSendsNothingForTheBodyTimeoutIs408AndOneThatGoesOnIsNot() throws Exception {
        final RunningServer server = server("rest.body-timeout", "2s", "rest.request-timeout", "2s");
        try (RawClient goesOn = RawClient.to(server);
                RawClient silent = RawClient.to(server)) {
            goesOn.send(head("/length", "Transfer-Encoding: chunked\r\n"));
            silent.send(head("/length", "Content-Length: 100\r\n") + "a");
            int sent = 0;
            while (!silent.isAnswered()) {
                goesOn.send(chunk("a".repeat(4096)));
                sent += 4096;
            }
            assertThat(silent.untilClose()).startsWith("HTTP/1.1 408");
            goesOn.send(chunk("a") + "0\r\n\r\n");
            assertThat(goesOn.answer()).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n" + (sent + 1));
        }
    }

    /** It sends a byte again and again until it has its response. */
    @ParameterizedTest
    @ValueSource(strings = {"/length", "/blocking"})
    void aClientThatSendsAFewBytesForTheBodyTimeoutIs408(final String path) throws Exception {
        final RunningServer server = server("rest.body-timeout", "1s", "rest.request-timeout", "1s");
        try (RawClient slow = RawClient.to(server)) {
            slow.send(head(path, "Transfer-Encoding: chunked\r\n"));
            while (!slow.isAnswered()) {
                slow.send(chunk("a"));
            }
            assertThat(slow.untilClose()).startsWith("HTTP/1.1 408");
        }
    }

    @Test
    void aSubscriberThatAsksForNothingEndsWithTheRequest() throws Exception {
        final RunningServer server = server("rest.request-timeout", "1s");
        try (RawClient client = RawClient.to(server)) {
            client.send(head("/detached", "Content-Length: 100\r\n") + "a");
            assertThat(client.untilClose()).startsWith("HTTP/1.1 503");
            assertThat(Uploads.failure.get(20, TimeUnit.SECONDS)).isInstanceOf(ClosedChannelException.class);
        }
    }

    @Test
    void aDisconnectDisposesTheResultAndFailsOtherSubscribers() throws Exception {
        final RunningServer server = server();
        try (RawClient client = RawClient.to(server)) {
            client.send(head("/disposed", "Content-Length: 100\r\n") + "a");
            client.leave();
            assertThat(Uploads.disposed.await(20, TimeUnit.SECONDS)).isTrue();
        }
        try (RawClient client = RawClient.to(server)) {
            client.send(head("/detached", "Content-Length: 100\r\n") + "a");
            Uploads.demand.get(20, TimeUnit.SECONDS).request(100);
            client.leave();
            assertThat(Uploads.failure.get(20, TimeUnit.SECONDS)).isInstanceOf(Exception.class);
        }
    }

    @Test
    void aBodyThatIsNotReadToItsEndClosesTheConnection() throws Exception {
        final RunningServer server = server();
        for (final String path : new String[] {"/ignored", "/first"}) {
            try (RawClient client = RawClient.to(server)) {
                assertThat(client.send(head(path, "Content-Length: 100\r\n") + "abc")
                                .untilClose())
                        .startsWith("HTTP/1.1 200")
                        .contains("\r\nconnection: close\r\n");
            }
        }
    }

    @Test
    void aSecondSubscriberFails() {
        final RunningServer server = server();
        assertThat(server.send("POST", "/twice", "abc", "Content-Type", "text/plain")
                        .body())
                .isEqualTo("IllegalStateException: The body of a request can be read only once, by one subscriber.");
    }

    @Test
    void theClientMaySendTheBodyWhenItIsAskedFor() throws Exception {
        final RunningServer server = server();
        try (RawClient client = RawClient.to(server)) {
            client.send(head("/length", "Content-Length: 3\r\nExpect: 100-continue\r\n"));
            assertThat(client.headOnly()).startsWith("HTTP/1.1 100");
            assertThat(client.send("abc").answer()).endsWith("\r\n\r\n3");
            client.send(head("/ignored", "Content-Length: 3\r\nExpect: 100-continue\r\n"));
            assertThat(client.headOnly()).as("without an interim response").startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void anEncodedBodyIs415() {
        final RunningServer server = server();
        assertThat(server.send("POST", "/length", "abc", "Content-Type", "text/plain", "Content-Encoding", "gzip")
                        .response()
                        .statusCode())
                .isEqualTo(415);
    }

    @Test
    void aFilterThatReadsTheBodyGetsItWholeAndMayReplaceIt() {
        try (RunningServer server =
                RunningServer.of(RestPlugin.withResources(Uploads.class).withProviders(Bracketing.class))) {
            assertThat(server.send("POST", "/echo", "abc", "Content-Type", "text/plain")
                            .body())
                    .isEqualTo("<abc>");
        }
    }

    @Test
    void overHttp2ItIsTheSame() throws Exception {
        final Vertx vertx = Vertx.vertx();
        final RunningServer server = server("rest.max-body-size", "20M", "rest.max-buffered-bodies", "64K");
        try {
            final HttpClient client = vertx.createHttpClient(new HttpClientOptions()
                    .setProtocolVersion(HttpVersion.HTTP_2)
                    .setHttp2ClearTextUpgrade(false)
                    .setDefaultHost("localhost")
                    .setDefaultPort(server.application().port()));
            assertThat(post(client, "/length", 10 * MEBIBYTE)).isEqualTo("200 " + 10 * MEBIBYTE);
            assertThat(post(client, "/length", 21 * MEBIBYTE)).startsWith("413 ");
            assertThat(post(client, "/ignored", 1000)).isEqualTo("200 ignored");
            assertThat(post(client, "/length", 10 * MEBIBYTE))
                    .as("the window is whole again")
                    .startsWith("200 ");
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        }
    }

    /** The client has given up, so the body is not malformed, and nobody waits for an answer (RFC 9113, 5.1). */
    @Test
    void aBodyWhoseStreamIsResetHasNoAnswerAndFailsAsAtADisconnect() throws Exception {
        final RunningServer server = server();
        try (RawHttp2Client client = RawHttp2Client.to(server, MEBIBYTE)) {
            client.begin(1, "POST", "/detached");
            client.data(1, 10);
            Uploads.demand.get(20, TimeUnit.SECONDS).request(100);
            client.reset(1);
            assertThat(Uploads.failure.get(20, TimeUnit.SECONDS)).isInstanceOf(ClosedChannelException.class);
            client.begin(3, "POST", "/length");
            client.data(3, 10);
            client.reset(3);
            client.begin(5, "POST", "/ignored");
            assertThat(client.next(RawHttp2Client.HEADERS).stream()).isEqualTo(5);
        }
    }

    /** The time-out of the request begins again with a piece; it does not count while the client owes one. */
    @Test
    void theTimeOfThePiecesHoldsWhileOneIsAwaited() throws Exception {
        final RunningServer server = server("rest.request-timeout", "700ms", "rest.body-timeout", "1s");
        try (RawClient client = RawClient.to(server)) {
            final long begin = System.nanoTime();
            client.send("POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf");
            assertThat(client.untilClose()).startsWith("HTTP/1.1 408 ");
            assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(900));
        }
    }

    @Test
    void aBodyReadOverHttp2IsNoRequestInFlightAnyMore() throws Exception {
        final Vertx vertx = Vertx.vertx();
        final RunningServer server = server("rest.max-requests-in-flight", 2, "rest.instances", 1);
        try {
            final HttpClient client = vertx.createHttpClient(new HttpClientOptions()
                    .setProtocolVersion(HttpVersion.HTTP_2)
                    .setHttp2ClearTextUpgrade(false)
                    .setDefaultPort(server.application().port()));
            for (int i = 0; i < 4; i++) {
                for (final String path : new String[] {"/length", "/blocking"}) {
                    assertThat(post(client, path, 200_000)).isEqualTo("200 200000");
                }
            }
        } finally {
            vertx.close();
        }
    }

    private static String post(final HttpClient client, final String path, final int length) throws Exception {
        return client.request(HttpMethod.POST, path)
                .compose((HttpClientRequest request) -> request.putHeader("Content-Length", String.valueOf(length))
                        .send(Buffer.buffer(new byte[length]))
                        .compose(response -> response.body().map(body -> response.statusCode() + " " + body)))
                .toCompletionStage()
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
    }

    @Test
    void whatCannotBeReadInPiecesFailsTheStart() {
        assertThatThrownBy(() -> RunningServer.of(RestPlugin.withResources(OfText.class)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("takes a io.reactivex.Flowable<java.lang.String>")
                .hasMessageContaining("Flowable<Buffer>");
        assertThatThrownBy(() -> RunningServer.of(RestPlugin.withResources(OfForm.class)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("takes the body both as a Flowable and as a form");
    }
}
