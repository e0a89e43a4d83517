package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.subscribers.TestSubscriber;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jzenith.restclient.ArticlesApi.Article;
import org.jzenith.restclient.observe.OutboundEvent;
import org.jzenith.restclient.response.RemoteCallException;
import org.jzenith.restclient.response.RemoteProblemException;
import org.jzenith.restclient.response.RemoteTimeoutException;
import org.jzenith.restclient.response.RemoteUnavailableException;
import org.jzenith.restclient.response.UnreadableResponseException;
import org.jzenith.test.TestCertificate;

/**
 * Peers that respond as they should not, over each kind of connection: the call fails in time with an exception of the right type, its
 * place is free, the next call works. The same for calls that are disposed in each phase, which the peer sees on the wire.
 */
final class BadPeersTest {

    private static final String JSON = "{\"id\":\"1\",\"name\":\"Cup\",\"pieces\":1}";

    /** The kind of a connection: each protocol with and without TLS, and both ways through a proxy. */
    enum Transport {
        HTTP1(false, false, false),
        HTTP1_PROXY(false, false, true),
        HTTP1_TLS(false, true, false),
        HTTP2(true, false, false),
        HTTP2_TLS_PROXY(true, true, true);

        private final boolean http2;
        private final boolean tls;
        private final boolean proxied;

        Transport(final boolean http2, final boolean tls, final boolean proxied) {
            this.http2 = http2;
            this.tls = tls;
            this.proxied = proxied;
        }
    }

    /** The answer to a request. */
    private interface Answer {
        void send(HttpPeer peer) throws IOException, InterruptedException;
    }

    /** @param leaves true if the client must end the request */
    private record Case(String name, boolean leaves, Answer answer, List<Class<?>> expected) {}

    private static Case ended(final String name, final Answer answer, final Class<?>... expected) {
        return new Case(name, false, answer, List.of(expected));
    }

    private static Case left(final String name, final Answer answer, final Class<?>... expected) {
        return new Case(name, true, answer, List.of(expected));
    }

    private static void json(final HttpPeer peer, final String... headers) throws IOException {
        final String[] all = new String[headers.length + 2];
        System.arraycopy(headers, 0, all, 2, headers.length);
        all[0] = "content-type";
        all[1] = "application/json";
        peer.head(200, all);
    }

    private static void whole(final HttpPeer peer) throws IOException {
        json(peer);
        peer.data(JSON);
        peer.end();
    }

    private static void html(final HttpPeer peer, final int status) throws IOException {
        peer.head(status, "content-type", "text/html");
        peer.data("<html>Log in!</html>");
        peer.end();
    }

    private static Answer redirect(final String location) {
        return peer -> {
            peer.head(302, "location", location, "content-length", "0");
            peer.end();
        };
    }

