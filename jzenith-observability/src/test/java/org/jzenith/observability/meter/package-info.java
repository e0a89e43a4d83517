/** Tests of single meters. */
@NullMarked
package org.jzenith.observability.meter;

import org.jspecify.annotations.NullMarked;
