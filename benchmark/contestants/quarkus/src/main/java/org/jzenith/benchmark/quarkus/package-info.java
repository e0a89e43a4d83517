/** The endpoints of the example and the orders of the service on Quarkus REST, as its guides write them. */
@NullMarked
package org.jzenith.benchmark.quarkus;

import org.jspecify.annotations.NullMarked;
