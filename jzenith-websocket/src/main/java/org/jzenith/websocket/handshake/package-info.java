/**
 * Internal. Parts of the opening handshake that know no connection: the paths with their parameters, and the log lines for
 * pages whose origin is not allowed. {@code HandshakeHandler} answers with them.
 */
@NullMarked
package org.jzenith.websocket.handshake;

import org.jspecify.annotations.NullMarked;
