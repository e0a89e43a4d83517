/**
 * Internal: answers a request by the steps of its resource method, which are compiled at start. Implements RESTEasy's
 * request and response SPI. Its public type is {@link org.jzenith.rest.invoke.RequestPipeline}.
 */
@NullMarked
package org.jzenith.rest.invoke;

import org.jspecify.annotations.NullMarked;
