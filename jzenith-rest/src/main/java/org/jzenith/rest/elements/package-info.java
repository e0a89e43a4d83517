/** Internal. */
@NullMarked
package org.jzenith.rest.elements;

import org.jspecify.annotations.NullMarked;
