/** Reads the partitions that a group gives to this instance. */
@NullMarked
package org.jzenith.kafka.internal.consumer;

import org.jspecify.annotations.NullMarked;
