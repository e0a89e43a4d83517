package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.Injector;
import io.reactivex.Completable;
import io.smallrye.common.annotation.Blocking;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.CompletionCallback;
import jakarta.ws.rs.container.ConnectionCallback;
import jakarta.ws.rs.container.Suspended;
import java.io.IOException;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.channels.ClosedChannelException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.core.JZenith;
import org.jzenith.core.Plugin;

/** Answers that come later: who waits, for how long, and what is told when nobody waits any more. */
final class AsyncResponseTest {

    /** State shared by the resources and the test. */
    static final class Desk {

        final CompletableFuture<String> stage = new CompletableFuture<>();
        final Promise<String> promise = Promise.promise();
        final BlockingQueue<AsyncResponse> suspended = new LinkedBlockingQueue<>();
        final BlockingQueue<Object> disconnected = new LinkedBlockingQueue<>();
        final BlockingQueue<Object> completed = new LinkedBlockingQueue<>();
        final BlockingQueue<String> begun = new LinkedBlockingQueue<>();
        final Set<String> invoked = ConcurrentHashMap.newKeySet();
        final CountDownLatch letGo = new CountDownLatch(1);
        final CountDownLatch closed = new CountDownLatch(1);
        volatile boolean endedBeforeClose;
    }

    private static volatile Desk desk = new Desk();

    static final class Recorder implements CompletionCallback, ConnectionCallback {

        @Override
        public void onComplete(final Throwable error) {
            desk.completed.add(error == null ? "no error" : error);
        }

        @Override
        public void onDisconnect(final AsyncResponse response) {
            desk.disconnected.add(response);
        }
    }

    public static final class ByClass implements CompletionCallback, ConnectionCallback {

        private final Recorder recorder = new Recorder();

        @Override
        public void onComplete(final Throwable error) {
            recorder.onComplete(error);
        }

        @Override
        public void onDisconnect(final AsyncResponse response) {
            recorder.onDisconnect(response);
        }
    }

    @Path("/")
    @Produces("text/plain")
    public static final class Resource {

        @GET
        public String get() {
            return "fine";
        }

        @GET
        @Path("stage")
        public CompletionStage<String> stage() {
            desk.begun.add("stage");
            return desk.stage;
        }

        @GET
        @Path("future")
        public Future<String> future() {
            desk.begun.add("future");
            return desk.promise.future();
        }

        @GET
        @Path("suspended")
        public void suspended(@Suspended final AsyncResponse response) {
            response.register(new Recorder());
            response.register(ByClass.class);
            desk.suspended.add(response);
        }

        @GET
        @Path("timed/{millis}")
        public void timed(@PathParam("millis") final long millis, @Suspended final AsyncResponse response) {
            response.setTimeout(millis, TimeUnit.MILLISECONDS);
            response.register(new Recorder(), new ByClass());
            desk.suspended.add(response);
        }

        @GET
        @Path("prolonged")
        public void prolonged(@Suspended final AsyncResponse response) {
            response.setTimeoutHandler(first -> {
                response.setTimeoutHandler(second -> response.resume("the second time"));
                response.setTimeout(1, TimeUnit.MILLISECONDS);
            });
            response.setTimeout(1, TimeUnit.MILLISECONDS);
        }

        @GET
        @Path("undecided")
        public void undecided(@Suspended final AsyncResponse response) {
            response.setTimeoutHandler(late -> desk.begun.add("handler"));
            response.setTimeout(1, TimeUnit.MILLISECONDS);
        }

        @GET
        @Path("not-timed-any-more/{millis}")
        public void notTimedAnyMore(@PathParam("millis") final long millis, @Suspended final AsyncResponse response) {
            response.setTimeout(1, TimeUnit.MILLISECONDS);
            response.setTimeout(millis, TimeUnit.MILLISECONDS);
            desk.suspended.add(response);
        }

        @GET
        @Path("suspended-and-failed")
        public void suspendedAndFailed(@Suspended final AsyncResponse response) {
            response.setTimeout(1, TimeUnit.HOURS);
            desk.suspended.add(response);
            throw new IllegalStateException("on purpose");
        }

