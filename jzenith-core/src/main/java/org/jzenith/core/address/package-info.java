/** Internal. Network addresses in settings and requests: {@link org.jzenith.core.address.Authority} reads a host and port. */
@NullMarked
package org.jzenith.core.address;

import org.jspecify.annotations.NullMarked;
