/** Internal. */
@NullMarked
package org.jzenith.rest.step;

import org.jspecify.annotations.NullMarked;
