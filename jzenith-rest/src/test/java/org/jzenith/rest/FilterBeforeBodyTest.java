package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.reactivex.Flowable;
import io.reactivex.schedulers.Schedulers;
import io.smallrye.common.annotation.Blocking;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpVersion;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jboss.resteasy.core.interception.jaxrs.SuspendableContainerRequestContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Request filters without a priority see a request before its long body, and get the body only if they read it. */
@OverBothVersions
class FilterBeforeBodyTest {

    private static final String LONG = "x".repeat(300_000);

    @RegisterExtension
    static final SharedServers SERVERS = new SharedServers();

    private final HttpVersion version;

    FilterBeforeBodyTest(final HttpVersion version) {
        this.version = version;
    }

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

    private StreamingClient client(final RunningServer server) {
        return StreamingClient.to(server, version);
    }

    private StreamingClient.Answer send(
            final RunningServer server,
            final String method,
            final String path,
            final String body,
            final String... headers)
            throws Exception {
        return StreamingClient.send(server, version, method, path, body, headers);
    }

    private static RunningServer server(final ContainerRequestFilter filter) {
        return server(filter, Map.of());
    }

    private static RunningServer server(final ContainerRequestFilter filter, final Map<String, Object> settings) {
        return SERVERS.get(
                List.of(filter.getClass(), settings),
                () -> RunningServer.of(RestPlugin.withResources(Bodies.class).withProviders(filter), settings));
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /nowhere, text/plain, no, 404",
        "PUT, /bodies, text/plain, no, 405",
        "POST, /bodies, application/json, no, 415",
        "POST, /bodies, text/plain, yes, 401"
    })
    void longBodiesAreNotReceivedToBeRefused(
            final String method, final String path, final String type, final String refused, final int status)
            throws Exception {
        for (final HeaderFilter filter : new HeaderFilter[] {new HeaderFilter(), new EarlyHeaderFilter()}) {
            final RunningServer server = server(filter);
            try (StreamingClient client = client(server)) {
                final String content = "Content-Length";
                if (refused.equals("yes")) {
                    client.begin(method, path, "Content-Type", type, content, "100000", "X-Refuse", "x");
                } else {
                    client.begin(method, path, "Content-Type", type, content, "100000");
                }
                assertThat(client.answer().status()).isEqualTo(status);
                if (version == HttpVersion.HTTP_1_1) {
                    client.awaitClose();
                }
            }
        }
    }

    @Test
    void aBodyThatIsTooLongIsRefusedBeforeIt() throws Exception {
        final RunningServer server = server(new HeaderFilter());
        try (StreamingClient client = client(server)) {
            client.begin("POST", "/bodies", "Content-Type", "text/plain", "Content-Length", "100000000");
            assertThat(client.answer().status()).isEqualTo(413);
        }
    }

    @Test
    void piecesFlowThroughAFilterThatDoesNotReadThem() throws Exception {
        for (final HeaderFilter filter : new HeaderFilter[] {new HeaderFilter(), new EarlyHeaderFilter()}) {
            final RunningServer server = server(filter);
            try (StreamingClient client = client(server)) {
                client.begin("POST", "/bodies/echo", "Content-Type", "text/plain")
                        .write("one");
                assertThat(client.head().statusCode()).isEqualTo(200);
                assertThat(client.piece()).isEqualTo("one");
                client.write("two");
                assertThat(client.piece()).isEqualTo("two");
                client.end();
                assertThat(client.piece()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFilterThatReadsGetsTheWholeBody(final boolean early) throws Exception {
        final RunningServer server = server(early ? new EarlyBodyFilter() : new BodyFilter());
        for (final String body : new String[] {"x", LONG}) {
            assertThat(send(server, "POST", "/bodies", body, "Content-Type", "text/plain")
                            .body())
                    .isEqualTo("added " + body.length() + " y");
            assertThat(send(server, "POST", "/bodies/echo", body).body()).isEqualTo("y" + body.substring(1));
        }
        assertThat(send(server, "POST", "/nowhere", LONG).status()).isEqualTo(404);
        assertThat(send(server, "GET", "/bodies", null).body()).isEqualTo("got");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theFilterOfAFormMayReadItOrNot(final boolean reads) throws Exception {
        final RunningServer server = server(reads ? new BodyFilter() : new HeaderFilter());
        final String form =
                "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n" + LONG + "\r\n--b--\r\n";
        assertThat(send(server, "POST", "/bodies/parts", form, "Content-Type", "multipart/form-data; boundary=b")
                        .body())
                .isEqualTo("received " + LONG.length());
    }

    @Test
    void aFilterMaySuspendBeforeALongBody() throws Exception {
        final RunningServer server = server(new SlowFilter());
        assertThat(send(server, "POST", "/bodies", LONG, "Content-Type", "text/plain")
                        .body())
                .isEqualTo("added " + LONG.length() + " x");
        assertThat(send(server, "POST", "/bodies", LONG, "Content-Type", "text/plain", "X-Refuse", "x")
                        .status())
                .isEqualTo(401);
    }

    @Test
    void aFilterThatReadsEndsWithItsClient() throws Exception {
        final RunningServer server = server(new BodyFilter(), Map.of("jzenith.blocking-threads", 2));
        for (int i = 0; i < 4; i++) {
            try (StreamingClient client = client(server)) {
                beginLong(client); // and leaves
            }
        }
        assertThat(send(server, "GET", "/bodies", null).body()).isEqualTo("got");
    }

    @Test
    void filtersThatWaitForSlowClientsLeaveThreadsForOthers() throws Exception {
        final RunningServer server = server(new BodyFilter(), Map.of("jzenith.blocking-threads", 2));
        try (StreamingClient one = client(server);
                StreamingClient other = client(server);
                StreamingClient third = client(server)) {
            for (final StreamingClient slow : new StreamingClient[] {one, other, third}) {
                beginLong(slow);
                assertThat(send(server, "GET", "/bodies", null).body()).isEqualTo("got");
            }
            for (final StreamingClient slow : new StreamingClient[] {one, other, third}) {
                slow.write("x".repeat(99_999)).end();
                assertThat(slow.answer().body()).isEqualTo("added 100000 y");
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
        final RunningServer server = server(late, settings);
        try (StreamingClient one = client(server);
                StreamingClient other = client(server)) {
            for (final StreamingClient slow : new StreamingClient[] {one, other}) {
                beginLong(slow);
                assertThat(send(server, "GET", "/nowhere", null).status()).isEqualTo(404);
            }
            known.countDown();
            assertThat(send(server, "GET", "/bodies", null).body()).isEqualTo("got");
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
        final RunningServer server = server(new BodyFilter(), Map.of("rest.body-timeout", "1s"));
        try (StreamingClient client = client(server)) {
            beginLong(client);
            assertThat(client.answer().status()).isEqualTo(408);
            assertThat(send(server, "GET", "/bodies", null).body()).isEqualTo("got");
        }
    }

    /** Begins a body of 100,000 bytes. */
    private static void beginLong(final StreamingClient client) throws Exception {
        client.begin("POST", "/bodies", "Content-Type", "text/plain", "Content-Length", "100000")
                .write("x");
    }
}
