package org.jzenith.docs.cookbook.chat;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import java.util.Map;
import org.jzenith.websocket.WebSocket;
import org.jzenith.websocket.WebSocketBroadcaster;
import org.jzenith.websocket.WebSocketCloseException;
import org.jzenith.websocket.WebSocketHandler;
import org.jzenith.websocket.WebSocketMessage;

/** Passes what one member of a topic says to all of them. */
public final class ChatSocket implements WebSocketHandler {

    /** A member's message. */
    public record Line(String from, String text) {}

    private final Map<String, WebSocketBroadcaster> topics =
            Map.of("tea", WebSocketBroadcaster.create(), "coffee", WebSocketBroadcaster.create());

    // region handle
    @Override
    public Flowable<WebSocketMessage> handle(final WebSocket socket) {
        final WebSocketBroadcaster topic =
                topics.get(socket.handshake().pathParameter("topic"));
        if (topic == null) {
            return Flowable.error(
                    new WebSocketCloseException(4404, "There is no such topic."));
        }
        final Completable said = socket.messages(Line.class)
                .doOnNext(line -> topic.broadcast(WebSocketMessage.json(line)))
                .ignoreElements();
        return topic.messages(socket).mergeWith(said);
    }
    // endregion
}
