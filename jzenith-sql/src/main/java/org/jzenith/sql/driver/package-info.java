/**
 * For users who write a driver. What a kind of database provides so that queries and transactions run on it.
 *
 * <p>A {@link org.jzenith.sql.driver.SqlDriver} opens connections, names their settings in the words of the server, and
 * turns its errors into types. {@code jzenith-postgresql} is the first one.
 */
@NullMarked
package org.jzenith.sql.driver;

import org.jspecify.annotations.NullMarked;
