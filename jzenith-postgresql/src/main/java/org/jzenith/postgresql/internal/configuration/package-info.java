/** Internal. The settings of PostgreSQL beyond those of every database, which start with the name of the plugin. */
@NullMarked
package org.jzenith.postgresql.internal.configuration;

import org.jspecify.annotations.NullMarked;
