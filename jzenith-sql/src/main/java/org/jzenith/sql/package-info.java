/**
 * For users: runs queries and transactions, and returns RxJava 2 types.
 *
 * <p>The plugin of a module for a database brings a database into an application; {@link org.jzenith.sql.Database}
 * is what resources and services inject. A {@link org.jzenith.sql.SqlQuery} is a value: make it, refine it, run it.
 * Transactions are callbacks: committed on success, rolled back on error and dispose. Errors are in {@link
 * org.jzenith.sql.error}.
 */
@NullMarked
package org.jzenith.sql;

import org.jspecify.annotations.NullMarked;
