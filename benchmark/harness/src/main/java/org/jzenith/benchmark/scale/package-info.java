/** Measures how much more instances do on one machine, predicts it by a queueing model, and simulates consumers. */
@NullMarked
package org.jzenith.benchmark.scale;

import org.jspecify.annotations.NullMarked;
