/** Internal. Logs, leases and dead letters in the memory of the process. */
@NullMarked
package org.jzenith.messages.internal.memory;

import org.jspecify.annotations.NullMarked;
