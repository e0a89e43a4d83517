/** Internal. How the keys, values and headers of a topic become the bytes of records, and back. */
@NullMarked
package org.jzenith.kafka.internal.format;

import org.jspecify.annotations.NullMarked;
