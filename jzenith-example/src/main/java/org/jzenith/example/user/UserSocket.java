package org.jzenith.example.user;

import io.reactivex.Flowable;
import jakarta.annotation.security.PermitAll;
import jakarta.inject.Inject;
import org.jzenith.websocket.WebSocket;
import org.jzenith.websocket.WebSocketHandler;
import org.jzenith.websocket.WebSocketMessage;

/** Sends what happens to users, as JSON. */
@PermitAll
public final class UserSocket implements WebSocketHandler {

    private final UserChanges changes;

    @Inject
    UserSocket(final UserChanges changes) {
        this.changes = changes;
    }

    // region socket
    @Override
    public Flowable<WebSocketMessage> handle(final WebSocket socket) {
        final Flowable<WebSocketMessage> ignored =
                socket.messages().ignoreElements().toFlowable();
        return changes.after("").map(WebSocketMessage::json).takeUntil(ignored);
    }
    // endregion
}
