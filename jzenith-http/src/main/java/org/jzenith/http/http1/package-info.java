/**
 * For plugins: {@link org.jzenith.http.http1.UpgradedProtocol} is the interface of a protocol that follows HTTP/1.1 on a connection,
 * such as WebSocket.
 */
@NullMarked
package org.jzenith.http.http1;

import org.jspecify.annotations.NullMarked;
