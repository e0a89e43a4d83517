/**
 * For users who write plugins: what a protocol that follows HTTP on a connection, such as WebSocket, owes to the server: {@link
 * org.jzenith.http.upgrade.UpgradedProtocol}.
 */
@NullMarked
package org.jzenith.http.upgrade;

import org.jspecify.annotations.NullMarked;
