/** Tests of the Vert.x internals that a new version must keep. */
@NullMarked
package org.jzenith.http.vertx;

import org.jspecify.annotations.NullMarked;
