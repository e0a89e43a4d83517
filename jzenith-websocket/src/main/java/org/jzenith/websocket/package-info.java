/**
 * For users of WebSockets (RFC 6455) at the port of a listener: {@link org.jzenith.websocket.WebSocketPlugin} adds paths, a {@link
 * org.jzenith.websocket.WebSocketHandler} turns the messages of a client into those for it, and a {@link
 * org.jzenith.websocket.WebSocket} is one open connection. Demand runs from the subscriber to the socket and back; every
 * size, number and time has a limit in {@link org.jzenith.websocket.WebSocketConfiguration}.
 *
 * <p>What a client sends passes {@code FrameDecoder}, {@code FrameReader}, {@code MessageAssembler}, which joins frames to
 * messages, and {@code IncomingMessages}. {@code JsonValueReader} reads whole messages as values. What a handler sends passes
 * {@code OutgoingMessages}, {@code FrameWriter} and {@code FrameChannel}.
 */
@NullMarked
package org.jzenith.websocket;

import org.jspecify.annotations.NullMarked;
