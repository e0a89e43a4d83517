/**
 * For plugins: the engine over a store of logs. {@link org.jzenith.messages.log.LogEngine} shares partitions by leases, reads them, and follows
 * topics.
 */
@NullMarked
package org.jzenith.messages.log;

import org.jspecify.annotations.NullMarked;