    /** Eight times the largest response. */
    private static byte[] bomb() {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(new byte[8 << 20]);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static List<Case> answers() {
        return List.of(
                ended("resets after the request", peer -> peer.connection().reset(), RemoteUnavailableException.class),
                ended("breaks off after the request", HttpPeer::breakOff, RemoteUnavailableException.class),
                ended("goes away after the request", HttpPeer::goAway, RemoteUnavailableException.class),
                ended(
                        "resets within the head",
                        peer -> {
                            peer.beginHead();
                            peer.connection().reset();
                        },
                        RemoteUnavailableException.class),
                ended(
                        "resets within the body",
                        peer -> {
                            json(peer);
                            peer.data("{\"id\"");
                            peer.connection().reset();
                        },
                        RemoteUnavailableException.class),
                ended(
                        "breaks off within the body",
                        peer -> {
                            json(peer);
                            peer.data("{\"id\"");
                            peer.breakOff();
                        },
                        RemoteUnavailableException.class),
                ended(
                        "sends less than it announces",
                        peer -> {
                            json(peer, "content-length", "100");
                            peer.data("{\"id\"");
                            peer.end();
                            peer.connection().socket.close();
                        },
                        RemoteUnavailableException.class),
                ended(
                        "sends more than it announces",
                        peer -> {
                            json(peer, "content-length", "5");
                            peer.data(JSON);
                            peer.end();
                        },
                        UnreadableResponseException.class,
                        RemoteUnavailableException.class),
                left(
                        "announces a gigabyte",
                        peer -> {
                            json(peer, "content-length", "1073741824");
                            peer.awaitEnd();
                        },
                        UnreadableResponseException.class),
                left(
                        "sends a gigabyte",
                        peer -> {
                            json(peer);
                            for (int i = 0; i < 16_384; i++) {
                                peer.data(new byte[65_536]);
                            }
                        },
                        UnreadableResponseException.class),
                left(
                        "sends endless headers",
                        peer -> {
                            peer.beginHead();
                            while (true) {
                                peer.moreHead("x-endless", "x".repeat(1000));
                            }
                        },
                        RemoteUnavailableException.class),
                ended(
                        "sends a gzip bomb",
                        peer -> {
                            json(peer, "content-encoding", "gzip");
                            peer.data(bomb());
                            peer.end();
                        },
                        UnreadableResponseException.class),
                ended("sends HTML", peer -> html(peer, 200), UnreadableResponseException.class),
                ended("sends an error as HTML", peer -> html(peer, 502), RemoteProblemException.class),
                ended("redirects in a loop", redirect("/articles/1"), RemoteProblemException.class),
                ended(
                        "redirects to the cloud",
                        redirect("http://169.254.169.254/latest"),
                        RemoteProblemException.class),
                ended("redirects without a scheme", redirect("//169.254.169.254/"), RemoteProblemException.class),
                ended("redirects to another port", redirect("https://localhost/"), RemoteProblemException.class),
                left(
                        "speaks another protocol",
                        peer -> {
                            peer.connection().send("220 smtp.example ESMTP\r\n\r\n");
                            peer.awaitEnd();
                        },
                        RemoteUnavailableException.class));
    }

    private static List<Case> slowAnswers() {
        return List.of(
                left("is silent", HttpPeer::awaitEnd, RemoteTimeoutException.class),
                left(
                        "is silent within the body",
                        peer -> {
                            json(peer);
                            peer.data("{\"id\"");
                            peer.awaitEnd();
                        },
                        RemoteTimeoutException.class),
                left(
                        "sends a byte at a time",
                        peer -> {
                            json(peer);
                            slowly(() -> peer.data(" "));
                            peer.awaitEnd();
                        },
                        RemoteTimeoutException.class),
                left(
                        "sends interim responses only",
                        peer -> {
                            slowly(() -> peer.head(103));
                            peer.awaitEnd();
                        },
                        RemoteTimeoutException.class),
                // the last one, because no head can follow on an HTTP/2 connection
                left(
                        "is silent within the head",
                        peer -> {
                            peer.beginHead();
                            peer.awaitEnd();
                        },
                        RemoteTimeoutException.class));
    }

    /** A step of a slow response. */
    private interface Step {
        void send() throws IOException;
    }

    private static void slowly(final Step step) throws IOException, InterruptedException {
        for (int i = 0; i < 100; i++) {
            step.send();
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    @TempDir
    private Path folder;

    private final Semaphore arrived = new Semaphore(0);
    private final Semaphore left = new Semaphore(0);
    private final AtomicInteger requests = new AtomicInteger();
    private volatile Answer answer = BadPeersTest::whole;

    private void serve(final RawPeer.Conversation connection, final boolean http2)
            throws IOException, InterruptedException {
        final HttpPeer peer = HttpPeer.of(connection, http2);
        while (peer.request()) {
            requests.incrementAndGet();
            try {
                answer.send(peer);
            } catch (final HttpPeer.LeftException e) {
                left.release();
            } catch (final IOException e) {
                left.release();
                throw e;
            }
        }
    }

    /** A test with a peer and a client of it. */
    private interface Scenario {
        void run(Clients clients) throws Exception;
    }

    private void with(final Transport transport, final Map<String, ?> own, final Scenario scenario) throws Exception {
        final Map<String, Object> settings = new HashMap<>(Map.of(
                "http2",
                transport.http2,
                "pool-size",
                1,
                "http2-streams",
                1,
                "wait-queue",
                0,
                "retries",
                0,
                "compression",
                true,
                "max-response-size",
                "1M",
                "connect-timeout",
                "20s",
                "request-timeout",
                "20s"));
        @Nullable SSLContext tls = null;
        if (transport.tls) {
            final TestCertificate authority = TestCertificate.authority("Test");
            settings.put("tls.trusted-certificates", folder.resolve("authority.pem"));
            authority.writeCertificate(folder.resolve("authority.pem"));
            tls = authority.server("localhost").sslContext();
        }
        try (RawPeer proxy = RawPeer.proxy();
                RawPeer peer = new RawPeer(
                        connection -> serve(connection, transport.http2), tls, transport.http2 ? "h2" : "http/1.1")) {
            settings.put("url", (transport.tls ? "https" : "http") + "://localhost:" + peer.port());
            if (transport.proxied) {
                settings.put("proxy", "localhost:" + proxy.port());
            }
            settings.putAll(own);
            try (Clients clients = Clients.of(settings)) {
                scenario.run(clients);
                assertThat(proxy.connections()).matches(count -> (count > 0) == transport.proxied);
            }
        }
    }

    private void failsWith(final Case bad, final Clients clients) throws InterruptedException {
        left.drainPermits();
        answer = bad.answer();
        final int before = requests.get();
        Throwable error;
        do {
            error = clients.articles().find("1").ignoreElement().blockingGet(60, TimeUnit.SECONDS);
            // on a busy machine, a call may end before its peer has read it
        } while (bad.leaves() && requests.get() == before);
        assertThat(error)
                .as(bad.name())
                .isInstanceOf(RemoteCallException.class)
                .satisfies(failure -> assertThat(bad.expected())
                        .as(bad.name() + ": " + failure)
                        .contains(failure.getClass()));
        ServerAndClientAgreeTest.awaitNoCalls(clients);
        if (bad.leaves()) {
            await(left, bad.name());
        }
    }

    private static void await(final Semaphore semaphore, final String name) throws InterruptedException {
        assertThat(semaphore.tryAcquire(20, TimeUnit.SECONDS)).as(name).isTrue();
    }

    private void nextCallWorks(final String name, final Clients clients) {
        answer = BadPeersTest::whole;
        // the client may notice late that the connection is broken
        assertThat(clients.articles()
                        .find("1")
                        .retry(2, RemoteUnavailableException.class::isInstance)
                        .blockingGet())
                .as(name)
                .isEqualTo(new Article("1", "Cup", 1));
    }

    @ParameterizedTest
    @EnumSource
    void eachBadAnswerFailsItsCallOnly(final Transport transport) throws Exception {
        with(transport, Map.of(), clients -> {
            for (final Case bad : answers()) {
                nextCallWorks("before: " + bad.name(), clients);
                failsWith(bad, clients);
                nextCallWorks(bad.name(), clients);
            }
        });
    }

    @ParameterizedTest
    @Tag("full")
    @EnumSource
    void eachSlowAnswerFailsInTime(final Transport transport) throws Exception {
        with(transport, Map.of("request-timeout", "500ms"), clients -> {
            // The first calls may take longer than later ones.
            assertThat(clients.articles()
                            .find("1")
                            .retry(20, RemoteCallException.class::isInstance)
                            .blockingGet())
                    .isNotNull();
            for (final Case slow : slowAnswers()) {
                failsWith(slow, clients);
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void aDisposedCallEndsOnTheWireInEachPhase(final Transport transport) throws Exception {
        final Map<String, Answer> phases = Map.of(
                "before the head", peer -> {}, "within the head", HttpPeer::beginHead, "within the body", peer -> {
                    json(peer);
                    peer.data("{\"id\"");
                });
        with(transport, Map.of(), clients -> {
            final Map<String, Flowable<?>> calls = Map.of(
                    "collected",
                    clients.articles().find("1").toFlowable(),
                    "streamed",
                    clients.articles().pieces(1));
            for (final Map.Entry<String, Answer> phase : phases.entrySet()) {
                for (final Map.Entry<String, Flowable<?>> call : calls.entrySet()) {
                    final String name = call.getKey() + " " + phase.getKey();
                    left.drainPermits();
                    clients.events().clear();
                    answer = peer -> {
                        phase.getValue().send(peer);
                        arrived.release();
                        peer.awaitEnd();
                    };
                    final TestSubscriber<?> subscriber = call.getValue().test();
                    await(arrived, name);
                    if (name.equals("streamed within the body")) {
                        subscriber.awaitCount(1);
                    }
                    subscriber.cancel();
                    await(left, name);
                    ServerAndClientAgreeTest.awaitNoCalls(clients);
                    assertThat(clients.events())
                            .as(name)
                            .filteredOn(event -> event instanceof OutboundEvent.Disposed
                                    || event instanceof OutboundEvent.Failed
                                    || event instanceof OutboundEvent.Answered)
                            .hasSize(1);
                    nextCallWorks(name, clients);
                }
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void aStreamThatBreaksFails(final Transport transport) throws Exception {
        final List<Answer> ends = List.of(
                HttpPeer::breakOff, HttpPeer::goAway, peer -> peer.connection().reset());
        with(transport, Map.of(), clients -> {
            for (final Answer end : ends) {
                answer = peer -> {
                    json(peer);
                    peer.data("{\"id\"");
                    arrived.acquireUninterruptibly();
                    end.send(peer);
                };
                final TestSubscriber<Buffer> stream =
                        clients.articles().pieces(1).test();
                stream.awaitCount(1);
                arrived.release();
                assertThat(stream.awaitTerminalEvent(20, TimeUnit.SECONDS)).isTrue();
                stream.assertError(RemoteUnavailableException.class);
                ServerAndClientAgreeTest.awaitNoCalls(clients);
                nextCallWorks("next", clients);
            }
        });
    }
}
