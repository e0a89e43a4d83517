/** Internal. */
@NullMarked
package org.jzenith.rest.sink;

import org.jspecify.annotations.NullMarked;
