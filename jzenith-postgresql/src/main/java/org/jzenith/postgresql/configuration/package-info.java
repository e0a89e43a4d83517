/**
 * Internal. The settings of the database, and what they mean.
 *
 * <p>{@link org.jzenith.postgresql.configuration.PostgresqlConfiguration} is what an operator writes; {@link
 * org.jzenith.postgresql.configuration.DatabaseAddress} is what follows from it: one server with credentials, whether
 * they were given in parts or as a URL. Contradictions end here, as problems with origin and remedy.
 */
@NullMarked
package org.jzenith.postgresql.configuration;

import org.jspecify.annotations.NullMarked;
