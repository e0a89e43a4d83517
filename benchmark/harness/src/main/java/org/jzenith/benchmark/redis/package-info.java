/** Redis under faults. */
@NullMarked
package org.jzenith.benchmark.redis;

import org.jspecify.annotations.NullMarked;
