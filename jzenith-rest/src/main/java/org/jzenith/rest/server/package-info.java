/**
 * HTTP servers, one on each event loop, all on one port, with the limits of connections. Knows nothing of Jakarta REST.
 * Its public type is {@link org.jzenith.rest.server.RestServer}, which opens last and closes first.
 */
@NullMarked
package org.jzenith.rest.server;

import org.jspecify.annotations.NullMarked;
