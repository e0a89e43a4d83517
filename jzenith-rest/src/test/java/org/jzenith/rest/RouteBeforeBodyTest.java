package org.jzenith.rest;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import io.reactivex.schedulers.Schedulers;
import jakarta.annotation.Priority;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jboss.resteasy.core.interception.jaxrs.SuspendableContainerRequestContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzenith.test.internal.log.LogLines;

/** Responses that need no body are sent before the body arrives. */
class RouteBeforeBodyTest {

    /** Takes bodies. */
    @Path("/orders")
    @Produces("text/plain")
    public static final class Orders {

        @POST
        @Consumes("text/plain")
        public String add(final String order) {
            return "added " + order;
        }

        @Path("by-form")
        public Customer of(@FormParam("customer") final String name) {
            return new Customer(name);
        }

        @Path("{customer}")
        public Customer of(@PathParam("customer") final String name, @QueryParam("of") final String of) {
            return new Customer("Ada");
        }
    }

    /** Has a method without parameters behind a locator with two. */
    @Produces("text/plain")
    public static final class Customer {

        private final String name;

        Customer(final String name) {
            this.name = name;
        }

        @GET
        @Path("name")
        public String name() {
            return name;
        }

        @POST
        @Path("name")
        public String sent() {
            return name;
        }
    }

