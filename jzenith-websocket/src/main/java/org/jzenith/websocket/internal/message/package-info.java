/**
 * Internal. The content of whole messages: joined from frames by {@code MessageAssembler}, expanded and compressed as
 * permessage-deflate (RFC 7692), and encoded once for all clients that get the same message. Knows no connection.
 */
@NullMarked
package org.jzenith.websocket.internal.message;

import org.jspecify.annotations.NullMarked;
