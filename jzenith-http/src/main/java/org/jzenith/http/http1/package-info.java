/**
 * For plugins: {@link org.jzenith.http.http1.UpgradedProtocol} is the interface of a protocol that follows HTTP/1.1 on
 * a connection, such as WebSocket.
 *
 * <p>The rest is internal: what the server adds to HTTP/1 as Netty and Vert.x have it. {@link
 * org.jzenith.http.http1.Http1ConnectionState} decides for a connection when its next request is decoded.
 */
@NullMarked
package org.jzenith.http.http1;

import org.jspecify.annotations.NullMarked;
