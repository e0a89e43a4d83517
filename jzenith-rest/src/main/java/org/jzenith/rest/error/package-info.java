/** For users: the exception with which a resource method responds with an RFC 9457 problem. */
@NullMarked
package org.jzenith.rest.error;

import org.jspecify.annotations.NullMarked;
