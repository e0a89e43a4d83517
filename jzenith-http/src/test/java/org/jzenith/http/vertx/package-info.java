/** What a new version of Vert.x must keep. */
@NullMarked
package org.jzenith.http.vertx;

import org.jspecify.annotations.NullMarked;
