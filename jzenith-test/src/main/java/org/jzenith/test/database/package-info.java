/**
 * For plugins: the servers of a test run. A {@link org.jzenith.test.database.TestServer}, such as PostgreSQL, gives each
 * application a {@link org.jzenith.test.database.TestDatabase}, which says at the end how many sessions the application has left.
 */
@NullMarked
package org.jzenith.test.database;

import org.jspecify.annotations.NullMarked;
