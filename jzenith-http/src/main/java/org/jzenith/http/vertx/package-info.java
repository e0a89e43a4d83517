/**
 * Internal: all that the HTTP server asks of the inner types of Vert.x, by its one public type {@link
 * org.jzenith.http.vertx.VertxHttp}. Its test says what a new version must keep.
 */
@NullMarked
package org.jzenith.http.vertx;

import org.jspecify.annotations.NullMarked;
