/**
 * For users: PostgreSQL as a database of an application.
 *
 * <p>{@link org.jzenith.postgresql.PostgresqlPlugin} brings it into an application; {@link org.jzenith.sql.Database}
 * is what resources and services inject. The module knows PostgreSQL: how to connect, its defaults and URLs, its
 * errors. All else is in {@code jzenith-sql}.
 */
@NullMarked
package org.jzenith.postgresql;

import org.jspecify.annotations.NullMarked;
