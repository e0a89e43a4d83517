/**
 * PostgreSQL for reactive services: Rx in, Rx out, pipelined.
 *
 * <p>{@link org.jzenith.postgresql.PostgresqlPlugin} brings it into an application; {@link
 * org.jzenith.postgresql.PostgresqlClient} is what resources and services inject. A {@link
 * org.jzenith.postgresql.Query} is a value: make it, refine it, run it. Transactions are callbacks: committed on
 * success, rolled back on error and dispose.
 */
@NullMarked
package org.jzenith.postgresql;

import org.jspecify.annotations.NullMarked;
