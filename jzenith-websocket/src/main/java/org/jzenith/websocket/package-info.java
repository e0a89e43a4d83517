/**
 * For users of WebSockets (RFC 6455) at the port of a listener: {@link org.jzenith.websocket.WebSocketPlugin} adds paths, a {@link
 * org.jzenith.websocket.WebSocketHandler} turns the messages of a client into those for it, and a {@link
 * org.jzenith.websocket.WebSocket} is one open connection. Demand runs from the subscriber to the socket and back; every
 * size, number and time has a limit in {@link org.jzenith.websocket.internal.connection.WebSocketConfiguration}.
 *
 * <p>{@code HandshakeHandler} opens a {@code WebSocketConnection}, which joins the parts of {@code websocket.connection} with
 * the handler. {@code JsonValueReader} reads whole messages as values.
 */
@NullMarked
package org.jzenith.websocket;

import org.jspecify.annotations.NullMarked;
