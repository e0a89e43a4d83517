/** The endpoints of the example and the orders of the service on Spring WebFlux, as its documentation writes them. */
@NullMarked
package org.jzenith.benchmark.spring;

import org.jspecify.annotations.NullMarked;