    /** Refuses requests without credentials. */
    @Priority(Priorities.AUTHENTICATION)
    public static class Credentials implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            if (request.getHeaderString("Authorization") == null) {
                request.abortWith(Response.status(401).build());
            }
        }
    }

    /** A filter that runs before the method is known. */
    @PreMatching
    @Priority(Priorities.AUTHENTICATION)
    public static final class EarlyCredentials extends Credentials {}

    /** Reads the body before the method does. */
    @Priority(Priorities.ENTITY_CODER)
    public static class Decoder implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) throws IOException {
            final byte[] body = request.getEntityStream().readAllBytes();
            request.setEntityStream(new ByteArrayInputStream(("<" + new String(body) + ">").getBytes()));
        }
    }

    /** Reads the body too early. */
    @Priority(Priorities.AUTHENTICATION)
    public static final class EarlyDecoder extends Decoder {}

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.of(RestPlugin.withResources(Orders.class));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "POST /nowhere, text/plain, 404",
        "PUT /orders, text/plain, 405",
        "POST /orders, application/json, 415",
        "POST /orders, text/plain|Accept: image/png, 406",
        "POST /orders, text/plain|Content-Encoding: gzip, 415",
        "POST /orders/7/nothing, text/plain, 404"
    })
    void whatNoMethodTakesIsRefusedBeforeTheBody(final String start, final String type, final int status)
            throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send(head(start, type));
            assertThat(client.untilClose().toLowerCase(Locale.ROOT))
                    .startsWith("http/1.1 " + status)
                    .contains("connection: close");
        }
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void aMissingCredentialIsAnsweredBeforeTheBody(final boolean beforeTheMatch) throws Exception {
        final Credentials filter = beforeTheMatch ? new EarlyCredentials() : new Credentials();
        try (RunningServer server =
                        RunningServer.of(RestPlugin.withResources(Orders.class).withProviders(filter));
                RawClient client = RawClient.to(server)) {
            client.send(head("POST /orders", "text/plain"));
            assertThat(client.untilClose()).startsWith("HTTP/1.1 401 ");
            assertThat(server.send("POST", "/orders", "tea", "Content-Type", "text/plain", "Authorization", "x")
                            .body())
                    .isEqualTo("added tea");
        }
    }

    @Test
    void aFilterThatDecodesReadsTheBody() {
        try (RunningServer server =
                RunningServer.of(RestPlugin.withResources(Orders.class).withProviders(new Decoder()))) {
            assertThat(server.send("POST", "/orders", "tea", "Content-Type", "text/plain")
                            .body())
                    .isEqualTo("added <tea>");
        }
    }

    @Test
    void aFilterThatReadsTheBodyTooEarlyIsToldSo() {
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server =
                        RunningServer.of(RestPlugin.withResources(Orders.class).withProviders(new EarlyDecoder()))) {
            assertThat(server.send("POST", "/orders", "tea", "Content-Type", "text/plain")
                            .status())
                    .isEqualTo(500);
            assertThat(log.events())
                    .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                    .anyMatch(event -> ThrowableProxyUtil.asString(event.getThrowableProxy())
                            .contains("Priorities.ENTITY_CODER"));
        }
    }

    @Test
    void theArgumentsOfALocatorAreNotThoseOfTheMethod() {
        assertThat(server.get("/orders/7/name?of=us").body()).isEqualTo("Ada");
    }

    /** Looks up credentials on another thread. */
    @Priority(Priorities.AUTHENTICATION)
    public static final class SlowCredentials implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            final SuspendableContainerRequestContext suspendable = (SuspendableContainerRequestContext) request;
            suspendable.suspend();
            Schedulers.io().scheduleDirect(suspendable::resume, 200, TimeUnit.MILLISECONDS);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 500_000})
    void theBodyThatArrivesWhileAnEarlyFilterWaitsIsNotLost(final int length) {
        try (RunningServer server =
                RunningServer.of(RestPlugin.withResources(Orders.class).withProviders(new SlowCredentials()))) {
            for (int i = 0; i < 3; i++) {
                assertThat(server.send("POST", "/orders", "x".repeat(length), "Content-Type", "text/plain")
                                .body())
                        .isEqualTo("added " + "x".repeat(length));
            }
        }
    }

    /** Refuses on another thread, or never. */
    @Priority(Priorities.AUTHENTICATION)
    public static final class SlowRefusal implements ContainerRequestFilter {

        @Override
        public void filter(final ContainerRequestContext request) {
            final SuspendableContainerRequestContext suspendable = (SuspendableContainerRequestContext) request;
            suspendable.suspend();
            if (request.getHeaderString("X-Never") == null) {
                final Response refusal = Response.status(401).build();
                Schedulers.io().scheduleDirect(() -> suspendable.abortWith(refusal), 200, TimeUnit.MILLISECONDS);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"X-Slow: x, 401", "X-Never: x, 503"})
    void aResponseThatComesLaterClosesTheConnectionIfTheBodyIsNotReceived(final String header, final int status)
            throws Exception {
        try (RunningServer server = RunningServer.of(
                        RestPlugin.withResources(Orders.class).withProviders(new SlowRefusal()),
                        Map.of("rest.request-timeout", "1s"));
                RawClient client = RawClient.to(server)) {
            client.send(head("POST /orders", "text/plain|Expect: 100-continue|" + header));
            assertThat(client.untilClose().toLowerCase(Locale.ROOT))
                    .startsWith("http/1.1 " + status)
                    .contains("connection: close");
        }
    }

    /** Has a locator that may take nothing of the path. */
    @Path("/folders")
    public static final class Folder {

        @GET
        @Path("name")
        @Produces("text/plain")
        public String name() {
            return "folder";
        }

        @Path("{rest: .*}")
        public Folder inner() {
            return this;
        }
    }

    @Test
    void aLocatorThatTakesNothingOfThePathWithoutEndIs500() {
        try (LogLines log = LogLines.of("org.jzenith");
                RunningServer server = RunningServer.of(RestPlugin.withResources(Folder.class))) {
            assertThat(server.get("/folders/a").status()).isEqualTo(500);
            assertThat(log.events())
                    .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                    .anyMatch(event -> ThrowableProxyUtil.asString(event.getThrowableProxy())
                            .contains("Folder has a sub-resource locator"));
        }
    }

    @Test
    void aLocatorMayTakeAForm() {
        assertThat(server.send(
                                "POST",
                                "/orders/by-form/name",
                                "customer=Grace",
                                "Content-Type",
                                "application/x-www-form-urlencoded")
                        .body())
                .isEqualTo("Grace");
    }

    private static String head(final String start, final String type) {
        return start + " HTTP/1.1\r\nHost: a\r\nContent-Type: " + type.replace("|", "\r\n")
                + "\r\nContent-Length: 10\r\n\r\n";
    }
}
