/** Tests of single meters. */
@NullMarked
package org.jzenith.observability.internal.meter;

import org.jspecify.annotations.NullMarked;
