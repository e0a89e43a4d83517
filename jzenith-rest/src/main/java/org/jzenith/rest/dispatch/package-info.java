/**
 * Admits or refuses each request, gives it its context, dispatches it by RESTEasy, and sends exactly one response. The
 * only package that implements RESTEasy's request and response SPI. Its public type is {@link
 * org.jzenith.rest.dispatch.RequestHandler}; everything that does not depend on a request is prepared at start.
 */
@NullMarked
package org.jzenith.rest.dispatch;

import org.jspecify.annotations.NullMarked;
