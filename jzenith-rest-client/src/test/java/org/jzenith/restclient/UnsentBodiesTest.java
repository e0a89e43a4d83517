package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.reactivex.observers.TestObserver;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.MediaType;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.restclient.response.CallRejectedException;
import org.jzenith.restclient.response.RemoteCallException;
import org.jzenith.restclient.response.RemoteTimeoutException;
import org.jzenith.restclient.response.RemoteUnavailableException;

/** The streams of a body are closed however its call ends, also before it is sent, and no stream is read twice. */
final class UnsentBodiesTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok";
    private static final String BUSY = "HTTP/1.1 503 Busy\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    private static final AtomicInteger OPEN = new AtomicInteger();

    /** The ways in which a call ends before it is sent. */
    enum End {
        DISPOSED_AT_ONCE,
        DISPOSED_IN_THE_QUEUE,
        DISPOSED_WHILE_IT_CONNECTS,
        REFUSED_BY_THE_QUEUE,
        REFUSED_BY_THE_BULKHEAD,
        REFUSED_BY_THE_BREAKER,
        PAST_THE_DEADLINE,
        NOT_CONNECTED_IN_TIME,
        NOT_CONNECTED
    }

    /** A service that receives streams. */
    @Path("/uploads")
    @Produces("text/plain")
    public interface UploadApi {

        @GET
        Single<String> get();

        @POST
        @Consumes(MediaType.MULTIPART_FORM_DATA)
        Single<String> form(List<EntityPart> parts);

        @PUT
        @Consumes("application/octet-stream")
        Single<String> stream(Flowable<Buffer> content);

        @POST
        @Path("/numbers")
        @Consumes("text/plain")
        @Produces("text/event-stream")
        Flowable<Integer> numbers(String question);
    }

    @Path("/own")
    @Produces("text/plain")
    public static final class OwnResource {

        private final UploadApi api;

        @Inject
        OwnResource(final UploadApi api) {
            this.api = api;
        }

        @GET
        @Path("/form")
        public Single<String> form() throws IOException {
            return api.form(parts());
        }

        @GET
        @Path("/stream")
        public Single<String> stream() {
            return api.stream(content());
        }
    }

    /** Content that counts as open until it is closed. */
    private static final class Counted extends ByteArrayInputStream {

        private boolean closed;

        Counted() {
            super(new byte[] {65});
            OPEN.incrementAndGet();
        }

        @Override
        public synchronized void close() {
            if (!closed) {
                closed = true;
                OPEN.decrementAndGet();
            }
        }
    }

    private static List<EntityPart> parts() throws IOException {
        final InputStream hidden = new FilterInputStream(new Counted()) {};
        return List.of(
                EntityPart.withName("text").content("a").build(),
                EntityPart.withName("stream").content(hidden).build(),
                EntityPart.withName("behind")
                        .content(new FilterInputStream(new Counted()) {})
                        .build());
    }

    /** Opens its content when it is subscribed. */
    private static Flowable<Buffer> content() {
        return Flowable.using(
                Counted::new, input -> Flowable.just(Buffer.buffer(input.readAllBytes())), Counted::close);
    }

    private static Single<String> call(final UploadApi api, final boolean form) throws IOException {
        return form ? api.form(parts()) : api.stream(content());
    }

    private static Clients clients(final String url, final Map<String, ?> own) {
        final Map<String, Object> settings = new HashMap<>(
                Map.of("url", url, "pool-size", 1, "wait-queue", 0, "retry-delay", "1ms", "connect-timeout", "30s"));
        settings.putAll(own);
        return Clients.of(settings, UploadApi.class, OwnResource.class);
    }

    private static UploadApi api(final Clients clients) {
        return clients.application().get(UploadApi.class);
    }

    private static void awaitUsed(final Clients clients) throws InterruptedException {
        while (clients.used() == 0) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    private static void awaitAllClosed() throws InterruptedException {
        for (int i = 0; i < 10_000 && OPEN.get() > 0; i++) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        assertThat(OPEN).hasValue(0);
    }

    private static void answerFirst(final RawPeer.Conversation peer, final String first, final AtomicInteger requests)
            throws IOException {
        for (String head = peer.head(); !head.isEmpty(); head = peer.head()) {
            peer.body(head);
            peer.send(requests.incrementAndGet() == 1 ? first : OK);
        }
    }

    @ParameterizedTest
    @EnumSource
    void streamsOfAnUnsentFormAreClosed(final End end) throws Exception {
        endUnsent(end, true);
        awaitAllClosed();
    }

    @ParameterizedTest
    @EnumSource
    void anUnsentStreamIsNotSubscribed(final End end) throws Exception {
        endUnsent(end, false);
        awaitAllClosed();
    }

    private static void endUnsent(final End end, final boolean form) throws Exception {
        switch (end) {
            case DISPOSED_AT_ONCE -> {
                try (Clients clients = clients("http://localhost:1", Map.of())) {
                    for (int i = 0; i < 100; i++) {
                        call(api(clients), form).test().dispose();
                    }
                    ServerAndClientAgreeTest.awaitNoCalls(clients);
                }
            }
            case DISPOSED_IN_THE_QUEUE -> whileOneIsSent(form, Map.of("wait-queue", 1), Disposable::dispose);
            case REFUSED_BY_THE_QUEUE -> whileOneIsSent(form, Map.of(), UnsentBodiesTest::assertRejected);
            case REFUSED_BY_THE_BULKHEAD ->
                whileOneIsSent(
                        form,
                        Map.of("bulkhead.enabled", true, "bulkhead.max-calls", 1, "wait-queue", 1),
                        UnsentBodiesTest::assertRejected);
            case REFUSED_BY_THE_BREAKER -> {
                final Map<String, ?> settings = Map.of(
                        "retries", 0, "breaker.enabled", true, "breaker.minimum-calls", 1, "breaker.failure-rate", 1);
                try (Clients clients = clients("http://localhost:1", settings)) {
                    assertThat(api(clients).get().ignoreElement().blockingGet()).isNotNull();
                    assertRejected(call(api(clients), form).test());
                }
            }
            case DISPOSED_WHILE_IT_CONNECTS -> {
                try (PlacesComeBackTest.FullPort port = new PlacesComeBackTest.FullPort();
                        Clients clients = clients("http://localhost:" + port.server.getLocalPort(), Map.of())) {
                    final Disposable call = call(api(clients), form).subscribe();
                    awaitUsed(clients);
                    call.dispose();
                    ServerAndClientAgreeTest.awaitNoCalls(clients);
                }
            }
            case PAST_THE_DEADLINE -> {
                try (PlacesComeBackTest.FullPort port = new PlacesComeBackTest.FullPort();
                        Clients clients = clients(
                                "http://localhost:" + port.server.getLocalPort(),
                                Map.of("rest.request-timeout", "500ms"))) {
                    final URI uri = URI.create(clients.application().uri() + "/own/" + (form ? "form" : "stream"));
                    assertThat(HttpClient.newHttpClient()
                                    .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                                    .statusCode())
                            .isEqualTo(503);
                    ServerAndClientAgreeTest.awaitNoCalls(clients);
                }
            }
            case NOT_CONNECTED_IN_TIME -> {
                try (PlacesComeBackTest.FullPort port = new PlacesComeBackTest.FullPort();
                        Clients clients = clients(
                                "http://localhost:" + port.server.getLocalPort(), Map.of("connect-timeout", "200ms"))) {
                    call(api(clients), form)
                            .test()
                            .awaitDone(20, TimeUnit.SECONDS)
                            .assertError(RemoteTimeoutException.class);
                }
            }
            case NOT_CONNECTED -> {
                try (Clients clients = clients("http://localhost:1", Map.of())) {
                    call(api(clients), form)
                            .test()
                            .awaitDone(20, TimeUnit.SECONDS)
                            .assertError(RemoteUnavailableException.class);
                }
            }
            default -> throw new IllegalStateException(end.name());
        }
    }

    /** The end of a call while another one has the only place. */
    private interface Ending {
        void end(TestObserver<String> call) throws InterruptedException;
    }

    private static void whileOneIsSent(final boolean form, final Map<String, ?> settings, final Ending ending)
            throws Exception {
        try (RawPeer peer = new RawPeer(RawPeer.Conversation::awaitEnd);
                Clients clients = clients(peer.url(), settings)) {
            final Disposable first = api(clients).get().subscribe(text -> {}, error -> {});
            awaitUsed(clients);
            ending.end(call(api(clients), form).test());
            awaitAllClosed();
            first.dispose();
            ServerAndClientAgreeTest.awaitNoCalls(clients);
        }
    }

    private static void assertRejected(final TestObserver<String> call) {
        call.awaitDone(20, TimeUnit.SECONDS).assertError(CallRejectedException.class);
    }

    /** A call without a stream is sent again after these responses. */
    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void aStreamIsNotReadAgainForARetry(final boolean form, final boolean reset) throws Exception {
        final AtomicInteger requests = new AtomicInteger();
        final AtomicInteger subscriptions = new AtomicInteger();
        try (RawPeer peer = new RawPeer(each -> {
                    if (reset) {
                        requests.incrementAndGet();
                        each.body(each.head());
                        each.reset();
                    }
                    answerFirst(each, BUSY, requests);
                });
                Clients clients = clients(peer.url(), Map.of())) {
            final Single<String> call = form
                    ? api(clients).form(parts())
                    : api(clients).stream(content().doOnSubscribe(none -> subscriptions.incrementAndGet()));
            call.test().awaitDone(20, TimeUnit.SECONDS).assertError(RemoteCallException.class);
            ServerAndClientAgreeTest.awaitNoCalls(clients);
        }
        awaitAllClosed();
        assertThat(requests).hasValue(1);
        assertThat(subscriptions).hasValue(form ? 0 : 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSecondSubscriptionCannotSendClosedStreams(final boolean disposed) throws Exception {
        final AtomicInteger requests = new AtomicInteger();
        try (RawPeer peer = new RawPeer(each -> answerFirst(each, OK, requests));
                Clients clients = clients(peer.url(), Map.of())) {
            final Single<String> call = api(clients).form(parts());
            if (disposed) {
                call.subscribe().dispose();
            } else {
                assertThat(call.blockingGet()).isEqualTo("ok");
            }
            ServerAndClientAgreeTest.awaitNoCalls(clients);
            call.test()
                    .awaitDone(20, TimeUnit.SECONDS)
                    .assertError(error -> error instanceof IllegalStateException
                            && String.valueOf(error.getMessage()).contains("cannot be sent again"));
            ServerAndClientAgreeTest.awaitNoCalls(clients);
            assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
        }
        awaitAllClosed();
    }

    /** A reconnection would send the body again. */
    @Test
    void eventsOfAPostAreNotReconnected() throws Exception {
        final AtomicInteger requests = new AtomicInteger();
        try (RawPeer peer = new RawPeer(each -> {
                    each.head();
                    requests.incrementAndGet();
                    each.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nretry: 1\nid: a\ndata: 1\n\n");
                });
                Clients clients = clients(peer.url(), Map.of())) {
            assertThat(api(clients).numbers("how many?").take(3).toList().blockingGet())
                    .containsExactly(1);
        }
        assertThat(requests).hasValue(1);
    }
}
