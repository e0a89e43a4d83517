/**
 * Internal. From a path, an HTTP method and media types to the resource method: {@link
 * org.jzenith.rest.internal.route.MethodTable} is created at start. It knows nothing of requests and of what it holds.
 */
@NullMarked
package org.jzenith.rest.internal.route;

import org.jspecify.annotations.NullMarked;
