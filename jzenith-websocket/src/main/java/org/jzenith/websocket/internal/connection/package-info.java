/**
 * Internal. The connection of one WebSocket between its channel and its messages. {@code FrameDecoder} and {@code FrameReader}
 * read frames as the subscriber of {@code IncomingMessages} asks for messages; {@code OutgoingMessages} asks a handler for
 * messages as the client takes them, and {@code FrameWriter} writes them. {@code ClosingHandshake} and {@code
 * ConnectionTimeouts} end the connection. All ask the rest of the connection by {@code OpenConnection}.
 */
@NullMarked
package org.jzenith.websocket.internal.connection;

import org.jspecify.annotations.NullMarked;
