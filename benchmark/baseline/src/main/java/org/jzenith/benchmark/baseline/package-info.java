/**
 * The endpoints of the example or of the benchmark's service, written by hand on Vert.x for speed: jZenith's
 * baseline. A server and its database connections for each event loop, a switch on the path, header values made once,
 * statements prepared once and pipelined. Nothing is shared between event loops, so nothing is locked.
 */
@NullMarked
package org.jzenith.benchmark.baseline;

import org.jspecify.annotations.NullMarked;
