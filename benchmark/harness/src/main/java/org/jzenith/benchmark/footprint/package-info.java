/**
 * Measures a program that does little: the time to its first answer and its memory then, and the memory of
 * connections that rest. {@link org.jzenith.benchmark.footprint.Startup} and {@link
 * org.jzenith.benchmark.footprint.Idle} are its programs; each starts the measured programs in turns, with a PostgreSQL
 * that runs already, and leaves nothing behind.
 */
@NullMarked
package org.jzenith.benchmark.footprint;

import org.jspecify.annotations.NullMarked;
