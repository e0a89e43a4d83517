/** Tests of the memory of the operators' page that need no application. */
@NullMarked
package org.jzenith.observability.internal.recent;

import org.jspecify.annotations.NullMarked;
