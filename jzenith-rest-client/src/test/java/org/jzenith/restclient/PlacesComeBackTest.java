package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.reactivex.observers.TestObserver;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.restclient.response.RemoteUnavailableException;

/** The only place of a client is free again as soon as its call has ended, long before a time limit. */
final class PlacesComeBackTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok";

    /** A service with all kinds of calls. */
    @Path("/work")
    public interface WorkApi {

        @GET
        @Produces("text/plain")
        Single<String> get();

        @GET
        @Path("/pieces")
        Flowable<Buffer> pieces();

        @POST
        @Path("/both")
        @Consumes("application/octet-stream")
        Flowable<Buffer> both(Flowable<Buffer> content);
    }

    /** A port whose connections the system does not accept, because nobody takes the first ones. */
    static final class FullPort implements AutoCloseable {

        final ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("localhost"));
        final List<Socket> waiting = new ArrayList<>();

        FullPort() throws IOException {
            try {
                while (true) {
                    final Socket socket = new Socket();
                    waiting.add(socket);
                    socket.connect(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()), 200);
                }
            } catch (final SocketTimeoutException e) {
                // full
            }
        }

        @Override
        public void close() throws IOException {
            for (final Socket socket : waiting) {
                socket.close();
            }
            server.close();
        }
    }

    private static Clients clients(final String url, final Map<String, ?> settings) {
        final Map<String, Object> all = new HashMap<>(Map.of(
                "url",
                url,
                "pool-size",
                1,
                "http2-streams",
                1,
                "wait-queue",
                0,
                "retries",
                0,
                "connect-timeout",
                "30s",
                "request-timeout",
                "30s"));
        all.putAll(settings);
        return Clients.of(all, WorkApi.class, RetriesTest.Other.class);
    }

    private static WorkApi api(final Clients clients) {
        return clients.application().get(WorkApi.class);
    }

    private static void awaitUsed(final Clients clients) throws InterruptedException {
        while (clients.used() == 0) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whileItConnects(final boolean http2) throws Exception {
        try (FullPort port = new FullPort();
                Clients clients = clients("http://localhost:" + port.server.getLocalPort(), Map.of("http2", http2))) {
            for (int i = 0; i < 5; i++) {
                final TestObserver<String> call = api(clients).get().test();
                awaitUsed(clients);
                call.assertNotTerminated();
                call.dispose();
                ServerAndClientAgreeTest.awaitNoCalls(clients);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void withinTheTlsHandshake(final boolean http2) throws Exception {
        try (RawPeer peer = new RawPeer(RawPeer.Conversation::awaitEnd);
                Clients clients = clients("https://localhost:" + peer.port(), Map.of("http2", http2))) {
            final Disposable call = api(clients).get().subscribe();
            awaitUsed(clients);
            while (peer.connections() == 0) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            call.dispose();
            ServerAndClientAgreeTest.awaitNoCalls(clients);
        }
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void whileAProxyConnects(final boolean http2, final boolean handshake) throws Exception {
        final Semaphore connects = new Semaphore(0);
        try (RawPeer proxy = new RawPeer(each -> {
                    each.head();
                    if (handshake) {
                        each.send("HTTP/1.1 200 Connected\r\n\r\n");
                    }
                    connects.release();
                    each.awaitEnd();
                });
                Clients clients = clients(
                        "https://stock.example", Map.of("http2", http2, "proxy", "localhost:" + proxy.port()))) {
            final Disposable call = api(clients).get().subscribe();
            assertThat(connects.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
            call.dispose();
            ServerAndClientAgreeTest.awaitNoCalls(clients);
        }
    }

    @Test
    void aConnectionThatNobodyWaitsForIsClosed() throws Exception {
        try (FullPort port = new FullPort();
                Clients clients = clients("http://localhost:" + port.server.getLocalPort(), Map.of())) {
            final Disposable call = api(clients).get().subscribe();
            awaitUsed(clients);
            call.dispose();
            ServerAndClientAgreeTest.awaitNoCalls(clients);
            for (final Socket socket : port.waiting) {
                socket.close();
            }
            for (int i = 0; i < port.waiting.size() - 1; i++) {
                port.server.accept().close();
            }
            try (Socket late = port.server.accept()) {
                assertThat(late.getInputStream().read()).isEqualTo(-1);
            }
        }
    }

    @Test
    void whenAStreamedResponseEndsBeforeItsStreamedRequest() throws Exception {
        try (RawPeer peer = new RawPeer(each -> {
                    while (each.head().startsWith("GET")) {
                        each.send(OK);
                    }
                    each.send(OK);
                    each.awaitEnd();
                });
                Clients clients = clients(peer.url(), Map.of())) {
            for (int i = 0; i < 5; i++) {
                assertThat(api(clients)
                                .both(Flowable.just(Buffer.buffer("a")).concatWith(Flowable.never()))
                                .toList()
                                .blockingGet())
                        .hasSize(1);
                ServerAndClientAgreeTest.awaitNoCalls(clients);
                assertThat(api(clients).get().timeout(10, TimeUnit.SECONDS).blockingGet())
                        .isEqualTo("ok");
            }
        }
    }

    @Test
    void whenAStreamIsDisposedAsItsHeadArrives() throws Exception {
        try (RawPeer peer = new RawPeer(each -> {
                    while (!each.head().isEmpty()) {
                        each.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegin");
                    }
                });
                Clients clients = clients(peer.url(), Map.of("pool-size", 4, "wait-queue", 5000))) {
            final AtomicInteger spun = new AtomicInteger();
            for (int i = 0; i < 2000; i++) {
                final Disposable stream = api(clients).pieces().subscribe();
                final long until = System.nanoTime() + i % 400 * 2_000L;
                while (System.nanoTime() < until) {
                    spun.incrementAndGet();
                }
                stream.dispose();
            }
            ServerAndClientAgreeTest.awaitNoCalls(clients);
        }
    }

    @Test
    void whenTheApplicationEnds() throws Exception {
        try (RawPeer peer = new RawPeer(each -> {
            each.head();
            each.awaitEnd();
        })) {
            final TestObserver<String> first;
            final TestObserver<String> second;
            try (Clients clients = clients(peer.url(), Map.of("wait-queue", 1))) {
                first = api(clients).get().test();
                awaitUsed(clients);
                second = api(clients).get().test();
            }
            first.awaitDone(10, TimeUnit.SECONDS).assertError(RemoteUnavailableException.class);
            second.awaitDone(10, TimeUnit.SECONDS).assertError(RemoteUnavailableException.class);
        }
    }

    @Test
    void aRedirectWithAnEndlessBodyIsFollowed() throws Exception {
        try (RawPeer peer = new RawPeer(each -> {
                    String head = each.head();
                    for (; head.startsWith("GET /work/there "); head = each.head()) {
                        each.send(OK);
                    }
                    if (!head.isEmpty()) {
                        each.send("HTTP/1.1 302 Found\r\nLocation: work/there\r\nTransfer-Encoding: chunked\r\n\r\n");
                        while (true) {
                            each.send("400\r\n" + "x".repeat(1024) + "\r\n");
                        }
                    }
                });
                Clients clients = clients(peer.url(), Map.of())) {
            for (int i = 0; i < 20; i++) {
                assertThat(api(clients).get().blockingGet()).isEqualTo("ok");
            }
            ServerAndClientAgreeTest.awaitNoCalls(clients);
        }
    }
}
