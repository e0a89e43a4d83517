/**
 * For users. Limits of a resource method: the time that a request may take, and the rate of one client's requests.
 */
@NullMarked
package org.jzenith.rest.limit;

import org.jspecify.annotations.NullMarked;
