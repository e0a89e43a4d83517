/**
 * Internal. What is sent to many connections, such as an event or a message of a WebSocket, on its way to those of one event
 * loop: {@link org.jzenith.http.broadcast.DeliveryQueue}.
 */
@NullMarked
package org.jzenith.http.broadcast;

import org.jspecify.annotations.NullMarked;
