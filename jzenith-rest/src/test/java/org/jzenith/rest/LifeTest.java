package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.reactivex.Single;
import io.reactivex.plugins.RxJavaPlugins;
import io.reactivex.subjects.SingleSubject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.jzenith.core.JZenith;
import org.jzenith.core.problem.StartException;

/** Start and stop, alone and beside another application. */
final class LifeTest {

    @Path("/")
    @Produces("text/plain")
    public static final class Slow {

        static volatile SingleSubject<String> answer = SingleSubject.create();
        static volatile CountDownLatch asked = new CountDownLatch(1);
        static volatile CountDownLatch disposed = new CountDownLatch(1);
        static volatile CountDownLatch letGo = new CountDownLatch(1);

        @GET
        public String get() {
            return "fine";
        }

        @GET
        @Path("slow")
        public Single<String> slow() {
            final CountDownLatch end = disposed;
            asked.countDown();
            return answer.doOnDispose(end::countDown);
        }

        /** Keeps its event loop until it is let go. */
        @GET
        @Path("held")
        public Single<String> held() throws InterruptedException {
            asked.countDown();
            return letGo.await(20, TimeUnit.SECONDS) ? answer : Single.just("held too long");
        }

        @GET
        @Path("failing")
        public String failing() {
            throw new IllegalArgumentException("on purpose");
        }

        static void reset() {
            answer = SingleSubject.create();
            asked = new CountDownLatch(1);
            disposed = new CountDownLatch(1);
            letGo = new CountDownLatch(1);
        }
    }

    public static final class FirstMapper implements ExceptionMapper<IllegalArgumentException> {
        @Override
        public Response toResponse(final IllegalArgumentException error) {
            return Response.status(418).entity("first").type("text/plain").build();
        }
    }

    public static final class SecondMapper implements ExceptionMapper<IllegalArgumentException> {
        @Override
        public Response toResponse(final IllegalArgumentException error) {
            return Response.status(419).entity("second").type("text/plain").build();
        }
    }

