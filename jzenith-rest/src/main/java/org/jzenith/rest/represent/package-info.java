/**
 * Makes a response of the result of a resource method, by one rule for synchronous and asynchronous results. The public
 * type is {@link org.jzenith.rest.represent.ResultResponse}.
 */
@NullMarked
package org.jzenith.rest.represent;

import org.jspecify.annotations.NullMarked;
