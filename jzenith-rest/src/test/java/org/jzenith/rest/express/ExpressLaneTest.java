package org.jzenith.rest.express;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.reactivex.Completable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Max;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NameBinding;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.rest.RestPlugin;
import org.jzenith.rest.RunningServer;
import org.slf4j.LoggerFactory;

/** Who takes the lane, and that all promises hold there too. */
@Tag("express-lane")
final class ExpressLaneTest {

    private static final Map<String, Object> OPEN = Map.of("rest.express-lane", true);

    @Path("/")
    @Produces("text/plain")
    public static final class Outcomes {

        static final AtomicInteger MADE = new AtomicInteger();
        static final AtomicInteger INVOKED = new AtomicInteger();
        static final AtomicInteger EXPRESS = new AtomicInteger();
        static volatile CountDownLatch waiting = new CountDownLatch(1);
        static volatile CountDownLatch disposed = new CountDownLatch(1);

        @Inject
        Outcomes(final UriInfo uri) {
            MADE.incrementAndGet();
            if (uri.getPath().endsWith("unmade")) {
                throw new NotFoundException();
            }
        }

        private static void invoked() {
            INVOKED.incrementAndGet();
            final boolean express = StackWalker.getInstance()
                    .walk(frames -> frames.noneMatch(
                            frame -> frame.getClassName().equals("org.jboss.resteasy.core.SynchronousDispatcher")));
            if (express) {
                EXPRESS.incrementAndGet();
            }
        }

        @GET
        @Path("object")
        public Object object() {
            return "object";
        }

        @GET
        @Path("text/{how}")
        public String text(@PathParam("how") final String how) {
            invoked();
            return switch (how) {
                case "null" -> null;
                case "thrown" -> throw new IllegalArgumentException(how);
                case "error" -> throw new AssertionError(how);
                default -> how;
            };
        }

        @GET
        @Path("least/{how}")
        public @Max(5) int bounded(@PathParam("how") final int how) {
            invoked();
            return how;
        }

        @GET
        @Path("single/{how}")
        public Single<Object> single(@PathParam("how") final String how) {
            invoked();
            return switch (how) {
                case "null" -> null;
                case "response" -> Single.just(Response.accepted("later").build());
                case "number" -> Single.just(3);
                case "emitted" -> Single.error(new IllegalArgumentException(how));
                case "late" ->
                    Single.<Object>error(new IllegalArgumentException(how))
                            .delaySubscription(1, TimeUnit.MILLISECONDS, Schedulers.computation());
                case "broken" ->
                    Single.unsafeCreate(observer -> {
                        throw new IllegalArgumentException(how);
                    });
                case "never" ->
                    Single.never()
                            .doOnSubscribe(subscribed -> waiting.countDown())
                            .doOnDispose(() -> disposed.countDown());
                default -> Single.just(how);
            };
        }

        @GET
        @Path("maybe/{how}")
        public Maybe<String> maybe(@PathParam("how") final String how) {
            invoked();
            return how.equals("empty") ? Maybe.empty() : Maybe.just(how);
        }

        @GET
        @Path("completable/{how}")
        public Completable completable(@PathParam("how") final String how) {
            invoked();
            return how.equals("failed") ? Completable.error(new IllegalArgumentException(how)) : Completable.complete();
        }
    }

    @NameBinding
    @Retention(RetentionPolicy.RUNTIME)
    @interface Marked {}

