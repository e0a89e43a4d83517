/**
 * For users who answer HTTP by a plugin of their own. A {@link org.jzenith.http.exchange.RequestHandler} gets an
 * {@link org.jzenith.http.exchange.Exchange} for each request that a listener has room for; a {@link org.jzenith.http.exchange.HttpMount} adds one to a listener that is there. What every kind of handler
 * needs is here: the target and the limits of a request, its body and the budget for all bodies, its time-outs, exactly one
 * response, and the count of the requests that a stop waits for. Knows nothing of Jakarta REST.
 *
 * <p>Who holds the requests:
 *
 * <ul>
 *   <li>{@link org.jzenith.http.exchange.ListenerRequests}, one for each listener: what its requests share, and their stop;
 *   <li>{@code InFlightCount}, one for each listener: counts its requests, and what a stop waits for;
 *   <li>{@code EventLoopRequests}, one for each server of a listener: makes exchanges, and holds those in flight;
 *   <li>{@code AdaptiveLimit}, one for each event loop: the limit that follows latency;
 *   <li>{@link org.jzenith.http.exchange.Exchange}, one for each request.
 * </ul>
 *
 * <p>{@link org.jzenith.http.exchange.ExchangeBody} is the body of a request for its handler, which takes it in one of two ways:
 *
 * <ul>
 *   <li>as a whole: {@code RequestBody} receives it, {@code BodyBytes} are its blocks while they arrive, and {@link
 *       org.jzenith.http.exchange.BodyStream} reads them when all are there;
 *   <li>in pieces: {@code FlowableBody} is the {@code Flowable} of them, and {@link org.jzenith.http.exchange.BodyMemory} counts
 *       what somebody keeps of them.
 * </ul>
 *
 * <p>Both decode by {@code BodyDecoder} and {@code ContentDecoder}, and ask Vert.x for bytes by {@code BodyDemand}.
 */
@NullMarked
package org.jzenith.http.exchange;

import org.jspecify.annotations.NullMarked;
