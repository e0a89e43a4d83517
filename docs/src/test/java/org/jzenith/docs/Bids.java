package org.jzenith.docs;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import jakarta.inject.Inject;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Positive;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import org.jzenith.websocket.Handshake;
import org.jzenith.websocket.HandshakeAuthentication;
import org.jzenith.websocket.HandshakeRefusedException;
import org.jzenith.websocket.InvalidMessageException;
import org.jzenith.websocket.WebSocket;
import org.jzenith.websocket.WebSocketBroadcaster;
import org.jzenith.websocket.WebSocketHandler;
import org.jzenith.websocket.WebSocketMessage;
import org.jzenith.websocket.WebSocketPlugin;

/** Passes the bids of one client to all. */
final class Bids implements WebSocketHandler {

    /** A bidder. */
    record Bidder(String name, boolean admitted) implements Principal {

        @Override
        public String getName() {
            return name;
        }
    }

    /** Knows who has which session. */
    static final class Bidders {

        private static final Map<String, Bidder> SESSIONS =
                Map.of("1", new Bidder("ann", true), "2", new Bidder("ben", false));

        Maybe<Bidder> find(final String session) {
            return SESSIONS.containsKey(session) ? Maybe.just(SESSIONS.get(session)) : Maybe.empty();
        }
    }

    // region authentication
    static final class BidderAuthentication implements HandshakeAuthentication {

        private final Bidders bidders;

        @Inject
        BidderAuthentication(final Bidders bidders) {
            this.bidders = bidders;
        }

        @Override
        public Maybe<Bidder> authenticate(final Handshake handshake) {
            return bidders.find(handshake.cookie("session").orElse(""))
                    .switchIfEmpty(Maybe.error(() -> new HandshakeRefusedException(401, "Log in first.")
                            .withHeader("WWW-Authenticate", "Session realm=\"bids\"")));
        }
    }
    // endregion

    static WebSocketPlugin plugin() {
        // region check
        return WebSocketPlugin.create()
                .at("/bids", Bids.class)
                .withSubprotocols("bids.v1")
                .withAuthentication(BidderAuthentication.class)
                .withHandshakeCheck(handshake ->
                        handshake.principal().orElseThrow() instanceof final Bidder bidder && bidder.admitted()
                                ? Completable.complete()
                                : Completable.error(new HandshakeRefusedException(403, "You may not bid.")));
        // endregion
    }

    // region handler
    record Bid(@NotBlank String item, @Positive int amount) {}

    record Accepted(String by, Bid bid) {}

    record Refused(List<InvalidMessageException.Violation> violations) {}

    private final WebSocketBroadcaster bids = WebSocketBroadcaster.create();

    @Override
    public Flowable<WebSocketMessage> handle(final WebSocket socket) {
        final String by = socket.handshake().principal().orElseThrow().getName();
        final Flowable<WebSocketMessage> refusals = socket.messages().concatMapMaybe(message -> {
            try {
                bids.broadcast(WebSocketMessage.json(new Accepted(by, socket.read(message, Bid.class))));
                return Maybe.empty();
            } catch (final InvalidMessageException e) {
                return Maybe.just(WebSocketMessage.json(new Refused(e.violations())));
            }
        });
        return Flowable.merge(bids.messages(socket), refusals);
    }
    // endregion
}
