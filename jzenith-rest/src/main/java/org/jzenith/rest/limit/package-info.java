/**
 * For users: limits the time of a request, and the rate of one client's requests. The steps that enforce these limits and {@code
 * @MaxBodySize} are internal.
 */
@NullMarked
package org.jzenith.rest.limit;

import org.jspecify.annotations.NullMarked;
