/** Delivery to connections, and what a new version of Netty must keep. */
@NullMarked
package org.jzenith.http.internal.connection;

import org.jspecify.annotations.NullMarked;
