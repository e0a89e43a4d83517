/** Internal: traces of OpenTelemetry's spans, which are held until it is known if they are exported, and the exporter. */
@NullMarked
package org.jzenith.tracing.internal.span;

import org.jspecify.annotations.NullMarked;
