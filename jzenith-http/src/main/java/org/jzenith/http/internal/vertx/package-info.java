/**
 * Internal: all that the HTTP server asks of the inner types of Vert.x. {@link org.jzenith.http.internal.vertx.VertxHttp} has servers,
 * connections and contexts, {@link org.jzenith.http.internal.vertx.VertxHeaders} header fields, and {@link
 * org.jzenith.http.internal.vertx.DirectContent} what is written without Vert.x's response. The test of this package says what a new version
 * must keep.
 */
@NullMarked
package org.jzenith.http.internal.vertx;

import org.jspecify.annotations.NullMarked;
