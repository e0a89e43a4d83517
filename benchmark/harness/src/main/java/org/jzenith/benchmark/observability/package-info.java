/** The cost of metrics, and of what else observes requests and statements. */
@NullMarked
package org.jzenith.benchmark.observability;

import org.jspecify.annotations.NullMarked;
