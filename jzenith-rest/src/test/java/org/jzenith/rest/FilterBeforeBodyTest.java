package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.schedulers.Schedulers;
import io.smallrye.common.annotation.Blocking;
import io.vertx.core.buffer.Buffer;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.EntityPart;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jboss.resteasy.core.interception.jaxrs.SuspendableContainerRequestContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Request filters without a priority see a request before its long body, and get the body only if they read it. */
class FilterBeforeBodyTest {

    private static final String LONG = "x".repeat(300_000);

    /** Takes bodies in several ways. */
    @Path("/bodies")
    @Produces("text/plain")
    public static final class Bodies {

        @GET
        @Blocking
        public String get() {
            return "got";
        }

        @POST
        @Consumes("text/plain")
        public String add(final String body) {
            return "added " + body.length() + " " + body.charAt(0);
        }

        @POST
        @Path("echo")
        public Flowable<Buffer> echo(final Flowable<Buffer> body) {
            return body;
        }

        @POST
        @Path("parts")
        @Consumes("multipart/form-data")
        public String parts(@FormParam("file") final EntityPart file) throws IOException {
            return "received " + file.getContent().readAllBytes().length;
        }
    }

    /** Logs. */
    public static class HeaderFilter implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) throws IOException {
            request.setProperty("seen", request.getHeaderString("Content-Type"));
            if (request.getHeaderString("X-Refuse") != null) {
                request.abortWith(Response.status(401).build());
            }
        }
    }

    /** A filter that runs before the method is known. */
    @PreMatching
    public static final class EarlyHeaderFilter extends HeaderFilter {}

    /** Reads the body, and puts another one in its place. */
    public static class BodyFilter implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) throws IOException {
            if (request.hasEntity()) {
                final byte[] body = request.getEntityStream().readAllBytes();
                if (body[0] == 'x') {
                    body[0] = 'y';
                }
                request.setEntityStream(new ByteArrayInputStream(body));
            }
        }
    }

    /** A filter that runs before the method is known. */
    @PreMatching
    public static final class EarlyBodyFilter extends BodyFilter {}

    /** Answers on another thread. */
    public static final class SlowFilter implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            final SuspendableContainerRequestContext suspendable = (SuspendableContainerRequestContext) request;
            suspendable.suspend();
            final Runnable end = request.getHeaderString("X-Refuse") == null
                    ? suspendable::resume
                    : () -> suspendable.abortWith(Response.status(401).build());
            Schedulers.io().scheduleDirect(end, 50, TimeUnit.MILLISECONDS);
        }
    }

    private static RunningServer server(final ContainerRequestFilter filter) {
        return server(filter, Map.of());
    }

    private static RunningServer server(final ContainerRequestFilter filter, final Map<String, Object> settings) {
        return RunningServer.of(RestPlugin.withResources(Bodies.class).withProviders(filter), settings);
    }

    @ParameterizedTest
    @CsvSource({
        "POST /nowhere, text/plain, 404",
        "PUT /bodies, text/plain, 405",
        "POST /bodies, application/json, 415",
        "POST /bodies, text/plain|X-Refuse: x, 401"
    })
    void longBodiesAreNotReceivedToBeRefused(final String start, final String type, final int status) throws Exception {
        for (final HeaderFilter filter : new HeaderFilter[] {new HeaderFilter(), new EarlyHeaderFilter()}) {
            try (RunningServer server = server(filter);
                    RawClient client = RawClient.to(server)) {
                client.send(head(start, type, "Content-Length: 100000"));
                assertThat(client.untilClose()).startsWith("HTTP/1.1 " + status);
            }
        }
    }

    @Test
    void aBodyThatIsTooLongIsRefusedBeforeIt() throws Exception {
        try (RunningServer server = server(new HeaderFilter());
                RawClient client = RawClient.to(server)) {
            client.send(head("POST /bodies", "text/plain", "Content-Length: 100000000"));
            assertThat(client.untilClose()).startsWith("HTTP/1.1 413");
        }
    }

    @Test
    void piecesFlowThroughAFilterThatDoesNotReadThem() throws Exception {
        for (final HeaderFilter filter : new HeaderFilter[] {new HeaderFilter(), new EarlyHeaderFilter()}) {
            try (RunningServer server = server(filter);
                    RawClient client = RawClient.to(server)) {
                client.send(head("POST /bodies/echo", "text/plain", "Transfer-Encoding: chunked") + "3\r\none\r\n");
                assertThat(client.headOnly()).startsWith("HTTP/1.1 200");
                assertThat(client.chunk()).isEqualTo("one");
                client.send("3\r\ntwo\r\n");
                assertThat(client.chunk()).isEqualTo("two");
                client.send("0\r\n\r\n");
                assertThat(client.chunk()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFilterThatReadsGetsTheWholeBody(final boolean early) {
        try (RunningServer server = server(early ? new EarlyBodyFilter() : new BodyFilter())) {
            for (final String body : new String[] {"x", LONG}) {
                assertThat(server.send("POST", "/bodies", body, "Content-Type", "text/plain")
                                .body())
                        .isEqualTo("added " + body.length() + " y");
                assertThat(server.send("POST", "/bodies/echo", body).body()).isEqualTo("y" + body.substring(1));
            }
            assertThat(server.send("POST", "/nowhere", LONG).status()).isEqualTo(404);
            assertThat(server.get("/bodies").body()).isEqualTo("got");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theFilterOfAFormMayReadItOrNot(final boolean reads) {
        try (RunningServer server = server(reads ? new BodyFilter() : new HeaderFilter())) {
            final String form = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n" + LONG
                    + "\r\n--b--\r\n";
            assertThat(server.send("POST", "/bodies/parts", form, "Content-Type", "multipart/form-data; boundary=b")
                            .body())
                    .isEqualTo("received " + LONG.length());
        }
    }

    @Test
    void aFilterMaySuspendBeforeALongBody() {
        try (RunningServer server = server(new SlowFilter())) {
            assertThat(server.send("POST", "/bodies", LONG, "Content-Type", "text/plain")
                            .body())
                    .isEqualTo("added " + LONG.length() + " x");
            assertThat(server.send("POST", "/bodies", LONG, "Content-Type", "text/plain", "X-Refuse", "x")
                            .status())
                    .isEqualTo(401);
        }
    }

    @Test
    void aFilterThatReadsEndsWithItsClient() throws Exception {
        try (RunningServer server = server(new BodyFilter(), Map.of("jzenith.blocking-threads", 2))) {
            for (int i = 0; i < 4; i++) {
                try (RawClient client = RawClient.to(server)) {
                    client.send(head("POST /bodies", "text/plain", "Content-Length: 100000") + "x");
                    client.leave();
                }
            }
            assertThat(server.get("/bodies").body()).isEqualTo("got");
        }
    }

    @Test
    void filtersThatWaitForSlowClientsLeaveThreadsForOthers() throws Exception {
        try (RunningServer server = server(new BodyFilter(), Map.of("jzenith.blocking-threads", 2));
                RawClient one = RawClient.to(server);
                RawClient other = RawClient.to(server);
                RawClient third = RawClient.to(server)) {
            for (final RawClient slow : new RawClient[] {one, other, third}) {
                slow.send(head("POST /bodies", "text/plain", "Content-Length: 100000") + "x");
                assertThat(server.get("/bodies").body()).isEqualTo("got");
            }
            for (final RawClient slow : new RawClient[] {one, other, third}) {
                slow.send("x".repeat(99_999));
                assertThat(slow.answer()).endsWith("added 100000 y");
            }
        }
    }

    @Test
    void filtersThatReadLateLeaveThreadsForOthers() throws Exception {
        final CountDownLatch known = new CountDownLatch(1);
        final ContainerRequestFilter late = request -> {
            if (request.getMethod().equals("POST")) {
                awaitLatch(known);
                request.getEntityStream();
            }
        };
        final Map<String, Object> settings = Map.of("jzenith.blocking-threads", 2, "jzenith.event-loops", 1);
        try (RunningServer server = server(late, settings);
                RawClient one = RawClient.to(server);
                RawClient other = RawClient.to(server)) {
            for (final RawClient slow : new RawClient[] {one, other}) {
                slow.send(head("POST /bodies", "text/plain", "Content-Length: 100000") + "x");
                assertThat(server.get("/nowhere").status()).isEqualTo(404);
            }
            known.countDown();
            assertThat(server.get("/bodies").body()).isEqualTo("got");
        }
    }

    private static void awaitLatch(final CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aBodyThatDoesNotArriveInTimeIs408() throws Exception {
        try (RunningServer server = server(new BodyFilter(), Map.of("rest.body-timeout", "1s"));
                RawClient client = RawClient.to(server)) {
            client.send(head("POST /bodies", "text/plain", "Content-Length: 100000") + "x");
            assertThat(client.untilClose()).startsWith("HTTP/1.1 408");
            assertThat(server.get("/bodies").body()).isEqualTo("got");
        }
    }

    private static String head(final String start, final String type, final String body) {
        return start + " HTTP/1.1\r\nHost: a\r\nContent-Type: " + type.replace("|", "\r\n") + "\r\n" + body
                + "\r\n\r\n";
    }
}
