/**
 * Internal: the parts of the heap that are limits by default. The public type is {@link
 * org.jzenith.core.memory.HeapShares}.
 */
@NullMarked
package org.jzenith.core.memory;

import org.jspecify.annotations.NullMarked;
