/** Internal. */
@NullMarked
package org.jzenith.rest.resteasy;

import org.jspecify.annotations.NullMarked;
