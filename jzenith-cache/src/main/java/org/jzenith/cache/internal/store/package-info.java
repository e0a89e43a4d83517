/** Internal. The values: in the memory of this instance, and shared by all instances. */
@NullMarked
package org.jzenith.cache.internal.store;

import org.jspecify.annotations.NullMarked;
