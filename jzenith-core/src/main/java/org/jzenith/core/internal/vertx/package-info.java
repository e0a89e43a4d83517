/** Internal. The threads of Vert.x, their number, and the choice of an event loop for what has none. */
@NullMarked
package org.jzenith.core.internal.vertx;

import org.jspecify.annotations.NullMarked;
