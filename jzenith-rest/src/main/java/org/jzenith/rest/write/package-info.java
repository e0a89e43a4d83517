/** Internal. */
@NullMarked
package org.jzenith.rest.write;

import org.jspecify.annotations.NullMarked;
