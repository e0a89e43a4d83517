package org.jzenith.security.internal.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import com.password4j.BcryptFunction;
import com.password4j.types.Bcrypt;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.jzenith.security.SecuredServer;
import org.jzenith.security.SecuredServer.Answer;
import org.jzenith.security.SecurityPlugin;
import org.jzenith.security.password.Users;
import org.jzenith.test.internal.log.LogLines;

/** Tickets for requests that cannot have headers. */
final class TicketTest {

    private static final String ANN = SecuredServer.basic("ann", "secret");

    private static SecuredServer server(final Object... more) {
        final Map<String, Object> settings = new HashMap<>(Map.of(
                "security.users.ann.password",
                BcryptFunction.getInstance(Bcrypt.B, 4).hash("secret").getResult()));
        for (int i = 0; i < more.length; i += 2) {
            settings.put((String) more[i], more[i + 1]);
        }
        return SecuredServer.of(
                SecurityPlugin.create()
                        .withBasicAuthentication(Users.fromSettings())
                        .withTickets(),
                settings);
    }

    private static String ticket(final SecuredServer server) throws Exception {
        final Answer answer = server.send(HttpVersion.HTTP_1_1, "POST", "/ticket", "Authorization", ANN);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        final JsonObject json = new JsonObject(answer.body());
        assertThat(json.getInteger("expiresIn")).isEqualTo(30);
        return json.getString("ticket");
    }

    @Test
    void aTicketIsValidOnceForAnEventSource() throws Exception {
        try (SecuredServer server = server()) {
            for (final HttpVersion version : List.of(HttpVersion.HTTP_1_1, HttpVersion.HTTP_2)) {
                final String ticket = ticket(server);
                final String path = "/events?x=1&ticket=" + ticket;
                assertThat(server.send(version, "GET", path, "Accept", "text/event-stream")
                                .body())
                        .contains("ann (basic)");
                assertThat(server.send(version, "GET", path, "Accept", "text/event-stream")
                                .status())
                        .isEqualTo(401);
            }
        }
    }

    @Test
    void aTicketIsValidForTheHandshakeOfAWebSocket() throws Exception {
        try (SecuredServer server = server()) {
            final String path = "/mount?ticket=" + ticket(server);
            assertThat(server.get(path, "Connection", "Upgrade", "Upgrade", "websocket")
                            .body())
                    .isEqualTo("ann (basic)");
        }
    }

    @Test
    void otherRequestsHaveNoTickets() throws Exception {
        try (SecuredServer server = server()) {
            final String ticket = ticket(server);
            assertThat(server.get("/who?ticket=" + ticket).body()).isEqualTo("nobody");
            assertThat(server.get("/who?ticket=5").body()).isEqualTo("nobody");
            assertThat(server.get("/events?myticket=" + ticket, "Accept", "text/event-stream")
                            .body())
                    .contains("nobody");
            for (final String wrong : List.of("", "x", ticket + "x", "A".repeat(43), ticket + "&ticket=" + ticket)) {
                assertThat(server.get("/events?ticket=" + wrong, "Accept", "text/event-stream")
                                .status())
                        .as(wrong)
                        .isEqualTo(401);
            }
            assertThat(server.get(
                                    "/events?ticket=" + ticket,
                                    "Accept",
                                    "application/json;q=0.5",
                                    "Accept",
                                    "text/event-stream ; q=0.9")
                            .body())
                    .contains("ann");
        }
    }

    @Test
    void onlyAuthenticatedClientsGetTicketsByPost() throws Exception {
        try (SecuredServer server = server("security.tickets.path", "/api/tickets")) {
            final Answer anonymous = server.send(HttpVersion.HTTP_2, "POST", "/api/tickets");
            assertThat(anonymous.status()).isEqualTo(401);
            assertThat(anonymous.header("WWW-Authenticate")).startsWith("Basic realm=");
            assertThat(server.send(HttpVersion.HTTP_2, "POST", "/api/tickets", "Authorization", ANN)
                            .status())
                    .isEqualTo(200);
            final Answer get = server.get("/api/tickets", "Authorization", ANN);
            assertThat(get.status()).isEqualTo(405);
            assertThat(get.header("Allow")).isEqualTo("POST");
            assertThat(server.send(HttpVersion.HTTP_1_1, "POST", "/api/tickets/x", "Authorization", ANN)
                            .status())
                    .isEqualTo(404);
        }
    }

    @Test
    void theNumberOfTicketsIsBounded() throws Exception {
        try (SecuredServer server = server("security.tickets.max-per-user", 3)) {
            final Set<String> tickets = new HashSet<>();
            for (int i = 0; i < 3; i++) {
                tickets.add(ticket(server));
            }
            assertThat(tickets).hasSize(3);
            final Answer refused = server.send(HttpVersion.HTTP_1_1, "POST", "/ticket", "Authorization", ANN);
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.header("Retry-After")).isEqualTo("30");
            server.get("/events?ticket=" + tickets.iterator().next(), "Accept", "text/event-stream");
            ticket(server);
        }
        try (SecuredServer server = server("security.tickets.max", 1)) {
            ticket(server);
            assertThat(server.send(HttpVersion.HTTP_1_1, "POST", "/ticket", "Authorization", ANN)
                            .status())
                    .isEqualTo(503);
        }
    }

    @Test
    void theAccessLogMasksTickets() throws Exception {
        try (LogLines log = LogLines.open();
                SecuredServer server =
                        server("rest.access-log.format", "combined", "rest.access-log.output", "logger")) {
            final String ticket = ticket(server);
            server.get("/events?ticket=" + ticket, "Accept", "text/event-stream");
            assertThat(log.next(line -> line.getLoggerName().equals("org.jzenith.access")
                                    && line.getFormattedMessage().contains("/events"))
                            .getFormattedMessage())
                    .contains("/events?ticket=****");
            assertThat(log.messages()).noneMatch(line -> line.contains(ticket));
        }
    }
}
