/**
 * What can go wrong at the database, as types.
 *
 * <p>Everything the client fails with is a {@link org.jzenith.postgresql.error.PostgresqlException} or one of its
 * subtypes; {@link org.jzenith.postgresql.error.SqlErrors} holds the one table from SQLSTATE to type. No error of this package contains a parameter value or the server's detail, which would contain one.
 */
@NullMarked
package org.jzenith.postgresql.error;

import org.jspecify.annotations.NullMarked;
