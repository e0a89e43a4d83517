package org.jzenith.security.ticket;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.write.ResponseHead;
import org.jzenith.security.authentication.Challenges;

/** Answers authenticated clients with a new ticket. */
final class TicketHandler implements RequestHandler {

    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;

    private final Tickets tickets;
    private final Challenges challenges;
    private final long seconds;

    TicketHandler(final Tickets tickets, final Challenges challenges, final TicketConfiguration settings) {
        this.tickets = tickets;
        this.challenges = challenges;
        this.seconds = settings.lifetime().toSeconds();
    }

    @Override
    public Call call(final Exchange exchange) {
        return () -> answer(exchange);
    }

    private void answer(final Exchange exchange) {
        final @Nullable Identity identity = exchange.context().identity();
        if (!exchange.request().relativePath().isEmpty()) {
            exchange.response().answer(NOT_FOUND, null);
        } else if (!exchange.request().method().equals(HttpMethod.POST)) {
            exchange.response().answer(ResponseHead.of(NOT_ALLOWED, Map.of("Allow", "POST")), null);
        } else if (identity == null) {
            exchange.response()
                    .answer(
                            ResponseHead.of(
                                    UNAUTHORIZED,
                                    challenges.all().isEmpty()
                                            ? Map.of()
                                            : Map.of("WWW-Authenticate", challenges.all())),
                            "A ticket is for authenticated clients.");
        } else {
            answer(exchange, tickets.issue(identity));
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
                    .answer(
                            ResponseHead.of(issue.status(), Map.of("Retry-After", Long.toString(seconds))),
                            "Too many tickets are valid.");
        }
    }
}
