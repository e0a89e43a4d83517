/**
 * For plugins: what the instances of an application share about their caches: {@link org.jzenith.core.cache.SharedCacheStore}.
 */
@NullMarked
package org.jzenith.core.cache;

import org.jspecify.annotations.NullMarked;