        @GET
        @Path("soon-answered")
        public void soonAnswered(@Suspended final AsyncResponse response) {
            response.setTimeout(1, TimeUnit.HOURS);
            desk.suspended.add(response);
            response.resume("fine");
        }

        @GET
        @Path("blocking/{name}")
        @Blocking
        public String blocking(@PathParam("name") final String name) throws InterruptedException {
            desk.invoked.add(name);
            desk.begun.add(name);
            desk.letGo.await(20, TimeUnit.SECONDS);
            return name;
        }

        @GET
        @Path("held")
        public String held() throws InterruptedException {
            desk.begun.add("held");
            desk.letGo.await(20, TimeUnit.SECONDS);
            return "held";
        }

        @GET
        @Path("slow")
        @Blocking
        public String slow() throws InterruptedException {
            desk.begun.add("slow");
            desk.letGo.await(20, TimeUnit.SECONDS);
            desk.endedBeforeClose = !desk.closed.await(2, TimeUnit.SECONDS);
            return "slow";
        }
    }

    private RunningServer server;

    @BeforeEach
    void start() {
        desk = new Desk();
        server = RunningServer.of(
                RestPlugin.withResources(Resource.class), Map.of("jzenith.blocking-threads", 1, "rest.instances", 1));
    }

    @AfterEach
    void stop() {
        desk.letGo.countDown();
        server.close();
    }

    private RawClient ask(final String path) throws IOException {
        return RawClient.to(server).send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
    }

    private static <T> T next(final BlockingQueue<T> queue) throws InterruptedException {
        final T found = queue.poll(20, TimeUnit.SECONDS);
        assertThat(found).isNotNull();
        return found;
    }

    /** Disconnects. With one event loop, the server sees the end of a connection before it handles later requests. */
    private void leave(final RawClient client) throws IOException {
        client.close();
        assertThat(server.get("/").body()).isEqualTo("fine");
        assertThat(server.get("/").body()).isEqualTo("fine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stage", "future"})
    void whatAResourceSharesIsNotCancelledByAClientThatLeaves(final String path) throws Exception {
        try (RawClient stays = ask("/" + path)) {
            next(desk.begun);
            final RawClient leaves = ask("/" + path);
            next(desk.begun);
            leave(leaves);
            assertThat(desk.stage).isNotDone();
            desk.stage.complete("for all");
            desk.promise.complete("for all");
            assertThat(stays.answer()).startsWith("HTTP/1.1 200 ").endsWith("for all");
        }
    }

