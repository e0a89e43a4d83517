package org.jzenith.websocket;

import java.time.Duration;
import org.jzenith.core.context.RequestContext;
import org.jzenith.core.observe.Event;

/**
 * For plugins: an event of a WebSocket. Each WebSocket has one {@link Opened} and one {@link Closed}, and for each message from the client
 * a {@link Received} and a {@link Handled}. Observers are called on the event loop of the connection.
 */
public sealed interface WebSocketEvent extends Event {

    /**
     * Returns the path with the names of its parameters.
     *
     * @return a value such as {@code /chat/{room}}
     */
    String route();

    /**
     * Returns the context of the handshake request and of all work on the WebSocket.
     *
     * @return the same context in all events of a WebSocket
     */
    RequestContext request();

    /**
     * A WebSocket is open.
     *
     * @param route the path with the names of its parameters
     * @param request its context
     */
    record Opened(String route, RequestContext request) implements WebSocketEvent {}

    /**
     * A message is passed to the handler. If an observer changes the {@link org.jzenith.core.context.ContextElement context elements} of
     * the thread, the change applies to the work that the message causes.
     *
     * @param route the path with the names of its parameters
     * @param request its context
     * @param number the number of the message on this WebSocket, from 1
     * @param size the length of a text message in characters, or of a binary message in bytes
     */
    record Received(String route, RequestContext request, long number, int size) implements WebSocketEvent {}

    /**
     * The handler has returned from processing a message. Work that it started can still run.
     *
     * @param route the path with the names of its parameters
     * @param request its context
     * @param number the number of the message, as in {@link Received}
     */
    record Handled(String route, RequestContext request, long number) implements WebSocketEvent {}

    /**
     * The connection of a WebSocket is closed.
     *
     * @param route the path template
     * @param request its context
     * @param reason the close code and text, and the side that closed it
     * @param duration the time since it was opened
     * @param received the number of messages received from the client
     * @param sent the number of messages that were written to the connection
     */
    record Closed(String route, RequestContext request, CloseReason reason, Duration duration, long received, long sent)
            implements WebSocketEvent {}
}
