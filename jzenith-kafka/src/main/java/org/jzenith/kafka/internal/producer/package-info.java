/** Sends records, and transactions. */
@NullMarked
package org.jzenith.kafka.internal.producer;

import org.jspecify.annotations.NullMarked;
