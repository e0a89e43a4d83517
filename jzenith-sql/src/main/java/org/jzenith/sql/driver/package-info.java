/**
 * For plugins: the SPI of a database, on which queries and transactions run.
 *
 * <p>{@link org.jzenith.sql.driver.DatabaseProduct} has the settings of a database, its URLs and its migrations. Its
 * {@link org.jzenith.sql.driver.SqlDriver} opens connections, names their settings in the words of the server, and turns
 * its errors into types.
 */
@NullMarked
package org.jzenith.sql.driver;

import org.jspecify.annotations.NullMarked;
