/**
 * For users: counts requests in all instances of an application: {@link org.jzenith.core.limit.RateLimitStore}.
 */
@NullMarked
package org.jzenith.core.limit;

import org.jspecify.annotations.NullMarked;