    @Test
    void aClientThatLeavesEndsTheSuspensionAndRunsTheCallbacks() throws Exception {
        final RawClient leaves = ask("/suspended");
        final AsyncResponse response = next(desk.suspended);
        assertThat(response.isSuspended()).isTrue();
        leaves.close();
        assertThat(next(desk.disconnected)).isSameAs(response);
        assertThat(next(desk.disconnected)).isSameAs(response);
        assertThat(next(desk.completed)).isInstanceOf(ClosedChannelException.class);
        assertThat(next(desk.completed)).isInstanceOf(ClosedChannelException.class);
        assertThat(response.isSuspended()).isFalse();
        assertThat(response.isDone()).isTrue();
        assertThat(response.resume("too late")).isFalse();
        assertThat(response.cancel()).isFalse();
        assertThat(response.setTimeout(1, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void aTimeOutEndsTheSuspensionAndRunsTheCallbacks() throws Exception {
        assertThat(server.get("/timed/1").status()).isEqualTo(503);
        final AsyncResponse response = next(desk.suspended);
        assertThat(next(desk.completed)).isInstanceOf(ServiceUnavailableException.class);
        assertThat(next(desk.completed)).isInstanceOf(ServiceUnavailableException.class);
        assertThat(response.isSuspended()).isFalse();
        assertThat(response.resume("too late")).isFalse();
        assertThat(desk.disconnected).isEmpty();
    }

    @Test
    void anAnswerRunsTheCallbacksOnceAndWithoutAnError() throws Exception {
        try (RawClient client = ask("/suspended")) {
            assertThat(next(desk.suspended).resume("fine")).isTrue();
            assertThat(client.answer()).endsWith("fine");
            assertThat(next(desk.completed)).isEqualTo("no error");
            assertThat(next(desk.completed)).isEqualTo("no error");
        }
        assertThat(server.get("/").body()).isEqualTo("fine");
        assertThat(server.get("/").body()).isEqualTo("fine");
        assertThat(desk.completed).isEmpty();
        assertThat(desk.disconnected).isEmpty();
    }

    @Test
    void theTimeOutOfTheServerEndsTheSuspensionToo() throws Exception {
        try (RunningServer hasty =
                RunningServer.of(RestPlugin.withResources(Resource.class), Map.of("rest.request-timeout", "500ms"))) {
            assertThat(hasty.get("/suspended").status()).isEqualTo(503);
            final AsyncResponse response = next(desk.suspended);
            assertThat(next(desk.completed)).isInstanceOf(ServiceUnavailableException.class);
            assertThat(next(desk.completed)).isInstanceOf(ServiceUnavailableException.class);
            assertThat(response.isSuspended()).isFalse();
            assertThat(response.resume("too late")).isFalse();
        }
    }

    @Test
    void theStopEndsTheSuspensionToo() throws Exception {
        final RunningServer stopping =
                RunningServer.of(RestPlugin.withResources(Resource.class), Map.of("jzenith.drain-timeout", "100ms"));
        try (RawClient client = RawClient.to(stopping)) {
            client.send("GET /suspended HTTP/1.1\r\nHost: a\r\n\r\n");
            final AsyncResponse response = next(desk.suspended);
            stopping.close();
            assertThat(client.untilClose()).startsWith("HTTP/1.1 503 ");
            assertThat(next(desk.completed)).isInstanceOf(ServiceUnavailableException.class);
            assertThat(response.isSuspended()).isFalse();
        }
    }

    @Test
    void aTimeOutHandlerMayProlongAndThenAnswer() {
        assertThat(server.get("/prolonged").body()).isEqualTo("the second time");
    }

    @Test
    void aTimeOutHandlerThatDoesNothingLeavesTheAnswerToTheServer() throws Exception {
        assertThat(server.get("/undecided").status()).isEqualTo(503);
        assertThat(next(desk.begun)).isEqualTo("handler");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1})
    void zeroOrLessTakesTheTimeOutAway(final long millis) throws Exception {
        try (RawClient client = ask("/not-timed-any-more/" + millis)) {
            final AsyncResponse response = next(desk.suspended);
            assertThat(server.get("/timed/50").status()).isEqualTo(503);
            assertThat(response.resume("fine")).isTrue();
            assertThat(client.answer()).endsWith("fine");
        }
    }

    @Test
    void theTimerEndsWithTheAnswer() throws Exception {
        final ReferenceQueue<AsyncResponse> collected = new ReferenceQueue<>();
        assertThat(server.get("/soon-answered").body()).isEqualTo("fine");
        final WeakReference<AsyncResponse> first = new WeakReference<>(desk.suspended.remove(), collected);
        for (int i = 0; i < 10; i++) { // threads remember what they did last
            assertThat(server.get("/soon-answered").body()).isEqualTo("fine");
        }
        for (int i = 0; i < 100 && !first.refersTo(null); i++) {
            System.gc();
            collected.remove(100);
        }
        assertThat(first.refersTo(null)).isTrue();
    }

    @Test
    void aMethodThatFailsEndsTheResponseThatItHasSuspended() throws Exception {
        assertThat(server.get("/suspended-and-failed").status()).isEqualTo(500);
        final AsyncResponse suspended = desk.suspended.remove();
        for (int i = 0; i < 100 && suspended.isSuspended(); i++) {
            assertThat(server.get("/").status()).isEqualTo(200); // its event loop has gone on
        }
        assertThat(suspended.isSuspended()).isFalse();
        assertThat(suspended.resume("too late")).isFalse();
    }

    @Test
    void workOfAClientThatLeftDoesNotBegin() throws Exception {
        try (RawClient first = ask("/blocking/first")) {
            assertThat(next(desk.begun)).isEqualTo("first");
            final RawClient second = ask("/blocking/second");
            leave(second);
            try (RawClient third = ask("/blocking/third")) {
                assertThat(server.get("/").body()).isEqualTo("fine");
                desk.letGo.countDown();
                assertThat(first.answer()).endsWith("first");
                assertThat(third.answer()).endsWith("third");
                assertThat(desk.invoked).containsExactlyInAnyOrder("first", "third");
            }
        }
    }

    @Test
    void cancellingIs503WithAProblemAndRetryAfter() throws Exception {
        try (RawClient client = ask("/suspended")) {
            final AsyncResponse response = next(desk.suspended);
            assertThat(response.cancel()).isTrue();
            assertThat(response.isCancelled()).isTrue();
            assertThat(client.answer())
                    .startsWith("HTTP/1.1 503 ")
                    .containsIgnoringCase("\r\nretry-after: 1\r\n")
                    .containsIgnoringCase("\r\ncontent-type: application/problem+json\r\n")
                    .contains("\"status\":503");
        }
        try (RawClient client = ask("/suspended")) {
            assertThat(next(desk.suspended).cancel(17)).isTrue();
            assertThat(client.answer())
                    .startsWith("HTTP/1.1 503 ")
                    .containsIgnoringCase("\r\nretry-after: 17\r\n")
                    .contains("\"status\":503");
        }
    }

    @Test
    void aTimeOutThatIsReplacedWhileItComesDoesNothing() throws Exception {
        try (RawClient client = ask("/suspended");
                RawClient holder = ask("/held")) {
            final AsyncResponse response = next(desk.suspended);
            next(desk.begun);
            final CompletableFuture<Void> fired = new CompletableFuture<>();
            onAnotherLoop(vertx -> {
                response.setTimeout(1, TimeUnit.MILLISECONDS);
                vertx.setTimer(20, later -> fired.complete(null)); // the timers of one event loop fire in their order
            });
            fired.get(20, TimeUnit.SECONDS);
            assertThat(response.setTimeout(1, TimeUnit.HOURS)).isTrue();
            desk.letGo.countDown();

            assertThat(holder.answer()).endsWith("held");
            assertThat(server.get("/").body()).isEqualTo("fine");
            assertThat(response.isSuspended()).isTrue();
            assertThat(response.resume("in time")).isTrue();
            assertThat(client.answer()).startsWith("HTTP/1.1 200 ").endsWith("in time");
        }
    }

    /** Runs work on another event loop while one is held. */
    private void onAnotherLoop(final Consumer<Vertx> work) {
        final Vertx vertx = server.application().get(Vertx.class);
        final AtomicBoolean begun = new AtomicBoolean();
        for (int i = 0; i < 4; i++) {
            ((VertxInternal) vertx).createEventLoopContext().runOnContext(now -> {
                if (begun.compareAndSet(false, true)) {
                    work.accept(vertx);
                }
            });
        }
    }

    /** Closed when all that drains has drained. */
    private static final class Pool implements Plugin {

        @Override
        public String name() {
            return "pool";
        }

        @Override
        public Completable close(final Injector injector) {
            return Completable.fromAction(desk.closed::countDown);
        }
    }

    @Test
    void theStopWaitsForTheWorkOfAClientThatLeft() throws Exception {
        final RunningServer stopping = RunningServer.around(JZenith.application()
                .withPlugins(RestPlugin.withResources(Resource.class), new Pool())
                .withOverridingConfiguration("rest.port", 0)
                .withOverridingConfiguration("rest.instances", 1)
                .run());
        final RawClient client = RawClient.to(stopping).send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
        next(desk.begun);
        client.close();
        assertThat(stopping.get("/").body()).isEqualTo("fine");
        assertThat(stopping.get("/").body()).isEqualTo("fine");
        final CompletableFuture<Void> stopped = CompletableFuture.runAsync(stopping::close);
        desk.letGo.countDown();
        stopped.get(20, TimeUnit.SECONDS);
        assertThat(desk.endedBeforeClose).isTrue();
    }
}
