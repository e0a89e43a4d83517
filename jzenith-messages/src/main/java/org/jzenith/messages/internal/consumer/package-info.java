/** Internal. The consumers of this instance: their partitions, the order of keys, retries and dead letters. */
@NullMarked
package org.jzenith.messages.internal.consumer;

import org.jspecify.annotations.NullMarked;
