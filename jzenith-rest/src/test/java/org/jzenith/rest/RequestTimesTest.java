package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.AbstractModule;
import io.reactivex.Flowable;
import io.reactivex.Single;
import io.reactivex.processors.UnicastProcessor;
import io.reactivex.subjects.SingleSubject;
import io.smallrye.common.annotation.Blocking;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jzenith.core.observe.EventObserver;
import org.jzenith.core.observe.Observers;
import org.jzenith.core.observe.RequestEvent;
import org.jzenith.core.observe.RequestTimes;

/** The times of a request's stages, for an observer that asks for them. */
class RequestTimesTest {

    /** Ends each stage when the test says so. */
    public static final class Kitchen {

        private final CountDownLatch called = new CountDownLatch(1);
        private final SingleSubject<String> tea = SingleSubject.create();
        private final UnicastProcessor<String> drops = UnicastProcessor.create();
        private final CountDownLatch free = new CountDownLatch(1);
    }

    @Path("/tea")
    @Produces("text/plain")
    public static final class TeaResource {

        private final Kitchen kitchen;

        @Inject
        TeaResource(final Kitchen kitchen) {
            this.kitchen = kitchen;
        }

        @POST
        public Single<String> make(final String leaves) {
            kitchen.called.countDown();
            return kitchen.tea;
        }

        @GET
        @Path("plain")
        public String plain() {
            return "tea";
        }

        @GET
        @Path("broken")
        public String broken() {
            throw new IllegalStateException("on purpose");
        }

        @GET
        @Path("never")
        public Single<String> never() {
            kitchen.called.countDown();
            return Single.never();
        }

        @GET
        @Path("blocking")
        @Blocking
        public String blocking() throws InterruptedException {
            kitchen.called.countDown();
            kitchen.free.await();
            return "tea";
        }

        @GET
        @Path("drops")
        @Produces("application/x-ndjson")
        public Flowable<String> drops() {
            return kitchen.drops;
        }
    }

    private final Kitchen kitchen = new Kitchen();
    private final BlockingQueue<RequestEvent> matched = new LinkedBlockingQueue<>();
    private final BlockingQueue<RequestEvent> ended = new LinkedBlockingQueue<>();
    private final RunningServer server =
            RunningServer.of(RestPlugin.withResources(TeaResource.class), new AbstractModule() {
                @Override
                protected void configure() {
                    bind(Kitchen.class).toInstance(kitchen);
                    Observers.binder(binder()).addBinding().toInstance(new Recorder());
                }
            });

    private final class Recorder implements EventObserver<RequestEvent> {

        @Override
        public Class<RequestEvent> events() {
            return RequestEvent.class;
        }

        @Override
        public boolean needsTimes() {
            return true;
        }

        @Override
        public void observe(final RequestEvent event) {
            if (event instanceof RequestEvent.Matched) {
                matched.add(event);
            } else if (event instanceof RequestEvent.Answered || event instanceof RequestEvent.Disposed) {
                ended.add(event);
            }
        }
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private RequestTimes answered() throws InterruptedException {
        final RequestEvent.Answered event = (RequestEvent.Answered) ended.poll(20, TimeUnit.SECONDS);
        assertThat(event.times().lastByte()).isEqualTo(event.duration().toNanos());
        return event.times();
    }

    private void awaitCall() throws InterruptedException {
        assertThat(kitchen.called.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void theBodyTheCallAndTheResultHaveTheirTimes() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("POST /tea HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\ngreen");
            matched.poll(20, TimeUnit.SECONDS);
            final long half = System.nanoTime();
            final long beforeBody = System.nanoTime() - half;
            client.send(" tea.");
            awaitCall();
            final long atCall = System.nanoTime();
            final long beforeResult = System.nanoTime() - atCall;
            kitchen.tea.onSuccess("done");
            assertThat(client.answer()).endsWith("done");
            final RequestTimes times = answered();
            assertThat(times.body()).isGreaterThan(beforeBody);
            assertThat(times.call()).isGreaterThanOrEqualTo(times.body());
            assertThat(times.result()).isGreaterThan(times.call() + beforeResult);
            assertThat(times.firstByte()).isGreaterThanOrEqualTo(times.result());
            assertThat(times.lastByte()).isEqualTo(times.firstByte());
        }
    }

    @Test
    void aMethodWithoutABodyHasNoTimeOfOne() throws Exception {
        assertThat(server.get("/tea/plain").body()).isEqualTo("tea");
        final RequestTimes times = answered();
        assertThat(times.body()).isEqualTo(RequestTimes.NONE);
        assertThat(times.call()).isPositive();
        assertThat(times.result()).isGreaterThanOrEqualTo(times.call());
        assertThat(times.firstByte()).isGreaterThanOrEqualTo(times.result());
    }

    @Test
    void aFailureIsAResult() throws Exception {
        assertThat(server.get("/tea/broken").status()).isEqualTo(500);
        final RequestTimes times = answered();
        assertThat(times.result()).isGreaterThanOrEqualTo(times.call());
    }

    @Test
    void aRequestWithoutAMethodHasOnlyAResponse() throws Exception {
        assertThat(server.get("/coffee").status()).isEqualTo(404);
        final RequestTimes times = answered();
        assertThat(times.call()).isEqualTo(RequestTimes.NONE);
        assertThat(times.result()).isEqualTo(RequestTimes.NONE);
        assertThat(times.firstByte()).isPositive();
    }

    @Test
    void aBlockingMethodIsMeasuredOnItsThread() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("GET /tea/blocking HTTP/1.1\r\nHost: a\r\n\r\n");
            awaitCall();
            final long atCall = System.nanoTime();
            final long beforeResult = System.nanoTime() - atCall;
            kitchen.free.countDown();
            assertThat(client.answer()).endsWith("tea");
            final RequestTimes times = answered();
            assertThat(times.result() - times.call()).isGreaterThan(beforeResult);
        }
    }

    @Test
    void aStreamHasItsFirstByteBeforeItsLast() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("GET /tea/drops HTTP/1.1\r\nHost: a\r\n\r\n");
            kitchen.drops.onNext("one");
            client.headOnly();
            assertThat(client.chunk()).isEqualTo("\"one\"\n");
            final long first = System.nanoTime();
            final long beforeLast = System.nanoTime() - first;
            kitchen.drops.onComplete();
            final RequestTimes times = answered();
            assertThat(times.firstByte()).isGreaterThanOrEqualTo(times.result());
            assertThat(times.lastByte() - times.firstByte()).isGreaterThan(beforeLast);
        }
    }

    @Test
    void aRequestWhoseClientHasLeftHasNoResultAndNoResponse() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("GET /tea/never HTTP/1.1\r\nHost: a\r\n\r\n");
            awaitCall();
        }
        final RequestTimes times = ((RequestEvent.Disposed) ended.poll(20, TimeUnit.SECONDS)).times();
        assertThat(times.call()).isPositive();
        assertThat(times.result()).isEqualTo(RequestTimes.NONE);
        assertThat(times.firstByte()).isEqualTo(RequestTimes.NONE);
        assertThat(times.lastByte()).isEqualTo(RequestTimes.NONE);
    }
}
