package org.jzenith.security.internal.ticket;

import io.reactivex.disposables.SerialDisposable;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.internal.log.CountedWarning;
import org.jzenith.core.problem.TemporarilyUnavailable;
import org.jzenith.http.handler.Exchange;
import org.jzenith.http.handler.RequestHandler;
import org.jzenith.http.write.ResponseHead;
import org.jzenith.security.authorization.Authenticated;
import org.slf4j.LoggerFactory;

/** Answers authenticated clients with a new ticket. */
@Authenticated
final class TicketHandler implements RequestHandler {

    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int UNAVAILABLE = 503;

    private final Tickets tickets;
    private final long seconds;
    private final CountedWarning away = new CountedWarning(
            LoggerFactory.getLogger(TicketHandler.class),
            "A ticket was not issued, because the store of jzenith.shared-state is unavailable.");

    TicketHandler(final Tickets tickets, final TicketConfiguration settings) {
        this.tickets = tickets;
        this.seconds = settings.lifetime().toSeconds();
    }

    @Override
    public Task task(final Exchange exchange) {
        return new Issuing(exchange);
    }

    private final class Issuing implements Task {

        private final Exchange exchange;
        private final SerialDisposable running = new SerialDisposable();

        Issuing(final Exchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public void run() {
            if (!exchange.request().relativePath().isEmpty()) {
                exchange.response().sendProblem(NOT_FOUND, null);
            } else if (!exchange.request().method().equals(HttpMethod.POST)) {
                exchange.response().sendProblem(ResponseHead.of(NOT_ALLOWED, Map.of("Allow", "POST")), null);
            } else {
                running.set(tickets.issue(
                                Objects.requireNonNull(exchange.context().identity(), "the identity of a request"))
                        .subscribe(
                                issue -> exchange.execute(() -> answer(issue)),
                                error -> exchange.execute(() -> fail(error))));
            }
        }

        private void answer(final Tickets.Issue issue) {
            if (issue.status() == OK) {
                exchange.response()
                        .send(
                                ResponseHead.of(
                                        OK, Map.of("Content-Type", "application/json", "Cache-Control", "no-store")),
                                Buffer.buffer("{\"ticket\":\"" + issue.ticket() + "\",\"expiresIn\":" + seconds + "}"));
            } else {
                refuse(issue.status(), seconds, "Too many tickets are unused. Retry later.");
            }
        }

        private void fail(final Throwable error) {
            if (error instanceof final TemporarilyUnavailable reason) {
                away.add(String.valueOf(error.getMessage()));
                refuse(
                        UNAVAILABLE,
                        Math.max(1, reason.retryAfter().map(Duration::toSeconds).orElse(1L)),
                        "The service is temporarily unavailable.");
            } else {
                exchange.fail(error);
            }
        }

        private void refuse(final int status, final long retryAfter, final String detail) {
            exchange.response()
                    .sendProblem(ResponseHead.of(status, Map.of("Retry-After", Long.toString(retryAfter))), detail);
        }

        @Override
        public void finished(final RequestContext context) {
            running.dispose();
        }
    }
}
