/**
 * Internal. What the server adds to HTTP/1 as Netty and Vert.x have it. {@link
 * org.jzenith.http.internal.http1.Http1ConnectionState} decides for a connection when its next request is decoded.
 */
@NullMarked
package org.jzenith.http.internal.http1;

import org.jspecify.annotations.NullMarked;
