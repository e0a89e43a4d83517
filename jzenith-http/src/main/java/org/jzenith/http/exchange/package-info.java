/**
 * For users who answer HTTP by a plugin of their own. A {@link org.jzenith.http.exchange.RequestHandler} gets an
 * {@link org.jzenith.http.exchange.Exchange} for each request that {@link org.jzenith.http.exchange.InFlightRequests}
 * admits; a {@link org.jzenith.http.exchange.HttpMount} adds one to a listener that is there. What every kind of handler needs is here: the target and the limits of a request, its body and the budget for
 * all bodies, its time-outs, exactly one response, and the count of the requests that a stop waits for. Knows nothing of
 * Jakarta REST.
 */
@NullMarked
package org.jzenith.http.exchange;

import org.jspecify.annotations.NullMarked;
