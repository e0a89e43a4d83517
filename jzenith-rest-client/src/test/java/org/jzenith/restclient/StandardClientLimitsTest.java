package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.reactivex.observers.TestObserver;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.ws.rs.client.Entity;
import jakarta.ws.rs.client.WebTarget;
import jakarta.ws.rs.core.MediaType;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.resteasy.rxjava2.SingleRxInvoker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.RunningApplication;

/** The limits of RESTEasy's client engine, as docs/rest-client.md states them. The pool has one connection. */
final class StandardClientLimitsTest {

    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ";

    private static RunningApplication application(final RawPeer peer, final Map<String, ?> own) {
        final Map<String, Object> settings = new HashMap<>(
                Map.of("url", peer.url(), "pool-size", 1, "request-timeout", "20s", "connect-timeout", "20s"));
        settings.putAll(own);
        final JZenith recipe =
                JZenith.application().withoutConfigurationFiles().withPlugins(RestClientPlugin.standard("stock"));
        settings.forEach((key, value) -> recipe.withConfiguration("rest-client.stock." + key, value));
        return recipe.run();
    }

    private static SingleRxInvoker invoker(final RunningApplication application) {
        return application.get(WebTarget.class, "stock").request().rx(SingleRxInvoker.class);
    }

    private static Single<String> get(final RunningApplication application) {
        return invoker(application).get(String.class);
    }

    /** A peer that behaves badly on its first connection. */
    private static RawPeer peer(final RawPeer.Behavior first) throws IOException {
        return new RawPeer(each -> {
            if (each.number == 1) {
                first.speak(each);
            }
            for (String head = each.head(); !head.isEmpty(); head = each.head()) {
                each.body(head);
                each.send(HEAD + "2\r\n\r\nok");
            }
        });
    }

    private static void isSilent(final RawPeer.Conversation peer, final boolean inBody, final Semaphore arrived)
            throws IOException {
        peer.head();
        if (inBody) {
            peer.send(HEAD + "4\r\n\r\nok");
        }
        arrived.release();
        peer.awaitEnd();
    }

    private static void assertEnds(final TestObserver<String> call) {
        assertThat(call.awaitTerminalEvent(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aSubscriptionDoesNotBlockItsEventLoop() throws Exception {
        final Semaphore arrived = new Semaphore(0);
        try (RawPeer peer = peer(each -> isSilent(each, false, arrived));
                RunningApplication application = application(peer, Map.of())) {
            final CompletableFuture<Disposable> subscribed = new CompletableFuture<>();
            application
                    .get(Vertx.class)
                    .getOrCreateContext()
                    .runOnContext(none -> subscribed.complete(get(application).subscribe(text -> {}, error -> {})));
            assertThat(subscribed.get(10, TimeUnit.SECONDS).isDisposed()).isFalse();
            assertThat(arrived.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void responsesAreReadAndDeliveredOnOtherThreads() throws Exception {
        try (RawPeer peer = peer(each -> {});
                RunningApplication application = application(peer, Map.of())) {
            final Single<Boolean> delivered = get(application).map(text -> Context.isOnEventLoopThread());
            assertThat(delivered.blockingGet()).isFalse();
        }
    }

    @Test
    void aRefusedConnectionFailsTheCall() throws Exception {
        final RawPeer peer = peer(each -> {});
        peer.close();
        try (RunningApplication application = application(peer, Map.of())) {
            get(application)
                    .test()
                    .awaitDone(30, TimeUnit.SECONDS)
                    .assertError(error -> String.valueOf(error).contains("refused"));
        }
    }

    /** Without a response request-timeout ends the call, and within a body idle-timeout. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void thePlaceOfACallIsFreeAfterItsTimeout(final boolean inBody) throws Exception {
        try (RawPeer peer = peer(each -> isSilent(each, inBody, new Semaphore(0)));
                RunningApplication application =
                        application(peer, Map.of("request-timeout", "1s", "idle-timeout", "2s"))) {
            final TestObserver<String> silent = get(application).test();
            assertEnds(silent);
            assertThat(silent.errorCount()).isEqualTo(1);
            assertThat(peer.closed().tryAcquire(30, TimeUnit.SECONDS)).isTrue();
            get(application).retry(5).test().awaitDone(30, TimeUnit.SECONDS).assertValue("ok");
        }
    }

    /** Its connection is free again after its time limit. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDisposedCallGoesOnUntilItsTimeout(final boolean inBody) throws Exception {
        final Semaphore arrived = new Semaphore(0);
        final long begin = System.nanoTime();
        try (RawPeer peer = peer(each -> isSilent(each, inBody, arrived));
                RunningApplication application =
                        application(peer, Map.of("request-timeout", "2s", "idle-timeout", "2s"))) {
            final Disposable call = get(application).subscribe(text -> {}, error -> {});
            assertThat(arrived.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
            call.dispose();
            assertThat(peer.closed().tryAcquire(30, TimeUnit.SECONDS)).isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(1900));
            assertThat(get(application).retry(5).blockingGet()).isEqualTo("ok");
        }
    }

    @Test
    void aRequestBodyIsBufferedBeforeItIsSent() throws Exception {
        final Semaphore connected = new Semaphore(0);
        try (RawPeer peer = peer(each -> connected.release());
                RunningApplication application = application(peer, Map.of())) {
            final InputStream content = new FilterInputStream(new ByteArrayInputStream(new byte[1_000_000])) {
                @Override
                public int read(final byte[] bytes, final int from, final int length) throws IOException {
                    final int read = super.read(bytes, from, length);
                    if (read < 0) {
                        assertThat(connected.availablePermits()).isZero();
                    }
                    return read;
                }
            };
            assertThat(invoker(application)
                            .post(Entity.entity(content, MediaType.APPLICATION_OCTET_STREAM), String.class)
                            .blockingGet())
                    .isEqualTo("ok");
        }
    }

    @Test
    void aStreamedResponseIsReadWithBackPressureAndNotEndedByClose() throws Exception {
        final long length = 256L * 1024 * 1024;
        final AtomicLong sent = new AtomicLong();
        try (RawPeer peer = peer(each -> {
                    each.head();
                    each.send(HEAD + length + "\r\n\r\n");
                    final byte[] piece = new byte[65_536];
                    while (sent.get() < length) {
                        each.send(piece);
                        sent.addAndGet(piece.length);
                    }
                    each.awaitEnd();
                });
                RunningApplication application = application(peer, Map.of())) {
            try (InputStream content =
                    invoker(application).get(InputStream.class).blockingGet()) {
                assertThat(content.readNBytes(1_000_000)).hasSize(1_000_000);
                assertThat(peer.closed().tryAcquire(1, TimeUnit.SECONDS)).isFalse();
                assertThat(sent.get()).isLessThan(64L * 1024 * 1024);
            }
            assertThat(peer.closed().tryAcquire(1, TimeUnit.SECONDS)).isFalse();
        }
    }
}
