/** Internal. */
@NullMarked
package org.jzenith.rest.pipeline;

import org.jspecify.annotations.NullMarked;
