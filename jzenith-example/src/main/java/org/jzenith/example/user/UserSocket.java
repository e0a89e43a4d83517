package org.jzenith.example.user;

import io.reactivex.Flowable;
import jakarta.annotation.security.PermitAll;
import jakarta.inject.Inject;
import org.jzenith.messages.live.LiveEvents;
import org.jzenith.websocket.WebSocket;
import org.jzenith.websocket.WebSocketHandler;
import org.jzenith.websocket.WebSocketMessage;

/** Sends the changes to users as JSON. */
@PermitAll
public final class UserSocket implements WebSocketHandler {

    private final LiveEvents live;

    @Inject
    UserSocket(final LiveEvents live) {
        this.live = live;
    }

    // region socket
    @Override
    public Flowable<WebSocketMessage> handle(final WebSocket socket) {
        return live.messages(UserChange.CHANGES, socket);
    }
    // endregion
}
