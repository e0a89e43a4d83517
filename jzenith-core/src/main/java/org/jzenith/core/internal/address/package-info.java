/** Internal. Addresses of servers, in a URL or in single settings. */
@NullMarked
package org.jzenith.core.internal.address;

import org.jspecify.annotations.NullMarked;
