/**
 * For plugins. What a database provides so that queries and transactions run on it.
 *
 * <p>{@link org.jzenith.sql.driver.DatabaseProduct} has the settings of a database, its URLs and its migrations. Its
 * {@link org.jzenith.sql.driver.SqlDriver} opens connections, names their settings in the words of the server, and turns
 * its errors into types.
 */
@NullMarked
package org.jzenith.sql.driver;

import org.jspecify.annotations.NullMarked;
