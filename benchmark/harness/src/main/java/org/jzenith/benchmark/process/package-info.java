/**
 * What all measurements use: programs that run as processes of their own, a PostgreSQL for them, and the clean-up
 * after which nothing of all this is left.
 */
@NullMarked
package org.jzenith.benchmark.process;

import org.jspecify.annotations.NullMarked;
