/**
 * For plugins that serve HTTP. A {@link org.jzenith.http.handler.RequestHandler} gets an {@link
 * org.jzenith.http.handler.Exchange} for each request that a listener has room for; a {@link org.jzenith.http.handler.HttpMount}
 * adds one to a listener that is there, and an {@link org.jzenith.http.handler.HttpHandler} has its own listener.
 * {@link org.jzenith.http.handler.ListenerRequests} are the requests of a listener and their stop, {@code EventLoopRequests}
 * those of one server; {@code RequestDispatcher} creates the exchange of each, and {@code HandlerSelection} selects its handler by
 * target and guards. Knows nothing of Jakarta REST.
 */
@NullMarked
package org.jzenith.http.handler;

import org.jspecify.annotations.NullMarked;
