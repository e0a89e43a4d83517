/**
 * For users: the errors of a database, as exception types.
 *
 * <p>Everything the client fails with is a {@link org.jzenith.sql.error.SqlException} or one of its subtypes; the
 * driver says which SQLSTATE is which type. No error of this package contains a parameter value or the server's detail,
 * which would contain one.
 */
@NullMarked
package org.jzenith.sql.error;

import org.jspecify.annotations.NullMarked;
