/**
 * Internal. HTTP servers, one on each event loop, all on one port: protocol detection, the limits of connections, and a
 * stop that responds to what has been sent. Knows nothing of Jakarta REST. Its public type is {@link
 * org.jzenith.http.internal.server.HttpListener}, which opens last and closes first.
 */
@NullMarked
package org.jzenith.http.internal.server;

import org.jspecify.annotations.NullMarked;
