/** For users: the errors of caches; a resource responds to each with 503. */
@NullMarked
package org.jzenith.cache.error;

import org.jspecify.annotations.NullMarked;
