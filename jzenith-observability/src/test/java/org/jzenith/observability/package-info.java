/** Tests of metrics, with real requests. */
@NullMarked
package org.jzenith.observability;

import org.jspecify.annotations.NullMarked;
