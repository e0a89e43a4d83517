/** What a new version of Netty's HTTP/2 must keep. */
@NullMarked
package org.jzenith.http.http2;

import org.jspecify.annotations.NullMarked;