    @Marked
    public static final class Marking implements ContainerResponseFilter {
        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            response.getHeaders().add("X-Marked", "yes");
        }
    }

    public static final class Global implements ContainerResponseFilter {
        @Override
        public void filter(final ContainerRequestContext request, final ContainerResponseContext response) {
            response.getHeaders().add("X-Global", "yes");
        }
    }

    public abstract static class Inherited {
        @GET
        @Produces("text/plain")
        public String get() {
            Outcomes.invoked();
            return "inherited";
        }
    }

    @Marked
    @Path("marked")
    public static final class MarkedResource extends Inherited {}

    @Path("unmarked")
    public static final class UnmarkedResource extends Inherited {}

    @BeforeEach
    void forget() {
        Outcomes.waiting = new CountDownLatch(1);
        Outcomes.disposed = new CountDownLatch(1);
        count();
    }

    /** How often resources were made, methods invoked, and invoked on the lane, since this was asked last. */
    private static List<Integer> count() {
        return List.of(Outcomes.MADE.getAndSet(0), Outcomes.INVOKED.getAndSet(0), Outcomes.EXPRESS.getAndSet(0));
    }

    private static RunningServer server(final Map<String, Object> configuration) {
        return RunningServer.of(RestPlugin.withResources(Outcomes.class), configuration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/fine",
                "text/null",
                "text/thrown",
                "text/error",
                "least/9",
                "single/fine",
                "single/null",
                "single/response",
                "single/number",
                "single/emitted",
                "single/late",
                "single/broken",
                "maybe/fine",
                "maybe/empty",
                "completable/fine",
                "completable/failed"
            })
    void howeverItEndsAResourceIsMadeOnceAndInvokedOnceOnTheLane(final String path) {
        try (RunningServer server = server(OPEN)) {
            final String known = path.replaceAll("/.*", "/1");
            assertThat(server.get("/" + known).status()).isIn(200, 204);
            count();
            for (int time = 1; time <= 3; time++) {
                server.get("/" + path);
                assertThat(count()).containsExactly(1, 1, 1);
            }
        }
    }

    @Test
    void aResourceThatCannotBeMadeIsTriedOnce() {
        try (RunningServer server = server(OPEN)) {
            assertThat(server.get("/text/fine").status()).isEqualTo(200);
            count();
            assertThat(server.get("/text/unmade").status()).isEqualTo(500);
            assertThat(count()).containsExactly(1, 0, 0);
        }
    }

    @Test
    void aResourceIsMadeOnceWhereAnArgumentCannotBe() {
        try (RunningServer server = server(OPEN)) {
            assertThat(server.get("/least/1").status()).isEqualTo(200);
            count();
            assertThat(server.get("/least/x").status()).isEqualTo(404);
            assertThat(count()).containsExactly(1, 0, 0);
        }
    }

    @Test
    void aClosedLaneIsTakenByNobody() {
        try (RunningServer server = server(Map.of("rest.express-lane", false))) {
            for (int time = 1; time <= 3; time++) {
                assertThat(server.get("/text/fine").body()).isEqualTo("fine");
            }
            assertThat(count()).containsExactly(3, 3, 0);
        }
    }

    @Test
    void aClientThatLeavesDisposesOnTheLane() throws Exception {
        try (RunningServer server = server(OPEN)) {
            server.get("/single/fine", "Accept", "text/plain");
            count();
            try (Wire wire = new Wire(server.application())) {
                wire.send("GET /single/never HTTP/1.1\r\nHost: a\r\nAccept: text/plain\r\n\r\n");
                assertThat(Outcomes.waiting.await(20, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(Outcomes.disposed.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(count()).containsExactly(1, 1, 1);
        }
    }

    @Test
    void aRequestThatTakesTooLongIs503OnTheLane() throws Exception {
        try (RunningServer server = server(Map.of("rest.express-lane", true, "rest.request-timeout", "1s"))) {
            server.get("/single/fine");
            count();
            assertThat(server.get("/single/never").status()).isEqualTo(503);
            assertThat(Outcomes.disposed.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(count()).containsExactly(1, 1, 1);
        }
    }

    @Test
    void aBoundFilterKeepsTheMethodsOfItsClassOffTheLane() {
        try (RunningServer server = RunningServer.of(
                RestPlugin.withResources(MarkedResource.class, UnmarkedResource.class)
                        .withProviders(Marking.class),
                OPEN)) {
            for (int time = 1; time <= 3; time++) {
                assertThat(server.get("/marked").header("X-Marked")).isEqualTo("yes");
            }
            assertThat(count()).containsExactly(0, 3, 0);
            for (int time = 1; time <= 3; time++) {
                assertThat(server.get("/unmarked").header("X-Marked")).isNull();
            }
            assertThat(count()).containsExactly(0, 3, 2);
        }
    }

    @Test
    void aGlobalFilterKeepsAllMethodsOffTheLane() {
        try (RunningServer server = RunningServer.of(
                RestPlugin.withResources(UnmarkedResource.class).withProviders(Global.class), OPEN)) {
            for (int time = 1; time <= 3; time++) {
                assertThat(server.get("/unmarked").header("X-Global")).isEqualTo("yes");
            }
            assertThat(count()).containsExactly(0, 3, 0);
        }
    }

    @Test
    void manyWaysToAcceptDoNotCloseTheLane() {
        try (RunningServer server = server(OPEN)) {
            for (int i = 0; i < 50; i++) {
                server.get("/text/fine", "Accept", "text/plain;level=" + i);
            }
            count();
            server.get("/text/fine", "Accept", "text/*");
            assertThat(server.get("/text/fine", "Accept", "text/*").body()).isEqualTo("fine");
            assertThat(count()).containsExactly(2, 2, 1);
        }
    }

    @Test
    void aLongAcceptIsNotRemembered() {
        try (RunningServer server = server(OPEN)) {
            final String accept = "text/plain, " + "text/x,".repeat(60) + "*/*";
            for (int time = 1; time <= 3; time++) {
                assertThat(server.get("/text/fine", "Accept", accept).body()).isEqualTo("fine");
            }
            assertThat(count()).containsExactly(3, 3, 0);
        }
    }

    public static final class Counted {

        static final AtomicInteger WRITTEN = new AtomicInteger();

        public int getWritten() {
            return WRITTEN.incrementAndGet();
        }
    }

    @Path("counted")
    @Produces("application/json")
    public static final class CountedResource {
        @GET
        public Single<Counted> get() {
            return Single.just(new Counted());
        }
    }

    @Test
    void aValueThatIsNeverWrittenAlikeIsSoonWrittenOnce() {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(CountedResource.class), OPEN)) {
            for (int i = 0; i < 10; i++) {
                server.get("/counted");
            }
            final int written = Counted.WRITTEN.get();
            for (int time = 1; time <= 3; time++) {
                assertThat(server.get("/counted").body()).isEqualTo("{\"written\":" + (written + time) + "}");
            }
        }
    }

    @Path("houses/{house}")
    @Produces("text/plain")
    public static final class Houses {

        @GET
        @Path("rooms/{room}")
        public String room(@PathParam("house") final String house, @PathParam("room") final int room) {
            Outcomes.invoked();
            return house + room;
        }

        @DELETE
        @Path("rooms/{number}")
        public String closed(@PathParam("house") final String house, @PathParam("number") final int number) {
            Outcomes.invoked();
            return "no " + house + number;
        }

        @PUT
        @Path("{rooms}/{number}")
        public String opened(@PathParam("rooms") final String rooms, @PathParam("number") final int number) {
            Outcomes.invoked();
            return rooms + number;
        }
    }

    @Test
    void aClassWhosePathFitsBetterIsNotDisturbedByOthers() {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(Houses.class, Outcomes.class), OPEN)) {
            for (int time = 1; time <= 3; time++) {
                assertThat(server.get("/houses/a/rooms/1").body()).isEqualTo("a1");
            }
            assertThat(count()).containsExactly(0, 3, 2);
        }
    }

    @Test
    void pathsOfDifferentHttpMethodsMayOverlap() {
        try (RunningServer server = RunningServer.of(RestPlugin.withResources(Houses.class), OPEN)) {
            for (int time = 1; time <= 3; time++) {
                assertThat(server.get("/houses/a/rooms/1").body()).isEqualTo("a1");
                assertThat(server.send("DELETE", "/houses/a/rooms/1", null).body())
                        .isEqualTo("no a1");
                assertThat(server.send("PUT", "/houses/a/rooms/1", null).body()).isEqualTo("rooms1");
            }
            assertThat(count()).containsExactly(0, 9, 6);
        }
    }

    @PreMatching
    public static final class OverridingMethod implements ContainerRequestFilter {
        @Override
        public void filter(final ContainerRequestContext request) {
            final String method = request.getHeaderString("X-HTTP-Method-Override");
            if (method != null) {
                request.setMethod(method);
            }
        }
    }

    @Test
    void aFilterBeforeMatchingKeepsAllMethodsOffTheLane() {
        try (RunningServer server =
                RunningServer.of(RestPlugin.withResources(Houses.class).withProviders(OverridingMethod.class), OPEN)) {
            assertThat(server.get("/houses/a/rooms/1").body()).isEqualTo("a1");
            for (int time = 1; time <= 3; time++) {
                assertThat(server.get("/houses/a/rooms/1", "X-HTTP-Method-Override", "DELETE")
                                .body())
                        .isEqualTo("no a1");
            }
            assertThat(count()).containsExactly(0, 4, 0);
        }
    }

    @Test
    void twoEventLoopsLearnAtTheSameTime() throws Exception {
        final ExecutorService clients = Executors.newFixedThreadPool(8);
        try (RunningServer server = server(Map.of("rest.express-lane", true, "rest.instances", 2))) {
            final List<Future<?>> ends = new ArrayList<>();
            for (int client = 0; client < 8; client++) {
                final int number = client;
                ends.add(clients.submit(() -> ask(server, number)));
            }
            for (final Future<?> end : ends) {
                end.get(60, TimeUnit.SECONDS);
            }
            assertThat(Outcomes.EXPRESS).hasPositiveValue();
        } finally {
            clients.shutdown();
        }
    }

    private static Void ask(final RunningServer server, final int client) throws IOException {
        try (Wire wire = new Wire(server.application())) {
            for (int i = 0; i < 300; i++) {
                final String text = client + "-" + i;
                wire.send("GET /" + (i % 2 == 0 ? "text/" : "single/") + text
                        + " HTTP/1.1\r\nHost: a\r\nAccept: text/plain;level=" + (i / 4 % 20) + "\r\n\r\n");
                assertThat(wire.receive(false).body()).isEqualTo(text);
            }
        }
        return null;
    }

    @Test
    void theStartSaysWhoTakesTheLane() {
        final Logger logger = (Logger) LoggerFactory.getLogger("org.jzenith.rest");
        final ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        logger.setLevel(Level.DEBUG);
        try (RunningServer server = server(Map.of("rest.express-lane", true, "rest.health.enabled", false))) {
            assertThat(server.application().port()).isPositive();
        } finally {
            logger.setLevel(null);
            logger.detachAppender(lines);
        }
        assertThat(List.copyOf(lines.list))
                .extracting(ILoggingEvent::getFormattedMessage)
                .contains("5 of 6 resource methods take the express lane.")
                .contains("Not on the express lane: Outcomes.object: its type of result.");
    }
}
