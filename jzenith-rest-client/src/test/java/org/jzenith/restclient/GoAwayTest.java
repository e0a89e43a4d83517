package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jzenith.restclient.response.RemoteCallException;
import org.jzenith.restclient.response.RemoteUnavailableException;

/** HTTP/2 services that end their connection with GOAWAY, or send too large a head, while a request is in flight. */
final class GoAwayTest {

    /** A service over HTTP/2. */
    @Path("/leaving")
    public interface LeavingApi {

        @GET
        @Produces("text/plain")
        Single<String> get();

        @POST
        @Produces("text/plain")
        Single<String> post();

        @GET
        @Path("/pieces")
        Flowable<Buffer> pieces();
    }

    /** The behavior for the first request; further ones are answered. */
    private interface First {
        void answer(HttpServerRequest request);
    }

    private final Vertx vertx = Vertx.vertx();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private First first = GoAwayTest::answer;
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        server = vertx.createHttpServer(new HttpServerOptions())
                .connectionHandler(connection -> connections.incrementAndGet())
                .requestHandler(request -> {
                    if (requests.incrementAndGet() == 1) {
                        first.answer(request);
                    } else {
                        answer(request);
                    }
                })
                .listen(0, "localhost")
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
    }

    @AfterEach
    void stop() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    private static void answer(final HttpServerRequest request) {
        request.response().putHeader("Content-Type", "text/plain").end("ok");
    }

    private Clients clients() {
        return Clients.of(
                Map.of(
                        "url",
                        "http://localhost:" + server.actualPort(),
                        "http2",
                        true,
                        "http2-streams",
                        1,
                        "retry-delay",
                        "1ms",
                        "request-timeout",
                        "3s"),
                LeavingApi.class,
                RetriesTest.Other.class);
    }

    private static LeavingApi api(final Clients clients) {
        return clients.application().get(LeavingApi.class);
    }

    private void nextCallHasAnotherConnection(final Clients clients) throws InterruptedException {
        ServerAndClientAgreeTest.awaitNoCalls(clients);
        assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
        assertThat(connections).hasValue(2);
    }

    @Test
    void aRequestThatTheServiceStillAnswersSucceeds() throws Exception {
        first = request -> {
            request.connection().goAway(0, request.response().streamId());
            answer(request);
        };
        try (Clients clients = clients()) {
            assertThat(api(clients).post().blockingGet()).isEqualTo("ok");
            nextCallHasAnotherConnection(clients);
        }
    }

    @Test
    void anIdempotentRequestThatTheServiceHasNotSeenIsRepeated() throws Exception {
        first = request -> request.connection().goAway(0, 0);
        try (Clients clients = clients()) {
            assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
            assertThat(requests).hasValue(2);
            nextCallHasAnotherConnection(clients);
        }
    }

    @Test
    void withinTheBody() throws Exception {
        first = request -> {
            request.response().setChunked(true).write("beg");
            request.connection().goAway(2, 0);
        };
        try (Clients clients = clients()) {
            api(clients).post().test().awaitDone(10, TimeUnit.SECONDS).assertError(RemoteCallException.class);
            assertThat(requests).hasValue(1);
            nextCallHasAnotherConnection(clients);
        }
    }

    @Test
    void withinAStreamedResponse() throws Exception {
        first = request -> {
            request.response().setChunked(true).write("beg");
            request.connection().goAway(2, 0);
        };
        try (Clients clients = clients()) {
            api(clients).pieces().test().awaitDone(10, TimeUnit.SECONDS).assertError(RemoteUnavailableException.class);
            nextCallHasAnotherConnection(clients);
        }
    }

    @Test
    void betweenTwoCalls() throws Exception {
        first = request -> request.response()
                .putHeader("Content-Type", "text/plain")
                .end("ok")
                .onComplete(sent -> {
                    final int last = request.response().streamId();
                    request.connection().goAway(0, last);
                });
        try (Clients clients = clients()) {
            assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
            assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
        }
    }

    @Test
    void aHeadThatIsTooLargeFails() throws Exception {
        first = request -> {
            for (int i = 0; i < 200; i++) {
                request.response().putHeader("X-Large-" + i, "x".repeat(1000));
            }
            answer(request);
        };
        try (Clients clients = clients()) {
            api(clients).post().test().awaitDone(10, TimeUnit.SECONDS).assertError(RemoteCallException.class);
            ServerAndClientAgreeTest.awaitNoCalls(clients);
            assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
        }
    }
}
