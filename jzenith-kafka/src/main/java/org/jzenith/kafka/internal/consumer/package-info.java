/** Internal. Reads the partitions that a group of consumers gives to this instance, and runs the handlers of their records. */
@NullMarked
package org.jzenith.kafka.internal.consumer;

import org.jspecify.annotations.NullMarked;
