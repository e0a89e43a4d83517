/**
 * Internal. The members of a broadcaster, one {@code BroadcastGroup} for each event loop. Each member keeps the messages that
 * wait for its client. Knows neither WebSockets nor their messages.
 */
@NullMarked
package org.jzenith.websocket.broadcast;

import org.jspecify.annotations.NullMarked;
