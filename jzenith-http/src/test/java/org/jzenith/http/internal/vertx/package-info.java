/** Tests of the Vert.x internals that a new version must keep. */
@NullMarked
package org.jzenith.http.internal.vertx;

import org.jspecify.annotations.NullMarked;
