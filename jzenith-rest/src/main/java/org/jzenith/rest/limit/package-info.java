/** For users: limits the time of a request, and the rate of one client's requests. */
@NullMarked
package org.jzenith.rest.limit;

import org.jspecify.annotations.NullMarked;
