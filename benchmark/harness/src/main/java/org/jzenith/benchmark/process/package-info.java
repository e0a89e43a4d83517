/**
 * The base of all measurements: programs in their own processes, a PostgreSQL, tokens and a collector of traces for them, and the
 * clean-up.
 */
@NullMarked
package org.jzenith.benchmark.process;

import org.jspecify.annotations.NullMarked;
