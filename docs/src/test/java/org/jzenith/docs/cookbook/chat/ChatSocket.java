package org.jzenith.docs.cookbook.chat;

// region file
import io.reactivex.BackpressureOverflowStrategy;
import io.reactivex.Flowable;
import io.reactivex.processors.FlowableProcessor;
import io.reactivex.processors.PublishProcessor;
import java.util.Map;
import org.jzenith.websocket.WebSocket;
import org.jzenith.websocket.WebSocketCloseException;
import org.jzenith.websocket.WebSocketHandler;
import org.jzenith.websocket.WebSocketMessage;

/** Passes what one member of a topic says to all of them. */
public final class ChatSocket implements WebSocketHandler {

    /** What a member says. */
    public record Line(String from, String text) {}

    private static final int MAX_WAITING = 100;

    private final Map<String, FlowableProcessor<WebSocketMessage>> topics = Map.of("tea", topic(), "coffee", topic());

    private static FlowableProcessor<WebSocketMessage> topic() {
        return PublishProcessor.<WebSocketMessage>create().toSerialized();
    }

    @Override
    public Flowable<WebSocketMessage> handle(final WebSocket socket) {
        final FlowableProcessor<WebSocketMessage> topic =
                topics.get(socket.handshake().pathParameter("topic"));
        if (topic == null) {
            return Flowable.error(new WebSocketCloseException(4404, "There is no such topic."));
        }
        final Flowable<WebSocketMessage> said = socket.messages(Line.class)
                .doOnNext(line -> topic.onNext(WebSocketMessage.json(line)))
                .ignoreElements()
                .toFlowable();
        return topic.onBackpressureBuffer(MAX_WAITING, () -> {}, BackpressureOverflowStrategy.DROP_OLDEST)
                .takeUntil(said);
    }
}
// endregion