    @Test
    void aRequestInFlightIsAnsweredBeforeTheEnd() throws Exception {
        Slow.reset();
        final RunningServer server = RunningServer.of(RestPlugin.withResources(Slow.class));
        try (RawClient slow = RawClient.to(server);
                RawClient resting = RawClient.to(server)) {
            assertThat(resting.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").answer())
                    .endsWith("fine");
            slow.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(Slow.asked.await(20, TimeUnit.SECONDS)).isTrue();
            final CompletableFuture<Void> stopped = CompletableFuture.runAsync(server::close);
            assertThat(resting.untilClose()).isEmpty();
            awaitRefusal(server);
            assertThat(stopped).isNotDone();
            Slow.answer.onSuccess("at last");
            assertThat(slow.untilClose())
                    .containsIgnoringCase("connection: close")
                    .endsWith("at last");
            stopped.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void aRequestThatBeginsToWaitWhileTheServerStopsIsAnsweredToo() throws Exception {
        Slow.reset();
        final RunningServer server = RunningServer.of(RestPlugin.withResources(Slow.class));
        try (RawClient held = RawClient.to(server)) {
            held.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(Slow.asked.await(20, TimeUnit.SECONDS)).isTrue();
            final CompletableFuture<Void> stopped = CompletableFuture.runAsync(server::close);
            Slow.letGo.countDown();
            Slow.answer.onSuccess("at last");
            assertThat(held.untilClose()).endsWith("at last");
            stopped.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void aRequestThatDoesNotEndIsEndedWithTheDrainTime() throws Exception {
        Slow.reset();
        final RunningServer server =
                RunningServer.of(RestPlugin.withResources(Slow.class), Map.of("jzenith.drain-timeout", "1s"));
        try (RawClient slow = RawClient.to(server)) {
            slow.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(Slow.asked.await(20, TimeUnit.SECONDS)).isTrue();
            final CompletableFuture<Void> stopped = CompletableFuture.runAsync(server::close);
            assertThat(slow.untilClose()).startsWith("HTTP/1.1 503 ").containsIgnoringCase("Retry-After: 1\r\n");
            assertThat(Slow.disposed.await(20, TimeUnit.SECONDS)).isTrue();
            stopped.get(20, TimeUnit.SECONDS);
        }
    }

    /** Waits until the port is closed; connections before that are served. */
    private static void awaitRefusal(final RunningServer server) {
        while (!isRefused(server)) {
            Thread.onSpinWait();
        }
    }

    private static boolean isRefused(final RunningServer server) {
        try (RawClient late = RawClient.to(server)) {
            return late.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").answer().isEmpty();
        } catch (final java.io.IOException e) {
            return true;
        }
    }

    @Test
    void aPortInUseFailsTheStartAndLeavesNoThread() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            final Set<Thread> before = vertxThreads();
            final StartException error = catchThrowableOfType(
                    StartException.class,
                    () -> JZenith.application()
                            .withPlugins(RestPlugin.withResources(Slow.class))
                            .withOverridingConfiguration("rest.port", taken.getLocalPort())
                            .run());
            assertThat(error.problems()).singleElement().satisfies(problem -> {
                assertThat(problem.what())
                        .isEqualTo("Port " + taken.getLocalPort() + " is already in use on localhost.");
                assertThat(problem.origin()).isNotNull();
                assertThat(problem.remedy()).contains("rest.port");
            });
            for (final Thread thread : vertxThreads()) {
                if (!before.contains(thread)) {
                    thread.join(20_000);
                    assertThat(thread.isAlive()).as(thread.getName()).isFalse();
                }
            }
        }
    }

    public static final class Pathless {

        @GET
        public String get() {
            return "";
        }
    }

    @Path("/raw")
    public static final class Raw {

        @GET
        @SuppressWarnings("rawtypes")
        public Single get() {
            return Single.just("");
        }
    }

    @Test
    void allMistakesInRoutesFailTheStartAtOnce() {
        final StartException error = startError(Map.of(), Pathless.class, Raw.class);
        assertThat(error.problems()).hasSize(2).allSatisfy(problem -> {
            assertThat(problem.origin()).isNotNull();
            assertThat(problem.remedy()).isNotNull();
        });
        assertThat(error.problems().get(0).what()).contains("Pathless", "@Path");
        assertThat(error.problems().get(1).what()).contains("Raw.get", "Single");
    }

    @Test
    void aTrustedProxyThatIsNoAddressFailsTheStart() {
        final StartException error = startError(Map.of("rest.trusted-proxies", "10.0.0.0/x"), Slow.class);
        assertThat(error.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.what()).contains("10.0.0.0/x");
            assertThat(problem.remedy()).contains("rest.trusted-proxies");
        });
    }

    private static StartException startError(final Map<String, Object> configuration, final Class<?>... resources) {
        return catchThrowableOfType(
                StartException.class,
                () -> RunningServer.of(RestPlugin.withResources(resources), configuration)
                        .close());
    }

    @Test
    void twoApplicationsDoNotShareProviders() {
        try (RunningServer first =
                        RunningServer.of(RestPlugin.withResources(Slow.class).withProviders(FirstMapper.class));
                RunningServer second =
                        RunningServer.of(RestPlugin.withResources(Slow.class).withProviders(SecondMapper.class));
                RunningServer third = RunningServer.of(RestPlugin.withResources(Slow.class))) {
            assertThat(first.get("/failing").body()).isEqualTo("first");
            assertThat(second.get("/failing").body()).isEqualTo("second");
            assertThat(third.get("/failing").status()).isEqualTo(500);
            second.application().stop();
            assertThat(first.get("/failing").body()).isEqualTo("first");
            assertThat(third.get("/").body()).isEqualTo("fine");
        }
    }

    @Test
    void theAssemblyHooksOfRxJavaAreUntouched() {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(Slow.class))) {
            assertThat(server.get("/").status()).isEqualTo(200);
            assertThat(RxJavaPlugins.getOnSingleAssembly()).isNull();
            assertThat(RxJavaPlugins.getOnMaybeAssembly()).isNull();
            assertThat(RxJavaPlugins.getOnCompletableAssembly()).isNull();
            assertThat(RxJavaPlugins.getOnFlowableAssembly()).isNull();
            assertThat(RxJavaPlugins.getOnObservableAssembly()).isNull();
        }
    }

    @Test
    void serversShareOnePort() {
        try (RunningServer server =
                RunningServer.of(RestPlugin.withResources(Slow.class), Map.of("rest.instances", 3))) {
            assertThat(server.application().endpoints()).hasSize(1);
            assertThat(server.get("/").body()).isEqualTo("fine");
        }
    }

    private static Set<Thread> vertxThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("vert.x-"))
                .collect(Collectors.toSet());
    }
}
