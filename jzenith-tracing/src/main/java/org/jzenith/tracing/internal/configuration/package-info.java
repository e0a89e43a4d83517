/** Internal. The settings of traces, which start with {@code tracing}. */
@NullMarked
package org.jzenith.tracing.internal.configuration;

import org.jspecify.annotations.NullMarked;
