/** Internal. The protocol of Redis, RESP 2: commands to bytes, and bytes to replies. */
@NullMarked
package org.jzenith.redis.internal.protocol;

import org.jspecify.annotations.NullMarked;
