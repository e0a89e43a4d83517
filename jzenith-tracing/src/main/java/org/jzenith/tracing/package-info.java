/**
 * For users: traces of requests and of the work that they cause, which a collector receives by OTLP.
 */
@NullMarked
package org.jzenith.tracing;

import org.jspecify.annotations.NullMarked;
