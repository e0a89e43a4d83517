package org.jzenith.docs.cookbook.members;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.jzenith.security.authorization.Authenticated;
import org.jzenith.websocket.WebSocket;
import org.jzenith.websocket.WebSocketBroadcaster;
import org.jzenith.websocket.WebSocketHandler;
import org.jzenith.websocket.WebSocketMessage;

/** Sends each member's messages to all members, with the name of the sender. */
@Authenticated
public final class MemberChat implements WebSocketHandler {

    /** A message from a page. */
    public record Line(@NotBlank @Size(max = 500) String text) {}

    /** A message to all pages. */
    public record Said(String by, String text) {}

    private final WebSocketBroadcaster members = WebSocketBroadcaster.create();

    // region handle
    @Override
    public Flowable<WebSocketMessage> handle(final WebSocket socket) {
        final String by = socket.handshake().principal().orElseThrow().getName();
        final Completable said = socket.messages(Line.class)
                .doOnNext(line -> members.broadcast(
                        WebSocketMessage.json(new Said(by, line.text()))))
                .ignoreElements();
        return members.messages(socket).mergeWith(said);
    }
    // endregion
}
