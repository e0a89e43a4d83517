/**
 * The hall: every request comes through here, is admitted or turned away, gets its context, meets RESTEasy and leaves
 * with exactly one answer. The only place that knows RESTEasy's request and response SPI. Its door is {@link
 * org.jzenith.rest.dispatch.RequestHandler}; everything that can be known at start is made before the first request.
 */
@NullMarked
package org.jzenith.rest.dispatch;

import org.jspecify.annotations.NullMarked;
