/**
 * Internal. All that touches the inner types of {@code vertx-pg-client}. No other package imports them.
 *
 * <p>{@link org.jzenith.postgresql.internal.pgclient.PgDriver} opens connections, asks the server to cancel statements, and
 * turns SQLSTATEs into the types of {@code org.jzenith.sql.error}. Its tests say what a new version must keep.
 */
@NullMarked
package org.jzenith.postgresql.internal.pgclient;

import org.jspecify.annotations.NullMarked;
