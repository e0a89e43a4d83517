/** The endpoints of the example and the orders of the service on Vert.x Web, as its guide writes them. */
@NullMarked
package org.jzenith.benchmark.vertxweb;

import org.jspecify.annotations.NullMarked;
