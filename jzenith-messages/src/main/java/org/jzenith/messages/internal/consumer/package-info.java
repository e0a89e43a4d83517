/** Internal. The consumers of this instance. */
@NullMarked
package org.jzenith.messages.internal.consumer;

import org.jspecify.annotations.NullMarked;
