package org.jzenith.docs;

import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Single;
import jakarta.inject.Inject;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Positive;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import org.jzenith.core.JZenith;
import org.jzenith.http.handler.GuardDecision;
import org.jzenith.http.handler.ListenerGuard;
import org.jzenith.http.handler.MountPart;
import org.jzenith.http.handler.ServerRequest;
import org.jzenith.rest.RestPlugin;
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

    // region guard
    static final class BidderGuard implements ListenerGuard {

        private static final GuardDecision ANONYMOUS = GuardDecision.refuse(
                        401, "Log in first.")
                .withHeader("WWW-Authenticate", "Session realm=\"bids\"");
        private static final GuardDecision NOT_ADMITTED =
                GuardDecision.refuse(403, "You may not bid.");

        private final Bidders bidders;

        @Inject
        BidderGuard(final Bidders bidders) {
            this.bidders = bidders;
        }

        @Override
        public Single<GuardDecision> check(final ServerRequest request) {
            final String session = request.cookie("session");
            return session == null
                    ? PASS
                    : bidders.find(session)
                            .map(GuardDecision::passAs)
                            .toSingle(GuardDecision.pass());
        }

        @Override
        public Single<GuardDecision> check(
                final ServerRequest request,
                final MountPart part,
                final Map<String, String> pathParameters) {
            if (part.handler() != Bids.class) {
                return PASS;
            }
            if (!(request.principal() instanceof final Bidder bidder)) {
                return Single.just(ANONYMOUS);
            }
            return bidder.admitted() ? PASS : Single.just(NOT_ADMITTED);
        }
    }
    // endregion

    static JZenith application() {
        // region application
        return JZenith.application()
                .withPlugins(
                        RestPlugin.withResources(),
                        WebSocketPlugin.create()
                                .at("/bids", Bids.class)
                                .withSubprotocols("bids.v1"))
                .withModules(binder -> ListenerGuard.binder(binder)
                        .addBinding()
                        .to(BidderGuard.class));
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
        final Flowable<WebSocketMessage> refusals = socket.messages()
                .concatMapMaybe(message -> {
                    try {
                        bids.broadcast(WebSocketMessage.json(
                                new Accepted(by, socket.read(message, Bid.class))));
                        return Maybe.empty();
                    } catch (final InvalidMessageException e) {
                        return Maybe.just(
                                WebSocketMessage.json(new Refused(e.violations())));
                    }
                });
        return Flowable.merge(bids.messages(socket), refusals);
    }
    // endregion
}
