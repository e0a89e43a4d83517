/** Internal. Converts values between the classes of the application and those of the driver, without a loss. */
@NullMarked
package org.jzenith.sql.internal.value;

import org.jspecify.annotations.NullMarked;
