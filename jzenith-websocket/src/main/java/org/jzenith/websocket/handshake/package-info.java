/**
 * Internal: the log lines for pages whose origin is not allowed to open a WebSocket, which {@code HandshakeHandler} refuses.
 */
@NullMarked
package org.jzenith.websocket.handshake;

import org.jspecify.annotations.NullMarked;
