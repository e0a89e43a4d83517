/** Internal. The defaults of MariaDB among the settings of every database, which start with the name of the plugin. */
@NullMarked
package org.jzenith.mysql.internal.configuration;

import org.jspecify.annotations.NullMarked;
