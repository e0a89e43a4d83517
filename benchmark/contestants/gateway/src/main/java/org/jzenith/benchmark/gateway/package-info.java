/** A service that calls another one: by the REST client, or by hand on Vert.x' client. */
@NullMarked
package org.jzenith.benchmark.gateway;

import org.jspecify.annotations.NullMarked;
