/**
 * For plugins: the plugin that brings a database into an application.
 *
 * <p>A module for a database implements {@link org.jzenith.sql.driver.DatabaseProduct}, and gives it to {@link
 * org.jzenith.sql.plugin.DatabasePlugin}. The plugin reads the address, runs the migrations, opens and closes the
 * connections, and has the health check and all bindings.
 */
@NullMarked
package org.jzenith.sql.plugin;

import org.jspecify.annotations.NullMarked;
