/** Tests of the parts of metrics that need no application. */
@NullMarked
package org.jzenith.observability.internal.metrics;

import org.jspecify.annotations.NullMarked;
