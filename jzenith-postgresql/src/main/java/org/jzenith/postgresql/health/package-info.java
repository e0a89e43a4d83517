/**
 * How the database says whether it is well.
 *
 * <p>{@link org.jzenith.postgresql.health.PostgresqlHealth} sends a small statement down a pipeline, as a request would,
 * and says in a few words why there was no answer. It shows host and port, no credentials.
 */
@NullMarked
package org.jzenith.postgresql.health;

import org.jspecify.annotations.NullMarked;
