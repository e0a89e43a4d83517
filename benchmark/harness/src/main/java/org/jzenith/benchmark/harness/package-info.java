/**
 * The load harness: it starts a PostgreSQL and the contestants, checks that all of them give the same answers, loads
 * them in turns and reports what it found. Its door is the program {@link org.jzenith.benchmark.harness.Benchmark};
 * everything else is hidden behind it.
 */
@NullMarked
package org.jzenith.benchmark.harness;

import org.jspecify.annotations.NullMarked;
