/** Internal. */
@NullMarked
package org.jzenith.rest.argument;

import org.jspecify.annotations.NullMarked;
