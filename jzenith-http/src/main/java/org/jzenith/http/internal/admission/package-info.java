/**
 * Internal: limits what a listener works at. {@link org.jzenith.http.internal.admission.Admission}, one for each listener, counts its
 * requests in flight and the work that outlasts them, and says whether there is room; {@code AdaptiveLimit}, one for each event
 * loop, follows latency. {@code RequestThreads} are the event loop of a server and the threads that may wait; {@code
 * EventLoopTurns} divides long work. None of them knows an exchange.
 */
@NullMarked
package org.jzenith.http.internal.admission;

import org.jspecify.annotations.NullMarked;
