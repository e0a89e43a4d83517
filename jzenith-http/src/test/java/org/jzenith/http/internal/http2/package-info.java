/** Tests of the internals of Netty's HTTP/2 that a new version must keep. */
@NullMarked
package org.jzenith.http.internal.http2;

import org.jspecify.annotations.NullMarked;
