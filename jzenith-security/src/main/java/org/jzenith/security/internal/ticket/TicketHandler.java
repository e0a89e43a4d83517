package org.jzenith.security.internal.ticket;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.Map;
import java.util.Objects;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.write.ResponseHead;
import org.jzenith.security.authorization.Authenticated;

/** Answers authenticated clients with a new ticket. */
@Authenticated
final class TicketHandler implements RequestHandler {

    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;

    private final Tickets tickets;
    private final long seconds;

    TicketHandler(final Tickets tickets, final TicketConfiguration settings) {
        this.tickets = tickets;
        this.seconds = settings.lifetime().toSeconds();
    }

    @Override
    public Task task(final Exchange exchange) {
        return () -> answer(exchange);
    }

    private void answer(final Exchange exchange) {
        if (!exchange.request().relativePath().isEmpty()) {
            exchange.response().sendProblem(NOT_FOUND, null);
        } else if (!exchange.request().method().equals(HttpMethod.POST)) {
            exchange.response().sendProblem(ResponseHead.of(NOT_ALLOWED, Map.of("Allow", "POST")), null);
        } else {
            answer(
                    exchange,
                    tickets.issue(Objects.requireNonNull(exchange.context().identity(), "the identity of a request")));
        }
    }

    private void answer(final Exchange exchange, final Tickets.Issue issue) {
        if (issue.status() == OK) {
            exchange.response()
                    .send(
                            ResponseHead.of(
                                    OK, Map.of("Content-Type", "application/json", "Cache-Control", "no-store")),
                            Buffer.buffer("{\"ticket\":\"" + issue.ticket() + "\",\"expiresIn\":" + seconds + "}"));
        } else {
            exchange.response()
                    .sendProblem(
                            ResponseHead.of(issue.status(), Map.of("Retry-After", Long.toString(seconds))),
                            "Too many tickets are valid.");
        }
    }
}
