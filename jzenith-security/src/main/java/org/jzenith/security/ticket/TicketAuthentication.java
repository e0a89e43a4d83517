package org.jzenith.security.ticket;

import io.reactivex.Maybe;
import io.vertx.core.http.HttpMethod;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.jzenith.core.context.Identity;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.security.authentication.AuthenticationMechanism;
import org.jzenith.security.authentication.WrongCredentialsException;

/**
 * Authentication by a ticket in the query, only for requests that cannot have headers: those of an {@code EventSource}, and handshakes
 * of WebSockets. For other requests, a parameter of this name means nothing.
 */
final class TicketAuthentication implements AuthenticationMechanism {

    static final String NAME = "ticket";

    private static final String PARAMETER = "ticket=";

    private final Tickets tickets;

    TicketAuthentication(final Tickets tickets) {
        this.tickets = tickets;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Maybe<Identity> authenticate(final ServerRequest request) {
        final String target = request.pathAndQuery();
        final int query = target.indexOf('?');
        if (query < 0 || target.indexOf(PARAMETER, query) < 0 || !isWithoutHeaders(request)) {
            return Maybe.empty();
        }
        String found = null;
        for (final String parameter : target.substring(query + 1).split("&", -1)) {
            if (parameter.startsWith(PARAMETER)) {
                if (found != null) {
                    return Maybe.error(new WrongCredentialsException("There are several tickets."));
                }
                found = parameter.substring(PARAMETER.length());
            }
        }
        return found == null ? Maybe.empty() : redeem(found);
    }

    private Maybe<Identity> redeem(final String ticket) {
        final @Nullable Identity owner = ticket.length() == Tickets.LENGTH ? tickets.redeem(ticket) : null;
        return owner == null
                ? Maybe.error(new WrongCredentialsException("The ticket has expired, was used, or never existed."))
                : Maybe.just(owner);
    }

    private static boolean isWithoutHeaders(final ServerRequest request) {
        if (request.method().equals(HttpMethod.CONNECT)) {
            return true; // a WebSocket over HTTP/2
        }
        if (!request.method().equals(HttpMethod.GET)) {
            return false;
        }
        final String accept = request.headers().get("Accept");
        return (accept != null && accept.toLowerCase(Locale.ROOT).contains("text/event-stream"))
                || request.hasToken("Upgrade", "websocket");
    }
}
