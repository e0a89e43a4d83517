/** Internal. The loads: one for each key, which belongs to no request. */
@NullMarked
package org.jzenith.cache.internal.load;

import org.jspecify.annotations.NullMarked;
