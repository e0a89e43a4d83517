/**
 * The load harness: it starts a PostgreSQL and the contestants, checks that all of them give the same answers, loads
 * them in turns and reports what it found. {@link org.jzenith.benchmark.harness.Benchmark} is the program; everything
 * else is package-private.
 */
@NullMarked
package org.jzenith.benchmark.harness;

import org.jspecify.annotations.NullMarked;
