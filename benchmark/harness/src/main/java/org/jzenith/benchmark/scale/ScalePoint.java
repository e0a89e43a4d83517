package org.jzenith.benchmark.scale;

/**
 * A throughput that was measured.
 *
 * @param loops the number of event loops of all instances
 * @param perSecond requests in a second
 */
record ScalePoint(int loops, double perSecond) {}
