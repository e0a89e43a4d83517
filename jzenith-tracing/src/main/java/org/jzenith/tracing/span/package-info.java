/**
 * Internal: spans and their traces, from the first span to the exporter. A span is recorded in a few fields; what a collector reads of it
 * is only made for spans that are exported.
 */
@NullMarked
package org.jzenith.tracing.span;

import org.jspecify.annotations.NullMarked;
