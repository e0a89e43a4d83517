package org.jzenith.restclient;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.Uninterruptibles;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.disposables.Disposable;
import io.reactivex.observers.TestObserver;
import io.reactivex.processors.PublishProcessor;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.impl.VertxInternal;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.restclient.observe.OutboundEvent;
import org.jzenith.restclient.response.CallRejectedException;

/** A disposed call ends on the wire, and its place is free again; the pool has one. */
final class CancellationTest {

    private static final Semaphore ARRIVED = new Semaphore(0);
    private static final Semaphore ABANDONED = new Semaphore(0);

    /** A service that can be slow. */
    @Path("/calls")
    public interface CallsApi {

        @GET
        @Path("/never")
        @Produces("text/plain")
        Single<String> never();

        @GET
        @Path("/quick")
        @Produces("text/plain")
        Maybe<String> quick();

        @GET
        @Path("/endless")
        @Produces("application/octet-stream")
        Flowable<Buffer> endless();

        @POST
        @Path("/upload")
        @Consumes("application/octet-stream")
        @Produces("text/plain")
        Single<String> upload(Flowable<Buffer> content);
    }

    @Path("/calls")
    public static final class CallsResource implements CallsApi {

        @Override
        public Single<String> never() {
            ARRIVED.release();
            return Single.<String>never().doOnDispose(ABANDONED::release);
        }

        @Override
        public Maybe<String> quick() {
            return Maybe.just("quick");
        }

        @Override
        public Flowable<Buffer> endless() {
            return Flowable.interval(1, TimeUnit.MILLISECONDS)
                    .onBackpressureDrop()
                    .map(each -> Buffer.buffer("piece"))
                    .doOnCancel(ABANDONED::release);
        }

        @Override
        public Single<String> upload(final Flowable<Buffer> content) {
            return content.doOnNext(piece -> ARRIVED.release())
                    .count()
                    .map(String::valueOf)
                    .doOnDispose(ABANDONED::release);
        }
    }

    private Clients clients;
    private CallsApi calls;

    private void start(final boolean http2) {
        start(Map.of("http2", http2, "pool-size", 1, "http2-streams", 1, "wait-queue", 1));
    }

    private void start(final Map<String, Object> own) {
        final Clients server = Clients.of(Map.of("url", "http://localhost:1"), CallsApi.class, CallsResource.class);
        final Map<String, Object> settings = new HashMap<>(own);
        settings.put("url", server.application().uri());
        final Clients made = Clients.of(settings, CallsApi.class, CallsResource.class);
        clients = made;
        this.server = server;
        calls = made.application().get(CallsApi.class);
        ARRIVED.drainPermits();
        ABANDONED.drainPermits();
    }

    private Clients server;

    @AfterEach
    void stop() {
        clients.close();
        server.close();
    }

    private static void await(final Semaphore semaphore) throws InterruptedException {
        assertThat(semaphore.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    }

    private void placeIsFree() throws InterruptedException {
        ServerAndClientAgreeTest.awaitNoCalls(clients);
        assertThat(calls.quick().blockingGet()).isEqualTo("quick");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whileItWaitsForTheResponse(final boolean http2) throws Exception {
        start(http2);
        for (int i = 0; i < 20; i++) {
            final Disposable call = calls.never().subscribe();
            await(ARRIVED);
            call.dispose();
            await(ABANDONED);
            placeIsFree();
        }
    }

    @Test
    void whileItsEventLoopIsBusy() throws Exception {
        start(false);
        final CompletableFuture<Disposable> first = new CompletableFuture<>();
        final VertxInternal vertx = (VertxInternal) clients.application().get(Vertx.class);
        vertx.createEventLoopContext()
                .runOnContext(none -> first.complete(calls.quick().subscribe(text -> ARRIVED.release())));
        await(ARRIVED);
        final CompletableFuture<Disposable> second = new CompletableFuture<>();
        ServerAndClientAgreeTest.awaitNoCalls(clients);
        clients.events().clear();
        final CountDownLatch disposed = new CountDownLatch(1);
        vertx.createEventLoopContext().runOnContext(none -> {
            second.complete(calls.never().subscribe());
            Uninterruptibles.awaitUninterruptibly(disposed);
        });
        // Meanwhile, the connection of the other event loop is passed to this one.
        TimeUnit.MILLISECONDS.sleep(500);
        second.get(10, TimeUnit.SECONDS).dispose();
        disposed.countDown();
        ServerAndClientAgreeTest.awaitNoCalls(clients);
        assertThat(clients.events()).noneMatch(OutboundEvent.Sent.class::isInstance);
        placeIsFree();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whileItWaitsForAPlace(final boolean http2) throws Exception {
        start(http2);
        final Disposable first = calls.never().subscribe();
        await(ARRIVED);
        for (int i = 0; i < 20; i++) {
            calls.quick().subscribe().dispose();
        }
        final TestObserver<String> waiting = calls.quick().test();
        calls.quick()
                .test()
                .awaitDone(10, TimeUnit.SECONDS)
                .assertError(error -> error instanceof CallRejectedException rejected
                        && rejected.isUnsent()
                        && rejected.problem().status() == 503);
        first.dispose();
        waiting.awaitDone(10, TimeUnit.SECONDS).assertValue("quick");
        placeIsFree();
    }

    @Test
    void aBulkheadRefusesFurtherCallsAtOnce() throws Exception {
        start(Map.of("pool-size", 1, "wait-queue", 10, "bulkhead.enabled", true, "bulkhead.max-calls", 2));
        for (int i = 0; i < 5; i++) {
            final Disposable first = calls.never().subscribe();
            await(ARRIVED);
            final Disposable waiting = calls.quick().subscribe();
            calls.quick()
                    .test()
                    .awaitDone(10, TimeUnit.SECONDS)
                    .assertError(error -> error instanceof CallRejectedException
                            && String.valueOf(error.getMessage()).contains("bulkhead"));
            waiting.dispose();
            final TestObserver<String> next = calls.quick().test();
            first.dispose();
            next.awaitDone(10, TimeUnit.SECONDS).assertValue("quick");
            placeIsFree();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void withinAStreamedResponse(final boolean http2) throws Exception {
        start(http2);
        for (int i = 0; i < 5; i++) {
            assertThat(calls.endless().take(3).toList().blockingGet()).hasSize(3);
            await(ABANDONED);
            placeIsFree();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void withinAStreamedRequest(final boolean http2) throws Exception {
        start(http2);
        final PublishProcessor<Buffer> content = PublishProcessor.create();
        final Disposable call = calls.upload(content.onBackpressureBuffer()).subscribe();
        final CountDownLatch subscribed = new CountDownLatch(1);
        while (!content.hasSubscribers()) {
            subscribed.await(1, TimeUnit.MILLISECONDS);
        }
        content.onNext(Buffer.buffer("piece"));
        await(ARRIVED);
        call.dispose();
        await(ABANDONED);
        placeIsFree();
        assertThat(content.hasSubscribers()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whenTheSourceOfTheBodyFails(final boolean http2) throws Exception {
        start(http2);
        calls.upload(Flowable.just(Buffer.buffer("piece"))
                        .concatWith(Flowable.error(new IllegalStateException("no more"))))
                .test()
                .awaitDone(10, TimeUnit.SECONDS)
                .assertErrorMessage("no more");
        placeIsFree();
    }

    @Test
    void beforeItBegins() throws Exception {
        start(false);
        for (int i = 0; i < 100; i++) {
            calls.quick().subscribe().dispose();
        }
        placeIsFree();
    }
}
