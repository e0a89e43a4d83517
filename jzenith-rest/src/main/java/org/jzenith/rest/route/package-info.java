/**
 * From a path to what answers there: {@link org.jzenith.rest.route.RouteTable} holds the paths of all resource methods,
 * made at start. It knows nothing of requests and of what it holds.
 */
@NullMarked
package org.jzenith.rest.route;

import org.jspecify.annotations.NullMarked;
