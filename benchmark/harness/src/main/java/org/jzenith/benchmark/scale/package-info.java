/** What more instances add: measured on one machine, predicted by a queueing model, and simulated for consumers. */
@NullMarked
package org.jzenith.benchmark.scale;

import org.jspecify.annotations.NullMarked;
