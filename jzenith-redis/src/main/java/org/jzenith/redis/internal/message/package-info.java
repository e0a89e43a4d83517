/** Internal. Messages of channels: one connection for all subscribers. */
@NullMarked
package org.jzenith.redis.internal.message;

import org.jspecify.annotations.NullMarked;
