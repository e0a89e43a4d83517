/** Internal. Sends records with the producers of the library, alone and in transactions, and brings the results to event loops. */
@NullMarked
package org.jzenith.kafka.internal.producer;

import org.jspecify.annotations.NullMarked;
