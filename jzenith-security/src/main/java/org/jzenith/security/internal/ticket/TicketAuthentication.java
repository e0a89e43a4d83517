package org.jzenith.security.internal.ticket;

import io.reactivex.Maybe;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import jakarta.inject.Inject;
import java.util.List;
import org.jzenith.core.context.Identity;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.http.internal.request.HeaderList;
import org.jzenith.http.internal.request.QueryString;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.authentication.WrongCredentialsException;

/**
 * Authentication by a ticket in the query, only for requests that cannot have headers: those of an {@code EventSource}, and handshakes
 * of WebSockets. For other requests, a parameter of this name means nothing.
 */
final class TicketAuthentication implements AuthenticationMechanism {

    static final String NAME = "ticket";

    private final Tickets tickets;

    @Inject
    TicketAuthentication(final Tickets tickets) {
        this.tickets = tickets;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Maybe<Identity> authenticate(final ServerRequest request) {
        final List<String> found = QueryString.values(request.pathAndQuery(), NAME);
        if (found == null || !isWithoutHeaders(request)) {
            return Maybe.empty();
        }
        return found.size() > 1
                ? Maybe.error(new WrongCredentialsException("There are several tickets."))
                : redeem(found.get(0));
    }

    private Maybe<Identity> redeem(final String ticket) {
        final Maybe<Identity> owner = ticket.length() == Tickets.LENGTH ? tickets.redeem(ticket) : Maybe.empty();
        return owner.switchIfEmpty(Maybe.error(
                () -> new WrongCredentialsException("The ticket has expired, was used, or never existed.")));
    }

    private static boolean isWithoutHeaders(final ServerRequest request) {
        if (request.method().equals(HttpMethod.CONNECT)) {
            return true; // a WebSocket over HTTP/2
        }
        if (!request.method().equals(HttpMethod.GET)) {
            return false;
        }
        return HeaderList.accepts(request.headers(), HttpHeaders.ACCEPT, "text/event-stream")
                || request.hasToken("Upgrade", "websocket");
    }
}
