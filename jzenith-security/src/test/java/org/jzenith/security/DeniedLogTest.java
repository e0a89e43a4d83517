package org.jzenith.security;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jzenith.core.JZenith;
import org.jzenith.core.context.RequestContext;
import org.jzenith.rest.RestPlugin;
import org.jzenith.security.authorization.Access;
import org.jzenith.test.JZenithExtension;
import org.jzenith.test.internal.log.LogLines;

/** The log has the reason of a 401 or 403 beside the request id; a flood of them is counted. */
final class DeniedLogTest {

    private static final int MOST_LINES = 20;

    @RegisterExtension
    static final JZenithExtension APP = JZenithExtension.of(() -> JZenith.application()
            .withPlugins(
                    RestPlugin.withResources(OrderResource.class),
                    SecurityPlugin.create().withPath("/by-path", Access.authenticated()))
            .withModules(TestUsers.module()));

    @Path("/")
    @Produces("text/plain")
    public static final class OrderResource {

        @GET
        @Path("orders")
        @RolesAllowed("clerk")
        public String orders() {
            return "orders";
        }

        @GET
        @Path("by-path")
        public String byPath() {
            return "by path";
        }
    }

    @BeforeEach
    void restart() {
        APP.restart();
    }

    private static RawClient.Answer get(final String path, final Map<String, String> headers) throws Exception {
        return RawClient.send(false, APP.http().uri().getPort(), "GET", path, headers);
    }

    private static boolean isDenial(final ILoggingEvent event) {
        return event.getFormattedMessage().startsWith("Denied");
    }

    @Test
    void theReasonIsLoggedWithTheRequestId() throws Exception {
        try (LogLines log = LogLines.open()) {
            final RawClient.Answer answer =
                    get("/orders", Map.of("X-Request-Id", "order-4711", TestUsers.HEADER, "ann;auditor"));
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.text()).doesNotContain("clerk", "RolesAllowed");
            final ILoggingEvent line = log.next(DeniedLogTest::isDenial);
            assertThat(line.getLevel()).isEqualTo(Level.INFO);
            assertThat(line.getFormattedMessage())
                    .isEqualTo(
                            "Denied to 'ann': GET /orders (OrderResource.orders), request order-4711. The"
                                    + " rule: roles clerk, by @RolesAllowed on OrderResource.orders. The user has the roles auditor.");
            assertThat(line.getMDCPropertyMap()).containsEntry(RequestContext.MDC_KEY, "order-4711");

            assertThat(get("/by-path", Map.of("X-Request-Id", "path-1")).status())
                    .isEqualTo(401);
            final ILoggingEvent anonymous = log.next(DeniedLogTest::isDenial);
            assertThat(anonymous.getFormattedMessage())
                    .isEqualTo("Denied to an anonymous client: GET /by-path (OrderResource.byPath), request path-1. The"
                            + " rule: authenticated, by withPath(\"/by-path\").");
            assertThat(anonymous.getMDCPropertyMap()).containsEntry(RequestContext.MDC_KEY, "path-1");
        }
    }

    @Test
    void aFloodOfRefusalsDoesNotFloodTheLog() throws Exception {
        try (LogLines log = LogLines.open()) {
            for (int i = 0; i < 5 * MOST_LINES; i++) {
                assertThat(get("/orders", Map.of()).status()).isEqualTo(401);
            }
            assertThat(log.messages().stream().filter(line -> line.contains("Denied")))
                    .hasSizeBetween(MOST_LINES, 2 * MOST_LINES);
        }
    }
}
