/** How keys, values and headers become records, and back. */
@NullMarked
package org.jzenith.kafka.internal.format;

import org.jspecify.annotations.NullMarked;
