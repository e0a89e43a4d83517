/**
 * Internal. {@code ResponseWriter} writes a response to the connection and alone sets the headers that frame it, with {@code
 * Http2Response} over HTTP/2 and {@code AddedHeaders} for those that guards and handlers add to any response; {@code TurnWriter} writes
 * content whose encoding takes time. They know of the exchange only its {@code RequestExecutor}.
 */
@NullMarked
package org.jzenith.http.internal.write;

import org.jspecify.annotations.NullMarked;
