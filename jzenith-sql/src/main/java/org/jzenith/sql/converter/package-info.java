/** For users: converters between classes of the application and the values of columns and parameters. */
@NullMarked
package org.jzenith.sql.converter;

import org.jspecify.annotations.NullMarked;
